//! Seals on states: the service knows its own, and nobody reads the seed.
//!
//! A seal is AES-256-GCM-SIV over the whole state: the seed is encrypted, everything else, the rules version included, is
//! authenticated with it. The same state gets the same seal, as the nonce follows from the state; this mode is made for
//! that and gives away no more than that two states are equal.

use aws_lc_rs::aead::{AES_256_GCM_SIV, Aad, LessSafeKey, MAX_TAG_LEN, NONCE_LEN, Nonce, UnboundKey};
use sha2::{Digest, Sha256};

use super::settings::FileContent;
use crate::engine::setup::RULES_VERSION;
use crate::wire::codec::{append, write};
use crate::wire::proto::{Position, Reason, State, position, setup};
use crate::wire::status::Refused;

/// What a seal of this form begins with.
const FORM: u8 = 1;
const ID_LEN: usize = 4;
/// Longest seed.
const MAX_SEED: usize = 64;
/// A byte for the length of the seed, or 0 if there is none, and the seed: always of one length, so that the seal does
/// not tell it.
const SECRET_LEN: usize = 1 + MAX_SEED;
const SEAL_LEN: usize = 1 + ID_LEN + SECRET_LEN + MAX_TAG_LEN;
const CONTEXT: &[u8] = b"carcassonne.v1.State, seal 1";

/// Keys that open seals; the first puts them on.
#[derive(Debug)]
pub struct Keys(Vec<Key>);

#[derive(Debug)]
struct Key {
    id: [u8; ID_LEN],
    cipher: LessSafeKey,
}

impl FileContent for Keys {
    fn parse(text: &str) -> Result<Self, String> {
        let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
        let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let mut keys = Vec::new();
        for (number, line) in lines {
            let key = unhex(line).and_then(|bytes| Key::new(&bytes));
            keys.push(key.ok_or_else(|| format!("line {number}: expected 64 hexadecimal digits"))?);
        }
        if keys.is_empty() { Err("no key in it".into()) } else { Ok(Self(keys)) }
    }
}

impl Key {
    fn new(bytes: &[u8]) -> Option<Self> {
        let cipher = LessSafeKey::new(UnboundKey::new(&AES_256_GCM_SIV, bytes).ok()?);
        // Which key it is may be known, as a hash of so many random bytes tells nothing of them.
        let hash = Sha256::new().chain_update(CONTEXT).chain_update(bytes).finalize();
        let mut id = [0; ID_LEN];
        id.copy_from_slice(&hash[..ID_LEN]);
        Some(Self { id, cipher })
    }

    /// What is authenticated beside the seed, and the nonce that follows from it. `state`: its bytes, without seed and seal.
    fn associated(&self, state: &[u8]) -> (Vec<u8>, Nonce) {
        let bytes = [CONTEXT, &self.id, state].concat();
        let mut nonce = [0; NONCE_LEN];
        nonce.copy_from_slice(&Sha256::digest(&bytes)[..NONCE_LEN]);
        (bytes, Nonce::assume_unique_for_key(nonce))
    }
}

impl Keys {
    /// Puts the seal on a state, and the seed into it.
    ///
    /// # Errors
    /// A bug: the seed of a valid state fits.
    pub fn seal(&self, state: &mut State) -> Result<(), Refused> {
        let seed = seed(state).map(std::mem::take).unwrap_or_default();
        state.seal.clear();
        state.seal = self.seal_of(&write(state), &seed)?;
        Ok(())
    }

    /// The same for a state as bytes that do not show its seed.
    ///
    /// # Errors
    /// A bug: the seed of a valid state fits.
    pub fn seal_bytes(&self, state: &mut Vec<u8>, seed: &str) -> Result<(), Refused> {
        let seal = self.seal_of(state, seed)?;
        // the seal is the last field
        append(state, &State { seal, ..State::default() });
        Ok(())
    }

    fn seal_of(&self, state: &[u8], seed: &str) -> Result<Vec<u8>, Refused> {
        let bug = || Refused::new(Vec::new());
        let key = self.0.first().ok_or_else(bug)?;
        let mut secret = vec![0; SECRET_LEN];
        secret[0] = u8::try_from(seed.len()).map_err(|_| bug())?;
        secret.get_mut(1..=seed.len()).ok_or_else(bug)?.copy_from_slice(seed.as_bytes());
        let (associated, nonce) = key.associated(state);
        key.cipher.seal_in_place_append_tag(nonce, Aad::from(&associated), &mut secret).map_err(|_| bug())?;
        Ok([&[FORM], &key.id[..], &secret].concat())
    }

