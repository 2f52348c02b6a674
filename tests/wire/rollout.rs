//! What rollouts promise: the same for the same request, nothing of the seed, and honest numbers.

use carcassonne_engine::wire::proto::*;
use carcassonne_engine::wire::rpc;
use prost::Message;

use crate::games::{MIXES, apply, legal_moves, middle, new_game, play, position, seeded, setup};

fn request(state: &State) -> RolloutRequest {
    RolloutRequest {
        position: position(state),
        seed: Some(7),
        playouts: Some(5),
        policy: RolloutPolicy::Random as i32,
        ..RolloutRequest::default()
    }
}

fn roll_out(request: RolloutRequest) -> Vec<RolloutResponse> {
    let rollout = rpc::rollout(request).expect("a rollout");
    (0..rollout.batches()).map(|batch| rollout.play(batch, || ()).expect("nobody stops it")).collect()
}

fn refused(request: RolloutRequest) -> Vec<(String, Reason)> {
    let refused = rpc::rollout(request).err().expect("a refusal");
    refused.violations.iter().map(|violation| (violation.field.clone(), violation.reason())).collect()
}

/// Points by playout, then by seat, of each candidate.
fn points(responses: &[RolloutResponse]) -> Vec<Vec<Vec<u32>>> {
    let count = responses.iter().map(|response| response.candidate() as usize + 1).max().unwrap_or(0);
    let mut points = vec![Vec::new(); count];
    for response in responses {
        let of_candidate: &mut Vec<Vec<u32>> = &mut points[response.candidate() as usize];
        for playout in 0..response.playouts() as usize {
            of_candidate.push(response.players.iter().map(|player| player.points[playout]).collect());
        }
    }
    points
}

/// A state of a seeded game in which a tile is to be placed, with that seed.
fn dealt(seed: &str) -> State {
    let mut state = middle(|phase| matches!(phase, turn::Phase::PlaceTile(_)));
    state.setup = state.setup.map(|setup| seeded(setup, seed));
    state
}

#[test]
fn the_same_request_gives_the_same_bytes() {
    for policy in [RolloutPolicy::Random, RolloutPolicy::Greedy] {
        let request = RolloutRequest { policy: policy as i32, tiles: Some(3), ..request(&dealt("a")) };
        let bytes = || roll_out(request.clone()).iter().map(Message::encode_to_vec).collect::<Vec<_>>();
        assert_eq!(bytes(), bytes());
        let others = roll_out(RolloutRequest { seed: Some(8), ..request.clone() });
        assert_ne!(points(&others), points(&roll_out(request)));
    }
}

/// Whoever asks for rollouts of a state that hides its seed learns nothing of the tiles to come.
#[test]
fn the_seed_of_the_game_has_no_part_in_it() {
    let bytes = |state: &State, each_legal_move| {
        let request = RolloutRequest { each_legal_move, playouts: Some(2), ..request(state) };
        roll_out(request).iter().map(Message::encode_to_vec).collect::<Vec<_>>()
    };
    for each in [false, true] {
        assert_eq!(bytes(&dealt("a"), each), bytes(&dealt("b"), each));
    }
    // though the game itself goes on in different ways
    let next = |seed: &str| {
        let mut state = dealt(seed);
        let drawn = state.tiles.len() + 3;
        while state.tiles.len() < drawn {
            let mv = legal_moves(&state).moves[0].r#move.expect("a move");
            state = apply(&state, vec![mv]).state.expect("a state");
        }
        state.bag
    };
    assert_ne!(next("a"), next("b"));
}

#[test]
fn calls_that_continue_each_other_are_one() {
    let whole = RolloutRequest { playouts: Some(100), each_legal_move: true, tiles: Some(1), ..request(&dealt("a")) };
    let part = |first, count| {
        points(&roll_out(RolloutRequest { first_playout: first, playouts: Some(count), ..whole.clone() }))
    };
    let mut joined = part(0, 37);
    joined.iter_mut().zip(part(37, 63)).for_each(|(points, more)| points.extend(more));
    assert_eq!(points(&roll_out(whole)), joined);
    // and the last number is one
    let last = RolloutRequest { first_playout: u32::MAX, playouts: Some(1), ..request(&dealt("a")) };
    assert_eq!(roll_out(last)[0].first_playout(), u32::MAX);
}

