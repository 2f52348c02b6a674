//! What each RPC promises beyond its types.

use carcassonne_engine::wire::proto::{self, *};
use carcassonne_engine::wire::rpc;

use crate::games::{MIXES, apply, legal_moves, middle, new_game, play, position, seeded, setup};

fn refusal<A: std::fmt::Debug>(
    result: Result<A, carcassonne_engine::wire::status::Refused>,
) -> (Option<u32>, Vec<(String, Reason)>) {
    let refused = result.expect_err("a refusal");
    let told = |violation: &Violation| (violation.field.clone(), violation.reason());
    (refused.move_index, refused.violations.iter().map(told).collect())
}

fn one(path: &str, reason: Reason) -> Vec<(String, Reason)> {
    vec![(path.into(), reason)]
}

fn phase(state: &State) -> turn::Phase {
    state.turn.clone().and_then(|turn| turn.phase).expect("a phase")
}

fn ask(state: &State, ask: Vec<Move>, whole_turns: bool) -> LegalMovesResponse {
    rpc::legal_moves(LegalMovesRequest { position: position(state), ask, whole_turns, with_notation: true })
        .expect("a position")
}

fn create(setup: Setup) -> Result<NewGameResponse, carcassonne_engine::wire::status::Refused> {
    rpc::new_game(NewGameRequest { setup: Some(setup), with_notation: false })
}

#[test]
fn catalog_holds_what_the_sets_need() {
    let all = rpc::get_catalog(GetCatalogRequest::default()).expect("a catalogue");
    assert!(all.kinds.is_sorted_by_key(|kind| kind.number));
    let base = rpc::get_catalog(GetCatalogRequest { sets: vec!["base".into()] }).expect("a catalogue");
    assert_eq!(base.sets.len(), 1);
    assert_eq!(base.sets[0].tiles.iter().filter_map(|tiles| tiles.count).sum::<u32>(), 72);
    assert!(base.kinds.len() < all.kinds.len());
    for kind in &base.kinds {
        assert!(all.kinds.contains(kind));
        let spots: Vec<_> = kind.segments.iter().filter_map(|segment| segment.figure_spot).collect();
        assert_eq!(spots.len(), kind.segments.len());
        assert!(spots.iter().all(|spot| (0..=1000).contains(&spot.x()) && (0..=1000).contains(&spot.y())), "{spots:?}");
    }

    // a game of inns alone begins with a tile that they do not bring
    let inns = rpc::get_catalog(GetCatalogRequest { sets: vec!["inns-and-cathedrals".into()] }).expect("a catalogue");
    let start = new_game(&setup(MIXES[4], 2)).tiles[0].kind;
    assert!(inns.kinds.iter().any(|kind| kind.number == start));

    let count = |catalog: &GetCatalogResponse| catalog.figures.iter().map(|info| info.count()).collect::<Vec<_>>();
    assert_eq!(
        (count(&base), count(&inns)),
        (vec![7, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0], vec![7, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0])
    );
    let default = |catalog: &GetCatalogResponse| {
        let option = catalog.options.iter().find(|option| option.name == "inns").expect("an option");
        let values: Vec<_> = option.values.iter().map(|value| (&*value.name, value.number())).collect();
        assert_eq!(values, [("on", 1), ("off", 2)]);
        option.default_value.clone()
    };
    assert_eq!((default(&base), default(&inns)), ("off".into(), "on".into()));

    let sets = ["base", "nowhere", "base"].map(Into::into).to_vec();
    let (_, told) = refusal(rpc::get_catalog(GetCatalogRequest { sets }));
    assert_eq!(told, [("sets[1]".into(), Reason::UnknownSet), ("sets[2]".into(), Reason::Duplicate)]);
}