    /// Takes the seal off a position, and puts the seed back where it was.
    ///
    /// # Errors
    /// The position is not one that was sealed with one of the keys.
    pub fn open(&self, position: &mut Position) -> Result<(), Refused> {
        const FIELD: &str = "position.state.seal";
        let broken = || Refused::one(FIELD, Reason::SealBroken, "the state is not as the service returned it");
        let state = match &mut position.form {
            Some(position::Form::State(state)) => state,
            Some(position::Form::Notation(_)) => {
                let text = "text carries no seal: give the state as the service returned it";
                return Err(Refused::one("position.notation", Reason::SealMissing, text));
            }
            None => return Ok(()),
            // A bug: what is to be opened has been read and not checked.
            Some(position::Form::Unread(_) | position::Form::Read(_)) => return Err(Refused::new(Vec::new())),
        };
        if state.rules_version.is_some_and(|version| version != RULES_VERSION) {
            // Its fields may not all be known here; reading it tells what is the matter. The seal stays on.
            return Ok(());
        }
        let seal = std::mem::take(&mut state.seal);
        if seal.is_empty() {
            return Err(Refused::one(FIELD, Reason::SealMissing, "must be given, as the service returned it"));
        }
        if seal.len() != SEAL_LEN || seal[0] != FORM {
            return Err(Refused::one(FIELD, Reason::SealBroken, "no seal of this service"));
        }
        let (id, secret) = seal[1..].split_at(ID_LEN);
        let Some(key) = self.0.iter().find(|key| key.id == id) else {
            return Err(Refused::one(
                FIELD,
                Reason::SealUnknownKey,
                "sealed under a key that this service does not have",
            ));
        };
        let (associated, nonce) = key.associated(&write(&**state));
        let mut secret = secret.to_vec();
        let secret = key.cipher.open_in_place(nonce, Aad::from(&associated), &mut secret).map_err(|_| broken())?;
        let length = usize::from(secret[0]);
        if let Some(seed) = seed(state).filter(|_| length > 0) {
            let text = secret.get(1..=length).and_then(|bytes| std::str::from_utf8(bytes).ok());
            *seed = text.ok_or_else(broken)?.to_owned();
        }
        Ok(())
    }
}

/// The seed of a state, if the service draws.
fn seed(state: &mut State) -> Option<&mut String> {
    match state.setup.as_mut()?.draw.as_mut()? {
        setup::Draw::Seeded(seeded) => Some(&mut seeded.seed),
        setup::Draw::Host(_) => None,
    }
}

/// Takes the seed out of a position notation, which then is that of a view.
pub fn hide_seed(notation: &mut String) {
    const SEED: &str = " draw=seeded:";
    if let Some(at) = notation.find(SEED) {
        let end = notation[at + 1..].find(' ').map_or(notation.len(), |length| at + 1 + length);
        notation.replace_range(at + SEED.len() - 1..end, "");
    }
}

/// The bytes that hexadecimal digits say.
pub fn unhex(text: &str) -> Option<Vec<u8>> {
    let digit = |byte: &u8| char::from(*byte).to_digit(16).map(|digit| digit as u8);
    let digits = text.as_bytes().iter().map(digit).collect::<Option<Vec<_>>>()?;
    (digits.len() % 2 == 0).then(|| digits.chunks(2).map(|pair| pair[0] << 4 | pair[1]).collect())
}

#[cfg(test)]
mod tests {
    use prost::Message;

    use super::*;
    use crate::wire::proto::{NewGameRequest, Player, SeededDraw, SetCount, Setup};
    use crate::wire::rpc;

    const SEED: &str = "table 7";

    fn keys(digits: &[&str]) -> Keys {
        Keys::parse(&digits.iter().map(|digit| digit.repeat(64) + "\n").collect::<String>()).unwrap()
    }

    fn state() -> State {
        let setup = Setup {
            players: vec![Player::default(), Player::default()],
            sets: vec![SetCount { set: "base".into(), copies: Some(1) }],
            draw: Some(setup::Draw::Seeded(SeededDraw { seed: SEED.into() })),
            ..Setup::default()
        };
        rpc::new_game(NewGameRequest { setup: Some(setup), with_notation: false }).unwrap().state.unwrap()
    }

    fn sealed(keys: &Keys) -> State {
        let mut state = state();
        keys.seal(&mut state).unwrap();
        state
    }

    fn open(keys: &Keys, state: &State) -> Result<State, Reason> {
        let mut position = Position { form: Some(position::Form::State(Box::new(state.clone()))) };
        keys.open(&mut position).map_err(|refused| refused.violations[0].reason())?;
        let Some(position::Form::State(state)) = position.form else { panic!("a state") };
        Ok(*state)
    }

    #[test]
    fn what_was_sealed_opens_to_what_it_was() {
        let keys = keys(&["a"]);
        let sealed = sealed(&keys);
        assert_eq!(sealed.seal.len(), SEAL_LEN);
        let bytes = sealed.encode_to_vec();
        assert!(!bytes.windows(SEED.len()).any(|bytes| bytes == SEED.as_bytes()), "the seed is not to be seen");
        assert_eq!(open(&keys, &sealed), Ok(state()));
    }

