//! States of Traders & Builders that could not have come about.

mod common;

use carcassonne_engine::engine::{Position, Reason};
use carcassonne_engine::notation;

const LINE: &str = "carcassonne/1 sets=base-without-gardens,traders-and-builders players=A,B options=abbot:off draw=host \
    draws=auto tiles=D@0,0r0;U@1,0r1{P1:meeple@road.E};E@0,-1r2 points=P1:-;P2:- supply=auto bag=auto turn=P1:draw";

fn reasons(line: &str) -> Vec<Reason> {
    let state = notation::parse_position(&common::catalogue(), line).expect("readable");
    let refused = Position::from_state(&common::catalogue(), state).err().unwrap_or_default();
    refused.into_iter().map(|violation| violation.reason).collect()
}

#[test]
fn impossible_states_are_refused() {
    assert_eq!(reasons(LINE), [], "as it is, it could have come about");
    for (old, new, reason) in [
        // a builder without a meeple of its owner, and one on a field
        ("E@0,-1r2", "E@0,-1r2{P2:builder@city.S}", Reason::FIGURE_PLACE),
        ("{P1:meeple@road.E}", "{P1:builder@field.N}", Reason::FIGURE_PLACE),
        // two parts before the first tile, and after the end
        ("turn=P1:draw", "turn=P1:draw part=first", Reason::WRONG_PHASE),
        // more tiles in a turn than anybody places
        ("turn=P1:draw", "turn=P1:draw placed=1", Reason::WRONG_PHASE),
        ("turn=P1:draw", "turn=P1:act placed=2", Reason::WRONG_PHASE),
        // more wine than the tiles bring
        ("supply=auto", "supply=auto tokens=P1:wine:10", Reason::OUT_OF_RANGE),
        ("points=P1:-", "points=P1:goods:10", Reason::WRONG_PHASE),
    ] {
        let line = LINE.replace(old, new);
        assert!(reasons(&line).contains(&reason), "{new}: {:?}", reasons(&line));
    }
}