#[test]
fn a_new_game_takes_sets_in_any_order_and_spells_options_out() {
    let mut swapped = setup(MIXES[2], 3);
    swapped.sets.reverse();
    let state = new_game(&swapped);
    assert_eq!(state, new_game(&setup(MIXES[2], 3)));
    let options = state.setup.and_then(|setup| setup.options).expect("options");
    // all that mean something in this game
    for (name, value) in proto::read_options(&options) {
        let of_this = ["farmers", "abbot", "small-city", "river-start-tile", "inns", "cathedrals"].contains(&name);
        assert_eq!(value != 0, of_this, "{name}: {options:?}");
    }

    let twice = setup(&[("base", 1), ("river", 1), ("base", 2)], 2);
    assert_eq!(refusal(create(twice)).1, one("setup.sets[2]", Reason::Duplicate));
    let none = setup(&[("river", 1), ("base", 0)], 2);
    assert_eq!(refusal(create(none)).1, one("setup.sets[1].copies", Reason::OutOfRange));
    assert_eq!(refusal(create(setup(MIXES[0], 7))).1, one("setup.players", Reason::PlayerCount));
    assert_eq!(refusal(create(setup(MIXES[0], 0))).1, one("setup.players", Reason::PlayerCount));
    assert_eq!(refusal(create(setup(&[("base", 14)], 2))).1, one("setup.sets", Reason::Limit));
}

#[test]
fn a_new_game_comes_with_advice() {
    let notes = |sets, players| create(setup(sets, players)).expect("a setup").notes;
    assert_eq!(notes(MIXES[0], 5), Vec::<String>::new());
    let start = notes(MIXES[4], 2);
    assert!(start.len() == 1 && start[0].starts_with("no set brings a start tile"), "{start:?}");
    assert_eq!(notes(MIXES[0], 6).len(), 1);
}