#[test]
fn candidates_are_compared_fairly() {
    let state = dealt("a");
    let legal: Vec<Move> = legal_moves(&state).moves.iter().map(|legal| legal.r#move.expect("a move")).collect();
    let each =
        roll_out(RolloutRequest { each_legal_move: true, playouts: Some(70), tiles: Some(2), ..request(&state) });
    let named = legal.iter().map(|mv| MoveSequence { moves: vec![*mv] }).collect();
    let named = roll_out(RolloutRequest { candidates: named, playouts: Some(70), tiles: Some(2), ..request(&state) });
    assert_eq!(each, named);

    let order: Vec<u32> = each.iter().map(|response| response.candidate()).collect();
    let round: Vec<u32> = (0..legal.len() as u32).collect();
    assert_eq!(order, round.repeat(order.len() / round.len()), "each has its first before any has its second");
    assert!(order.len() > round.len());
    for response in &each {
        assert_eq!(response.moves, [legal[response.candidate() as usize]]);
    }
    assert!(points(&each).iter().all(|points| points.len() == 70));
}

#[test]
fn what_is_told_of_players_adds_up() {
    let state = new_game(&setup(MIXES[2], 3));
    let responses = roll_out(RolloutRequest { playouts: Some(40), ..request(&state) });
    for response in &responses {
        let playouts = response.playouts() as usize;
        assert!(response.moves_made() > 70 * playouts as u64, "whole games");
        let mut shared = vec![0; playouts];
        for (seat, player) in response.players.iter().enumerate() {
            assert_eq!((player.player() as usize, player.points.len()), (seat, playouts));
            let sum: u64 = player.points.iter().map(|points| u64::from(*points)).sum();
            assert_eq!(player.sum_points(), sum);
            assert_eq!(player.mean_points(), sum as f64 / playouts as f64);
            let others = |playout: usize| {
                let others = response.players.iter().filter(|other| other.player != player.player);
                others.map(|other| other.points[playout]).max().expect("others")
            };
            let count = |is: fn(&u32, &u32) -> bool| {
                player.points.iter().enumerate().filter(|(playout, points)| is(points, &others(*playout))).count()
            };
            assert_eq!(player.wins() as usize, count(|own, best| own > best));
            assert_eq!(player.ties() as usize, count(|own, best| own == best));
            player.points.iter().zip(&mut shared).for_each(|(points, shared)| *shared += points);
        }
        assert!(shared.iter().all(|points| *points > 0));
    }
}

/// A chance node is one like any other: its candidates are its outcomes.
#[test]
fn from_a_chance_node() {
    let state = middle(|phase| matches!(phase, turn::Phase::Draw(_)));
    let outcomes = legal_moves(&state);
    assert_eq!(outcomes.player, None);
    let each = roll_out(RolloutRequest { each_legal_move: true, playouts: Some(1), ..request(&state) });
    assert_eq!(each.len(), outcomes.moves.len());
    let drawn = roll_out(RolloutRequest { playouts: Some(60), tiles: Some(1), ..request(&state) });
    let mut seen = points(&drawn).remove(0);
    seen.sort();
    seen.dedup();
    assert!(seen.len() > 3, "what is drawn is chance: {seen:?}");
}

/// From a view, what it hides is chance: the playouts are the same whatever the others hold.
#[test]
fn from_a_view_of_hidden_tiles() {
    let mut tried = 0;
    for seed in 0..400 {
        let setup = setup(&[("base", 1), ("wonders-1", 1), ("wonders-2", 1), ("wonders-3", 1)], 3);
        let mut kept = None;
        play(&setup, seed, |state, _| {
            let hides = |player: &PlayerState| player.hand.iter().any(|tile| tile.face_down);
            if kept.is_none() && state.players.iter().any(hides) {
                kept = Some(state.clone());
            }
        });
        let Some(full) = kept else { continue };
        let view = ViewRequest { position: position(&full), ..ViewRequest::default() };
        let view = rpc::view(view).expect("a view").state.expect("a state");
        assert!(view.players.iter().any(|player| player.hand.iter().any(|tile| tile.kind.is_none())));
        // another full state that looks the same: the kept tile and one in the bag have changed places
        let mut swapped = full.clone();
        let held = swapped.players.iter_mut().flat_map(|player| &mut player.hand).find(|tile| tile.face_down);
        let held = held.expect("a kept tile");
        let Some(other) = swapped.bag.iter().position(|tiles| tiles.kind != held.kind && tiles.count() > 1) else {
            continue;
        };
        let Some(own) = swapped.bag.iter().position(|tiles| tiles.kind == held.kind) else { continue };
        held.kind = swapped.bag[other].kind;
        swapped.bag[other].count = Some(swapped.bag[other].count() - 1);
        swapped.bag[own].count = Some(swapped.bag[own].count() + 1);
        let same = ViewRequest { position: position(&swapped), ..ViewRequest::default() };
        assert_eq!(rpc::view(same).expect("a view").state, Some(view.clone()));

        let rolled = points(&roll_out(RolloutRequest { playouts: Some(20), ..request(&view) }));
        assert_eq!(rolled[0].len(), 20);
        assert_ne!(rolled, points(&roll_out(RolloutRequest { playouts: Some(20), ..request(&full) })));
        tried += 1;
        if tried == 3 {
            return;
        }
    }
    panic!("tiles are kept sooner or later");
}

#[test]
fn playouts_end_after_so_many_tiles() {
    let state = dealt("a");
    let rolled = |tiles| roll_out(RolloutRequest { tiles, playouts: Some(10), ..request(&state) });
    let moves = |tiles| rolled(tiles).iter().map(|response| response.moves_made()).sum::<u64>();
    // a tile and, if there is a choice, a figure; before each further tile a draw
    assert!((10..=20).contains(&moves(Some(1))), "{}", moves(Some(1)));
    assert!((30..=50).contains(&moves(Some(2))), "{}", moves(Some(2)));
    assert_eq!(rolled(Some(100_000)), rolled(None));
}

#[test]
fn a_game_that_is_over_stays_so() {
    let over = play(&setup(MIXES[0], 2), 3, |_, _| {});
    let score = rpc::score(ScoreRequest { position: position(&over) }).expect("a position");
    let final_points: Vec<u32> = score.now.iter().map(|player| player.points()).collect();
    let responses = roll_out(request(&over));
    assert_eq!(points(&responses), [vec![final_points; 5]]);
    assert_eq!(responses[0].moves_made(), 0);
    // what stands on the table stays there
    for (player, told) in over.players.iter().zip(&responses[0].players) {
        let supply: u64 = player.supply.iter().map(|figures| u64::from(figures.count())).sum();
        assert_eq!(told.sum_supply(), 5 * supply);
    }
    assert!(over.tiles.iter().any(|tile| !tile.figures.is_empty()), "some stand there");
    let each = RolloutRequest { each_legal_move: true, ..request(&over) };
    assert_eq!(refused(each), [("each_legal_move".into(), Reason::GameOver)]);
}

#[test]
fn greedy_players_do_better_than_random_ones() {
    let state = new_game(&setup(MIXES[0], 2));
    let mean = |policy| {
        let request = RolloutRequest { policy: policy as i32, playouts: Some(6), ..request(&state) };
        points(&roll_out(request))[0].iter().flatten().sum::<u32>()
    };
    let (random, greedy) = (mean(RolloutPolicy::Random), mean(RolloutPolicy::Greedy));
    assert!(greedy > 2 * random, "{greedy} and {random} points");
}

#[test]
fn what_is_wrong_is_told_with_its_path() {
    let state = dealt("a");
    let legal = legal_moves(&state).moves[0].r#move.expect("a move");
    let pass = Move { kind: Some(r#move::Kind::Pass(Pass {})) };
    let sequence = |moves: &[Move]| MoveSequence { moves: moves.to_vec() };
    let ok = request(&state);
    for (wrong, path, reason) in [
        (RolloutRequest { playouts: Some(0), ..ok.clone() }, "playouts", Reason::OutOfRange),
        (RolloutRequest { policy: 99, ..ok.clone() }, "policy", Reason::OutOfRange),
        (
            RolloutRequest { candidates: vec![sequence(&[]), sequence(&[legal, legal])], ..ok.clone() },
            "candidates[1].moves[1]",
            Reason::NotNow,
        ),
        (
            RolloutRequest { candidates: vec![sequence(&[pass])], ..ok.clone() },
            "candidates[0].moves[0]",
            Reason::NotNow,
        ),
        (
            RolloutRequest { candidates: vec![sequence(&[legal])], each_legal_move: true, ..ok.clone() },
            "candidates",
            Reason::Duplicate,
        ),
        (RolloutRequest { candidates: vec![sequence(&[]); 1001], ..ok.clone() }, "candidates", Reason::Limit),
        (RolloutRequest { candidates: vec![sequence(&[legal; 501]); 2], ..ok }, "candidates", Reason::Limit),
    ] {
        assert_eq!(refused(wrong)[0], (path.to_owned(), reason));
    }
    let nothing: Vec<_> = refused(RolloutRequest::default()).into_iter().map(|(path, _)| path).collect();
    assert_eq!(nothing, ["position", "seed", "playouts", "policy"]);
}
