//! Small drawings that stand upright on a tile, around the point (0, 0).

use std::fmt::Write;

use super::shape::Point;

/// A drawing with the id by which it is used.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Mark {
    pub id: &'static str,
    pub svg: &'static str,
}

/// Draws a mark around a point, at so many percent of its size.
pub fn draw(out: &mut String, mark: Mark, (x, y): Point, percent: i32) {
    let _ = match percent {
        100 => write!(out, r##"<use href="#{}" x="{x}" y="{y}"/>"##, mark.id),
        _ => write!(
            out,
            r##"<use href="#{}" transform="translate({x} {y}) scale({}.{:02})"/>"##,
            mark.id,
            percent / 100,
            percent % 100
        ),
    };
}

/// The mark for a kind of token: that of the trait of the same name, if there is one.
pub fn of_token(name: &str) -> Mark {
    if name == FLOOR.id { FLOOR } else { of_trait(name).unwrap_or(COUNTER) }
}

/// The mark for a trait of a tile or segment; traits without one show nothing.
pub fn of_trait(name: &str) -> Option<Mark> {
    TRAITS.iter().find(|(trait_name, _)| *trait_name == name).map(|(_, mark)| *mark)
}

const TRAITS: &[(&str, Mark)] = &[
    (
        "inn",
        Mark {
            id: "inn",
            svg: r##"<ellipse cx="14" cy="42" rx="92" ry="46" fill="#5b9fc8"/><ellipse cx="14" cy="40" rx="82" ry="37" fill="#8ccbe9"/><path d="M-66 -14h84v58h-84z" fill="#f4e3c1"/><path d="M-80 -10L-24 -72L32 -10z" fill="#a63d2f"/><path d="M-36 14h24v30h-24z" fill="#6b4226"/><path d="M24 -34h40v30q-20 14 -40 0z" fill="#f2c14e" stroke="#6b4226" stroke-width="7"/>"##,
        },
    ),
    (
        "cathedral",
        Mark {
            id: "cathedral",
            svg: r##"<path d="M-150 -20h300v150h-300z" fill="#e9dfca" stroke="#5b4a3a" stroke-width="10"/><path d="M-166 -16L-120 -84h240L166 -16z" fill="#4f6d8f" stroke="#5b4a3a" stroke-width="10"/><path d="M-70 -150h140v280h-140z" fill="#f4ecdb" stroke="#5b4a3a" stroke-width="10"/><path d="M-86 -146L0 -250L86 -146z" fill="#4f6d8f" stroke="#5b4a3a" stroke-width="10"/><circle cy="-78" r="36" fill="#c94f4f" stroke="#5b4a3a" stroke-width="8"/><path d="M0 -114v72M-36 -78h72" stroke="#f4ecdb" stroke-width="8"/><path d="M-30 130v-64q30 -44 60 0v64z" fill="#6b4226"/><path d="M-118 96v-50q16 -22 32 0v50zM86 96v-50q16 -22 32 0v50z" fill="#7f95ad"/><path d="M0 -250v-46M-20 -278h40" stroke="#5b4a3a" stroke-width="12"/>"##,
        },
    ),
    (
        "pig-herd",
        Mark {
            id: "pigs",
            svg: r##"<g fill="#eba4a0" stroke="#9c5450" stroke-width="7"><path d="M-88 6v22M-40 6v22M26 -34v22M72 -34v22M-14 52v22M34 52v22"/><ellipse cx="-64" cy="-6" rx="42" ry="28"/><circle cx="-104" cy="-14" r="19"/><ellipse cx="48" cy="-46" rx="42" ry="28"/><circle cx="88" cy="-54" r="19"/><ellipse cx="10" cy="40" rx="42" ry="28"/><circle cx="-30" cy="32" r="19"/></g>"##,
        },
    ),
    (
        "farm",
        Mark {
            id: "farm",
            svg: r##"<path d="M-84 -4h92v64h-92z" fill="#f1dcb4" stroke="#6b4226" stroke-width="7"/><path d="M-98 0L-38 -54L22 0z" fill="#8d6a3f" stroke="#6b4226" stroke-width="7"/><path d="M-52 60v-38h28v38z" fill="#6b4226"/><path d="M34 8h62M34 30h62M34 52h62" stroke="#b98a1d" stroke-width="13"/>"##,
        },
    ),
    (
        "volcano",
        Mark {
            id: "volcano",
            svg: r##"<path d="M-120 84Q-60 20 -36 -60h72Q60 20 120 84Q0 108 -120 84z" fill="#7d6a5d" stroke="#4d4038" stroke-width="9"/><path d="M-36 -60h72q4 26 16 56q-22 8 -30 36q-14 -40 -32 -12q-14 -34 -40 -24q12 -30 14 -56z" fill="#e2572b"/><path d="M-14 -74q-30 -22 -6 -46M16 -74q24 -26 4 -56" fill="none" stroke="#9a9a9a" stroke-width="14" stroke-linecap="round"/>"##,
        },
    ),
    (
        "wine",
        Mark {
            id: "wine",
            svg: r##"<path d="M-62 -74Q-92 0 -62 74H62Q92 0 62 -74z" fill="#a8703a" stroke="#5a3a1c" stroke-width="9"/><path d="M-75 -36H75M-75 36H75" stroke="#5a3a1c" stroke-width="13"/><circle r="33" fill="#f4ecdb" stroke="#5a3a1c" stroke-width="7"/><g fill="#8e2b5e"><circle cx="-11" cy="-9" r="9"/><circle cx="11" cy="-9" r="9"/><circle cy="7" r="9"/></g>"##,
        },
    ),
    (
        "grain",
        Mark {
            id: "grain",
            svg: r##"<g fill="none" stroke="#9a7416" stroke-width="9"><path d="M0 84Q-6 0 0 -70M-12 84Q-26 10 -60 -50M12 84Q26 10 60 -50"/></g><g fill="#f2c53d" stroke="#9a7416" stroke-width="5"><ellipse cy="-64" rx="20" ry="40"/><ellipse cx="-58" cy="-46" rx="19" ry="38" transform="rotate(-30 -58 -46)"/><ellipse cx="58" cy="-46" rx="19" ry="38" transform="rotate(30 58 -46)"/></g><path d="M-34 22H34V48H-34z" fill="#c0392b" stroke="#7a2218" stroke-width="6"/>"##,
        },
    ),
    (
        "cloth",
        Mark {
            id: "cloth",
            svg: r##"<path d="M-78 -52H54V56H-78z" fill="#3f7fb8" stroke="#234b70" stroke-width="9"/><path d="M-78 -20H54M-78 22H54" stroke="#f4ecdb" stroke-width="11"/><ellipse cx="56" cy="2" rx="27" ry="54" fill="#6ba6d8" stroke="#234b70" stroke-width="9"/><ellipse cx="56" cy="2" rx="9" ry="20" fill="#f4ecdb" stroke="#234b70" stroke-width="6"/>"##,
        },
    ),
    (
        "princess",
        Mark {
            id: "princess",
            svg: r##"<path d="M-52 -30Q-66 60 -84 84H84Q66 60 52 -30z" fill="#e8b33a" stroke="#7a5515" stroke-width="7"/><path d="M-54 96Q-46 28 0 28Q46 28 54 96z" fill="#c23b78" stroke="#6e1f44" stroke-width="8"/><circle cy="-20" r="44" fill="#f7d9bd" stroke="#7a5515" stroke-width="7"/><path d="M-46 -48L-52 -94L-24 -72L0 -100L24 -72L52 -94L46 -48z" fill="#f6d743" stroke="#7a5515" stroke-width="7"/><circle cx="-15" cy="-22" r="5" fill="#3b3428"/><circle cx="15" cy="-22" r="5" fill="#3b3428"/><path d="M-12 0Q0 10 12 0" fill="none" stroke="#b0413e" stroke-width="6" stroke-linecap="round"/>"##,
        },
    ),
    (
        "dragon",
        Mark {
            id: "dragon",
            svg: r##"<path d="M-22 -6L-92 -84Q-20 -100 30 -20z" fill="#e08b3c" stroke="#6d2418" stroke-width="8"/><path d="M-104 66Q-64 84 -40 50Q-52 0 0 -14Q34 -24 30 -62Q28 -92 58 -96L84 -84L106 -58L92 -46L66 -52Q76 -14 52 14Q74 34 66 66H36Q36 44 18 40Q-8 96 -60 96Q-92 94 -104 66z" fill="#c8402f" stroke="#6d2418" stroke-width="8"/><circle cx="66" cy="-76" r="7" fill="#f6d743"/><path d="M44 -96L36 -110M58 -96L56 -112" stroke="#6d2418" stroke-width="8" stroke-linecap="round"/>"##,
        },
    ),
    (
        "portal",
        Mark {
            id: "portal",
            svg: r##"<ellipse cy="82" rx="96" ry="20" fill="#5e7f3a"/><path d="M-84 84V-12Q-84 -96 0 -96Q84 -96 84 -12V84H46V-10Q46 -58 0 -58Q-46 -58 -46 -10V84z" fill="#b9b4a8" stroke="#5b5448" stroke-width="9"/><path d="M-46 80V-10Q-46 -58 0 -58Q46 -58 46 -10V80z" fill="#4a3aa8"/><path d="M0 62Q-34 40 -20 8Q-2 -22 18 2Q24 24 2 26" fill="none" stroke="#c9b8ff" stroke-width="11" stroke-linecap="round"/>"##,
        },
    ),
    (
        "tower",
        Mark {
            id: "tower",
            svg: r##"<path d="M-84 -84H84V84H-84z" fill="#8f8a80" stroke="#4d473d" stroke-width="9"/><path d="M-84 -28H-46M46 -28H84M-84 28H-46M46 28H84M-28 -84V-46M28 -84V-46M-28 46V84M28 46V84" stroke="#4d473d" stroke-width="7"/><path d="M-46 -46H46V46H-46z" fill="#cfc9bb" stroke="#4d473d" stroke-width="8"/><circle r="26" fill="#3b3428"/>"##,
        },
    ),
    ("tunnel", TUNNEL),
];

/// One floor of a tower, seen from above; its foot is around the point.
const FLOOR: Mark = Mark {
    id: "floor",
    svg: r##"<path d="M-80 -40V0A80 32 0 0 0 80 0V-40z" fill="#b3a284" stroke="#463c2e" stroke-width="9"/><path d="M-44 -14V26M0 -8V32M44 -14V26" stroke="#463c2e" stroke-width="6"/><ellipse cy="-40" rx="80" ry="32" fill="#e3d7bd" stroke="#463c2e" stroke-width="9"/><ellipse cy="-38" rx="48" ry="17" fill="#8d7c60"/>"##,
};

/// A token of which nothing else is known.
const COUNTER: Mark =
    Mark { id: "counter", svg: r##"<circle r="80" fill="#e9dfca" stroke="#463c2e" stroke-width="12"/>"## };

/// The mouth of a tunnel, where a road goes underground.
pub const TUNNEL: Mark = Mark {
    id: "tunnel",
    svg: r##"<path d="M-74 52V-6Q-74 -66 0 -66Q74 -66 74 -6V52z" fill="#b9b4a8" stroke="#5b5448" stroke-width="8"/><path d="M-44 52V0Q-44 -36 0 -36Q44 -36 44 0V52z" fill="#2c2620"/>"##,
};

/// A temple, for whatever a tile with an effect shows.
pub const EMBLEM: Mark = Mark {
    id: "emblem",
    svg: r##"<path d="M-120 78h240v26h-240zM-104 54h208v24h-208z" fill="#e9dfca" stroke="#5b4a3a" stroke-width="8"/><path d="M-88 -30h30v84h-30zM-39 -30h30v84h-30zM9 -30h30v84h-30zM58 -30h30v84h-30z" fill="#f4ecdb" stroke="#5b4a3a" stroke-width="8"/><path d="M-116 -30L0 -110L116 -30z" fill="#c9703f" stroke="#5b4a3a" stroke-width="9"/><circle cy="-60" r="17" fill="#f6d743" stroke="#5b4a3a" stroke-width="7"/>"##,
};

pub const MONASTERY: Mark = Mark {
    id: "monastery",
    svg: r##"<path d="M-110 -16h168v112h-168z" fill="#f3e6cf" stroke="#5b4a3a" stroke-width="9"/><path d="M-126 -12L-92 -78h132L74 -12z" fill="#b5482f" stroke="#5b4a3a" stroke-width="9"/><path d="M42 -90h72v186h-72z" fill="#fbf3e2" stroke="#5b4a3a" stroke-width="9"/><path d="M30 -86L78 -150L126 -86z" fill="#b5482f" stroke="#5b4a3a" stroke-width="9"/><path d="M78 -150v-40M60 -174h36" stroke="#5b4a3a" stroke-width="11"/><path d="M-44 96v-44q22 -32 44 0v44z" fill="#6b4226"/><path d="M-92 56v-32q12 -16 24 0v32zM66 -14v-38q12 -16 24 0v38z" fill="#7f95ad"/>"##,
};

pub const GARDEN: Mark = Mark {
    id: "garden",
    svg: r##"<circle r="98" fill="#4f8a3c"/><circle r="76" fill="#9fce6a"/><path d="M0 -96V96M-96 0H96" stroke="#f0e2bb" stroke-width="20"/><circle r="26" fill="#8ccbe9" stroke="#f0e2bb" stroke-width="12"/><g fill="#e0568c"><circle cx="-42" cy="-42" r="15"/><circle cx="42" cy="42" r="15"/></g><g fill="#f6d743"><circle cx="42" cy="-42" r="15"/><circle cx="-42" cy="42" r="15"/></g>"##,
};

pub const COAT_OF_ARMS: Mark = Mark {
    id: "arms",
    svg: r##"<path d="M-64 -74H64V-8Q60 56 0 88Q-60 56 -64 -8z" fill="#2f62b3" stroke="#fff" stroke-width="12"/><path d="M-58 -30H58V4H-58z" fill="#f6d743"/><path d="M-16 -68H16V74L0 82L-16 74z" fill="#f6d743"/>"##,
};

pub const HOUSE: Mark = Mark {
    id: "house",
    svg: r##"<path d="M-34 -4h68v40h-68z" fill="#f6e7c8" stroke="#7a4e2d" stroke-width="6"/><path d="M-46 0L0 -44L46 0z" fill="#b3452f" stroke="#7a4e2d" stroke-width="6"/><path d="M-9 36v-22h18v22z" fill="#7a4e2d"/>"##,
};

pub const VILLAGE: Mark = Mark {
    id: "village",
    svg: r##"<use href="#house" x="-46" y="-22"/><use href="#house" x="44" y="-30"/><use href="#house" x="4" y="40"/>"##,
};

pub const TREE: Mark = Mark {
    id: "tree",
    svg: r##"<path d="M-6 12h12v32h-12z" fill="#6b4226"/><circle r="30" fill="#4f8a3c"/><circle cx="-9" cy="-9" r="14" fill="#6aa84f"/>"##,
};