#[test]
fn a_seed_must_be_given_and_decides() {
    let game = |seed: &str| seeded(setup(MIXES[0], 2), seed);
    assert_eq!(refusal(create(game(""))).1, one("setup.seeded.seed", Reason::Missing));
    assert_eq!(refusal(create(game(&"x".repeat(65)))).1, one("setup.seeded.seed", Reason::OutOfRange));
    let created = create(game("a")).expect("a setup");
    assert!(created.events.iter().any(|event| matches!(event.kind, Some(event::Kind::TileDrawn(_)))));
    let state = created.state.expect("a state");
    let turn::Phase::PlaceTile(PlaceTilePhase { kind }) = phase(&state) else { panic!("a tile is drawn") };

    // the service draws: nobody else does
    let draw = Move { kind: Some(r#move::Kind::DrawTile(DrawTile { kind })) };
    let request = ApplyMoveRequest { position: position(&state), moves: vec![draw], ..ApplyMoveRequest::default() };
    assert_eq!(refusal(rpc::apply_move(request)), (Some(0), one("moves[0]", Reason::NotNow)));
}

#[test]
fn a_state_with_a_seed_never_waits_for_a_draw() {
    let mut state = new_game(&setup(MIXES[0], 2));
    state.setup = state.setup.map(|setup| seeded(setup, "a"));
    let request = ScoreRequest { position: position(&state) };
    assert_eq!(refusal(rpc::score(request)).1, one("position.state.turn", Reason::WrongPhase));
}

#[test]
fn a_view_hides_the_seed_and_can_be_played_on() {
    let state = new_game(&seeded(setup(MIXES[0], 2), "secret"));
    let request = |player| ViewRequest { position: position(&state), player, with_notation: false };
    let view = rpc::view(request(Some(1))).expect("a view");
    assert!(!format!("{view:?}").contains("secret"));
    assert_eq!(rpc::view(request(None)), Ok(view.clone()));
    assert_eq!(refusal(rpc::view(request(Some(2)))).1, one("player", Reason::OutOfRange));

    let mut state = view.state.expect("a state");
    while !matches!(phase(&state), turn::Phase::Draw(_)) {
        let choice = legal_moves(&state).moves[0].r#move.expect("a move");
        state = apply(&state, vec![choice]).state.expect("a state");
    }
    let chance = legal_moves(&state);
    assert_eq!(chance.player, None);
    let drawn = apply(&state, vec![chance.moves[0].r#move.expect("a move")]).state.expect("a state");
    assert!(matches!(phase(&drawn), turn::Phase::PlaceTile(_)), "the caller draws");
}

#[test]
fn the_scoring_track_goes_around() {
    let mut state = middle(|phase| matches!(phase, turn::Phase::Draw(_)));
    for (points, expected) in [(49, (49, 0, 0)), (50, (0, 0, 1)), (199, (49, 1, 1)), (200, (0, 2, 0))] {
        state.players[0].points = vec![RulePoints { rule: ScoringRule::City as i32, points: Some(points) }];
        let request = ViewRequest { position: position(&state), player: None, with_notation: false };
        let track = rpc::view(request).expect("a view").track[0];
        assert_eq!((track.points(), (track.space(), track.tiles_100(), track.tiles_50())), (points, expected));
    }
}

#[test]
fn draws_weigh_what_is_in_the_bag() {
    let state = new_game(&setup(MIXES[0], 2));
    let legal = legal_moves(&state);
    let weights: Vec<_> = legal.moves.iter().map(|legal| legal.weight).collect();
    assert_eq!(weights, state.bag.iter().map(|tiles| tiles.count).collect::<Vec<_>>());
    let placing = apply(&state, vec![legal.moves[0].r#move.expect("a move")]).state.expect("a state");
    assert!(legal_moves(&placing).moves.iter().all(|legal| legal.weight.is_none()));
    assert_eq!(legal_moves(&placing).player, Some(0));
}

#[test]
fn whole_turns_are_all_there_is_until_the_next_draw() {
    let state = middle(|phase| matches!(phase, turn::Phase::PlaceTile(_)));
    let mut expected = Vec::new();
    for first in legal_moves(&state).moves {
        let first = first.r#move.expect("a move");
        let after = apply(&state, vec![first]).state.expect("a state");
        if matches!(phase(&after), turn::Phase::Action(_)) {
            let seconds = legal_moves(&after).moves;
            expected.extend(seconds.iter().map(|second| vec![first, second.r#move.expect("a move")]));
        } else {
            expected.push(vec![first]);
        }
    }
    let turns: Vec<_> = ask(&state, Vec::new(), true).turns.into_iter().map(|turn| turn.moves).collect();
    assert_eq!(turns, expected);
    assert!(ask(&state, Vec::new(), false).turns.is_empty());

    let drawing = middle(|phase| matches!(phase, turn::Phase::Draw(_)));
    assert!(ask(&drawing, Vec::new(), true).turns.is_empty());
}

#[test]
fn asking_explains_what_applying_refuses() {
    let state = middle(|phase| matches!(phase, turn::Phase::PlaceTile(_)));
    let turn::Phase::PlaceTile(PlaceTilePhase { kind }) = phase(&state) else { panic!("a tile is drawn") };
    let start = (state.tiles[0].x, state.tiles[0].y);
    let place = |x, y| PlaceTile { kind, x, y, rotation: Rotation::R0 as i32 };
    let place = |x, y| Move { kind: Some(r#move::Kind::PlaceTile(place(x, y))) };
    let legal = legal_moves(&state).moves[0].r#move.expect("a move");
    let moves = vec![
        legal,
        place(start.0, start.1),
        place(Some(5000), Some(-5000)),
        Move { kind: Some(r#move::Kind::Pass(Pass {})) },
    ];
    let answers = ask(&state, moves.clone(), false).answers;
    let told: Vec<_> = answers
        .iter()
        .map(|answer| (answer.legal(), answer.violations.first().map(|first| (&*first.field, first.reason()))))
        .collect();
    assert_eq!(
        told,
        [
            (true, None),
            (false, Some(("ask[1].place_tile", Reason::OccupiedSquare))),
            (false, Some(("ask[2].place_tile", Reason::NotAdjacent))),
            (false, Some(("ask[3]", Reason::NotNow))),
        ]
    );
    for (i, illegal) in moves[1..].iter().enumerate() {
        let moves = vec![*illegal];
        let request = ApplyMoveRequest { position: position(&state), moves, ..ApplyMoveRequest::default() };
        let refused = rpc::apply_move(request).expect_err("an illegal move");
        assert_eq!(refused.move_index, Some(0));
        let asked: Vec<_> = answers[i + 1].violations.iter().map(|violation| &violation.description).collect();
        assert_eq!(refused.violations.iter().map(|violation| &violation.description).collect::<Vec<_>>(), asked);
    }
}

#[test]
fn the_first_refused_move_is_named() {
    let start = new_game(&setup(MIXES[0], 2));
    let mut moves = Vec::new();
    play(&setup(MIXES[0], 2), 1, |_, choice| moves.extend(choice.copied()));
    moves.truncate(5);
    moves.push(moves[0]);
    let request = |moves| ApplyMoveRequest { position: position(&start), moves, ..ApplyMoveRequest::default() };
    let (index, told) = refusal(rpc::apply_move(request(moves.clone())));
    assert_eq!(index, Some(5));
    assert!(told.iter().all(|(path, _)| path.starts_with("moves[5]")), "{told:?}");

    let form = Some(replay_request::Form::Record(Record { setup: Some(setup(MIXES[0], 2)), moves }));
    let (index, told) = refusal(rpc::replay(ReplayRequest { form, with_notation: false }));
    assert_eq!(index, Some(5));
    assert!(told.iter().all(|(path, _)| path.starts_with("record.moves[5]")), "{told:?}");

    assert_eq!(refusal(rpc::apply_move(request(Vec::new()))), (None, one("moves", Reason::Missing)));
    let both = ApplyMoveRequest { notation: "pass".into(), ..request(vec![Move { kind: None }]) };
    assert!(refusal(rpc::apply_move(both)).1.contains(&("notation".into(), Reason::Duplicate)));
}

fn total(scores: &[PlayerScore]) -> Vec<u32> {
    scores.iter().map(|score| score.points()).collect()
}

#[test]
fn score_foresees_the_end() {
    for (seed, sets) in MIXES.iter().enumerate() {
        let mut before = None;
        let last = play(&setup(sets, 3), seed as u64, |state, _| {
            let score = rpc::score(ScoreRequest { position: position(state) }).expect("a position");
            for scores in [&score.now, &score.if_ended_now] {
                for player in scores {
                    let sum: u32 = player.by_rule.iter().filter_map(|rule| rule.points).sum();
                    assert_eq!(player.points(), sum);
                }
            }
            let mut sum = total(&score.now);
            for scored in &score.final_scoring {
                sum[scored.player() as usize] += scored.points();
                assert_eq!(scored.points(), scored.terms.iter().map(|term| term.count() * term.each()).sum::<u32>());
            }
            assert_eq!(total(&score.if_ended_now), sum);
            before = Some(score);
        });
        let over = before.expect("a score");
        assert_eq!(over.now, over.if_ended_now);
        assert!(over.final_scoring.is_empty());
        assert_eq!(over.now.len(), last.players.len());
    }
}

#[test]
fn regions_hold_every_segment_once() {
    let state = play(&setup(MIXES[2], 2), 4, |_, _| {});
    let catalog = rpc::get_catalog(GetCatalogRequest::default()).expect("a catalogue");
    let regions = rpc::score(ScoreRequest { position: position(&state) }).expect("a position").regions;
    let mut places: Vec<_> =
        regions.iter().flat_map(|region| &region.segments).map(|at| (at.x, at.y, at.segment)).collect();
    let segments = |tile: &PlacedTile| {
        let kind = catalog.kinds.iter().find(|kind| kind.number == tile.kind).expect("a kind");
        kind.segments.len()
    };
    assert_eq!(places.len(), state.tiles.iter().map(segments).sum::<usize>());
    places.sort_unstable();
    places.dedup();
    assert_eq!(places.len(), state.tiles.iter().map(segments).sum::<usize>());

    let figures: usize = state.tiles.iter().map(|tile| tile.figures.len()).sum();
    assert_eq!(regions.iter().map(|region| region.figures.len()).sum::<usize>(), figures);
    for region in &regions {
        assert_eq!(region.value(), region.terms.iter().map(|term| term.count() * term.each()).sum::<u32>());
        assert_eq!(region.open.is_none(), region.feature() == Feature::Field);
        assert_eq!(region.completed(), region.open == Some(0) && region.feature() != Feature::River);
        assert_eq!(region.figures.is_empty(), region.strengths.is_empty());
        assert_eq!(region.figures.is_empty(), region.majority.is_empty());
        for city in &region.completed_cities {
            let city = &regions[*city as usize];
            assert!(city.completed() && city.feature() == Feature::City);
        }
    }
    assert!(regions.iter().any(|region| !region.completed_cities.is_empty()));
}