    #[test]
    fn bytes_are_sealed_as_the_message_is() {
        let keys = keys(&["a"]);
        let mut unsealed = state();
        let taken = std::mem::take(seed(&mut unsealed).unwrap());
        let mut bytes = unsealed.encode_to_vec();
        keys.seal_bytes(&mut bytes, &taken).unwrap();
        assert_eq!(bytes, sealed(&keys).encode_to_vec());
        assert!(keys.seal_bytes(&mut bytes, &"x".repeat(MAX_SEED)).is_ok());
        for long in [MAX_SEED + 1, 300] {
            assert!(keys.seal_bytes(&mut bytes, &"x".repeat(long)).is_err());
        }
    }

    #[test]
    fn the_same_state_gets_the_same_seal_and_others_get_others() {
        let keys = keys(&["a"]);
        assert_eq!(sealed(&keys), sealed(&keys));
        let mut other = State { draws: Some(2), ..state() };
        keys.seal(&mut other).unwrap();
        let mut reseeded = state();
        *seed(&mut reseeded).unwrap() = "table 8".into();
        keys.seal(&mut reseeded).unwrap();
        let mut view = state();
        seed(&mut view).unwrap().clear();
        keys.seal(&mut view).unwrap();
        let seals = [sealed(&keys).seal, other.seal, reseeded.seal, view.seal];
        for (i, seal) in seals.iter().enumerate() {
            assert!(!seals[..i].contains(seal));
        }
    }

    #[test]
    fn any_change_breaks_a_seal() {
        let keys = keys(&["a"]);
        let sealed = sealed(&keys);
        for byte in (0..SEAL_LEN).filter(|byte| !(1..=ID_LEN).contains(byte)) {
            let mut seal = sealed.seal.clone();
            seal[byte] ^= 1;
            assert_eq!(open(&keys, &State { seal, ..sealed.clone() }), Err(Reason::SealBroken), "byte {byte}");
        }
        for length in 1..SEAL_LEN {
            let seal = sealed.seal[..length].to_vec();
            assert_eq!(open(&keys, &State { seal, ..sealed.clone() }), Err(Reason::SealBroken));
        }
        let mut seeded = sealed.clone();
        *seed(&mut seeded).unwrap() = SEED.into();
        for changed in [State { draws: Some(7), ..sealed.clone() }, State { rules_version: None, ..sealed }, seeded] {
            assert_eq!(open(&keys, &changed), Err(Reason::SealBroken));
        }
    }

    #[test]
    fn states_of_other_rules_are_left_to_be_refused_as_such() {
        let keys = keys(&["a"]);
        let newer = State { rules_version: Some(RULES_VERSION + 1), ..sealed(&keys) };
        assert_eq!(open(&keys, &newer), Ok(newer.clone()));
        let position = Some(Position { form: Some(position::Form::State(Box::new(newer))) });
        let refused = rpc::score(crate::wire::proto::ScoreRequest { position }).unwrap_err();
        assert_eq!(refused.violations[0].reason(), Reason::UnknownRulesVersion);
    }

    #[test]
    fn states_without_seal_and_text_are_refused() {
        let keys = keys(&["a"]);
        assert_eq!(open(&keys, &state()), Err(Reason::SealMissing));
        let mut text = Position { form: Some(position::Form::Notation("carcassonne/1".into())) };
        assert_eq!(keys.open(&mut text).unwrap_err().violations[0].reason(), Reason::SealMissing);
    }

    #[test]
    fn keys_are_rotated_without_losing_games() {
        let (old, both, new, gone) = (keys(&["a"]), keys(&["a", "b"]), keys(&["b", "a"]), keys(&["b"]));
        assert_eq!(sealed(&old), sealed(&both), "the first key seals");
        for ring in [&both, &new] {
            assert_eq!(open(ring, &sealed(&old)), Ok(state()));
            assert_eq!(open(ring, &sealed(&new)), Ok(state()));
        }
        assert_eq!(open(&gone, &sealed(&new)), Ok(state()));
        assert_eq!(open(&gone, &sealed(&old)), Err(Reason::SealUnknownKey));
    }

    #[test]
    fn keys_that_are_none_are_told_by_line_and_not_by_content() {
        for (text, complaint) in [
            ("", "no key in it"),
            ("# only a remark\n", "no key in it"),
            (&("ab".repeat(32) + "\n\nsecret"), "line 3: expected 64 hexadecimal digits"),
            (&"ab".repeat(31), "line 1: expected 64 hexadecimal digits"),
            (&"xy".repeat(32), "line 1: expected 64 hexadecimal digits"),
        ] {
            assert_eq!(Keys::parse(text).unwrap_err(), complaint);
        }
    }

    #[test]
    fn notations_lose_their_seed() {
        for (text, hidden) in [
            ("carcassonne/1 sets=base draw=seeded:a%20b draws=1", "carcassonne/1 sets=base draw=seeded draws=1"),
            ("carcassonne/1 draw=seeded:a", "carcassonne/1 draw=seeded"),
            ("carcassonne/1 draw=seeded draws=1", "carcassonne/1 draw=seeded draws=1"),
            ("carcassonne/1 draw=host draws=1", "carcassonne/1 draw=host draws=1"),
            ("", ""),
        ] {
            let mut notation = text.to_owned();
            hide_seed(&mut notation);
            assert_eq!(notation, hidden);
        }
    }
}
