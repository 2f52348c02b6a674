//! From refusals to gRPC statuses. Nothing else builds the [`Status`] of a request that reached an RPC; `docs/errors.md`
//! is the table for readers.

use prost::Message;
use prost_types::Any;
use tonic::{Code, Status};
use tonic_types::pb::{BadRequest, ErrorInfo, Status as RpcStatus, bad_request::FieldViolation};

use super::proto::{PlayError, Reason, Refusal, Violation};

/// `ErrorInfo.domain` of every refusal.
pub const DOMAIN: &str = "carcassonne.v1";
/// At most so many violations are told.
pub const MAX_VIOLATIONS: usize = 100;
/// Longest status message, in bytes.
pub const MAX_MESSAGE: usize = 500;
/// Longest field path and longest description, in bytes.
pub const MAX_TEXT: usize = 200;
/// Largest violation that keeps its detail, in bytes.
const MAX_VIOLATION: usize = 1000;
/// Largest encoded details, in bytes. They travel as base64 in a header beside the message, which may triple by
/// percent-encoding, and some clients refuse headers of more than 8 KiB in all.
pub const MAX_DETAILS: usize = 4600;

/// Why a request was refused.
#[derive(Debug, Clone, PartialEq)]
pub struct Refused {
    /// All that is wrong, the most telling first: its reason decides on the code of the status. Never empty.
    pub violations: Vec<Violation>,
    /// Index of the first move that was refused, for requests with several.
    pub move_index: Option<u32>,
}

impl Refused {
    /// A refusal for all these violations, of which there must be at least one.
    pub fn new(violations: Vec<Violation>) -> Self {
        Self { violations, move_index: None }
    }

    /// A refusal for one violation.
    pub fn one(field: impl Into<String>, reason: Reason, description: impl Into<String>) -> Self {
        Self::new(vec![violation(field, reason, description)])
    }

    /// The same refusal, said of the move with this index.
    pub fn at_move(self, index: u32) -> Self {
        Self { move_index: Some(index), ..self }
    }
}

/// A violation without further detail.
pub fn violation(field: impl Into<String>, reason: Reason, description: impl Into<String>) -> Violation {
    Violation { field: field.into(), reason: reason as i32, description: description.into(), detail: None }
}

/// The status code for a reason. A test compares it with `docs/errors.md` for every reason there is.
pub fn code(reason: Reason) -> Code {
    match reason {
        Reason::Unspecified => Code::Internal,
        Reason::Limit => Code::ResourceExhausted,
        Reason::UnknownSet => Code::Unimplemented,
        Reason::UnknownRulesVersion | Reason::SealUnknownKey => Code::FailedPrecondition,
        _ => Code::InvalidArgument,
    }
}

/// The status for a fault of the service itself. Says nothing about it: that is for the log.
pub fn internal() -> Status {
    Status::internal("internal error")
}

/// A refusal as it is told: its code and message, and as much of it as fits.
struct Told {
    code: Code,
    message: String,
    info: ErrorInfo,
    request: BadRequest,
    refusal: Refusal,
}

impl Told {
    /// None for a bug, of which nothing is told.
    fn of(refused: Refused) -> Option<Told> {
        let first = refused.violations.first()?;
        let (code, reason) = (code(first.reason()), name(first.reason()));
        if code == Code::Internal {
            return None;
        }
        let total = refused.violations.len();
        let info = ErrorInfo {
            reason: reason.into(),
            domain: DOMAIN.into(),
            // A single entry: the order of several would change from run to run.
            metadata: [("violations".into(), total.to_string())].into(),
        };
        let request = BadRequest { field_violations: Vec::new() };
        let refusal = Refusal { violations: Vec::new(), move_index: refused.move_index };
        let mut told = Told { code, message: message(first, total), info, request, refusal };
        let mut room = MAX_DETAILS - told.details().len();
        for violation in refused.violations.into_iter().take(MAX_VIOLATIONS).map(bounded_violation) {
            let field = field_violation(&violation);
            // Tag and length of both entries, and room for the lengths around them to grow.
            let size = field.encoded_len() + violation.encoded_len() + 12;
            let Some(rest) = room.checked_sub(size) else { break };
            room = rest;
            told.request.field_violations.push(field);
            told.refusal.violations.push(violation);
        }
        Some(told)
    }

    /// An encoded `google.rpc.Status`, as `grpc-status-details-bin` carries it.
    fn details(&self) -> Vec<u8> {
        let any = |name: &str, value| Any { type_url: format!("type.googleapis.com/{name}"), value };
        let details = vec![
            any("google.rpc.ErrorInfo", self.info.encode_to_vec()),
            any("google.rpc.BadRequest", self.request.encode_to_vec()),
            any("carcassonne.v1.Refusal", self.refusal.encode_to_vec()),
        ];
        RpcStatus { code: self.code as i32, message: self.message.clone(), details }.encode_to_vec()
    }
}

impl From<Refused> for Status {
    fn from(refused: Refused) -> Status {
        match Told::of(refused) {
            Some(told) => Status::with_details(told.code, &told.message, told.details().into()),
            None => internal(),
        }
    }
}

impl Refused {
    /// The refusal of a request on a stream that goes on.
    ///
    /// # Errors
    /// It is a bug, which ends the stream.
    pub fn on_stream(self) -> Result<PlayError, Status> {
        let told = Told::of(self).ok_or_else(internal)?;
        Ok(PlayError { code: told.code as i32, message: told.message, refusal: Some(told.refusal) })
    }
}

/// What is wrong first, and how much more is.
fn message(first: &Violation, total: usize) -> String {
    let more = if total > 1 { format!(" (and {} more)", total - 1) } else { String::new() };
    let field = bounded(&first.field, MAX_TEXT);
    let colon = if field.is_empty() { "" } else { ": " };
    format!("{field}{colon}{}{more}", bounded(&first.description, MAX_TEXT))
}

fn field_violation(violation: &Violation) -> FieldViolation {
    FieldViolation {
        field: violation.field.clone(),
        description: violation.description.clone(),
        reason: name(violation.reason()).into(),
        localized_message: None,
    }
}

/// The name of a reason without its prefix, as in `ErrorInfo.reason`.
fn name(reason: Reason) -> &'static str {
    reason.as_str_name().trim_start_matches("REASON_")
}

fn bounded_violation(violation: Violation) -> Violation {
    let mut violation = Violation {
        field: bounded(&violation.field, MAX_TEXT),
        description: bounded(&violation.description, MAX_TEXT),
        ..violation
    };
    if violation.encoded_len() > MAX_VIOLATION {
        violation.detail = None;
    }
    violation
}

/// The text, or as much of its beginning as fits in so many bytes, with an ellipsis.
pub fn bounded(text: &str, max: usize) -> String {
    const ELLIPSIS: &str = "…";
    if text.len() <= max {
        return text.into();
    }
    let end = (0..=max - ELLIPSIS.len()).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
    text[..end].to_owned() + ELLIPSIS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::proto::{
        FILE_DESCRIPTOR_SET, Occupants, Place, RegionFigure, SegmentPlace, place, violation::Detail,
    };
    use prost_types::FileDescriptorSet;

    fn decode(status: &Status) -> (ErrorInfo, BadRequest, Refusal) {
        let pb = RpcStatus::decode(status.details()).unwrap();
        assert_eq!((pb.code, pb.message.as_str()), (status.code() as i32, status.message()));
        let [info, request, refusal] = &pb.details[..] else { panic!("three details") };
        assert_eq!(info.type_url, "type.googleapis.com/google.rpc.ErrorInfo");
        assert_eq!(request.type_url, "type.googleapis.com/google.rpc.BadRequest");
        assert_eq!(refusal.type_url, "type.googleapis.com/carcassonne.v1.Refusal");
        (
            ErrorInfo::decode(&info.value[..]).unwrap(),
            BadRequest::decode(&request.value[..]).unwrap(),
            Refusal::decode(&refusal.value[..]).unwrap(),
        )
    }

    #[test]
    fn a_refusal_is_told_three_times() {
        let occupied = Violation {
            detail: Some(Detail::Occupants(Occupants { figures: vec![RegionFigure::default()] })),
            ..violation("moves[2].place_figure", Reason::OccupiedFeature, "the road holds a figure of player 1")
        };
        let missing = violation("position", Reason::Missing, "must be given");
        let status = Status::from(Refused::new(vec![occupied.clone(), missing.clone()]).at_move(2));

        assert_eq!(status.code(), Code::InvalidArgument);
        assert_eq!(status.message(), "moves[2].place_figure: the road holds a figure of player 1 (and 1 more)");
        let (info, request, refusal) = decode(&status);
        assert_eq!((info.reason.as_str(), info.domain.as_str()), ("OCCUPIED_FEATURE", DOMAIN));
        assert_eq!(info.metadata["violations"], "2");
        assert_eq!(request.field_violations[1].field, "position");
        assert_eq!(request.field_violations[1].reason, "MISSING");
        assert_eq!(refusal, Refusal { violations: vec![occupied, missing], move_index: Some(2) });
    }

    #[test]
    fn the_first_violation_decides_on_the_code() {
        let (set, range) = (violation("a", Reason::UnknownSet, "b"), violation("a", Reason::OutOfRange, "b"));
        assert_eq!(Status::from(Refused::new(vec![set.clone(), range.clone()])).code(), Code::Unimplemented);
        assert_eq!(Status::from(Refused::new(vec![range, set])).code(), Code::InvalidArgument);
    }

    #[test]
    fn whatever_the_violations_a_status_is_small() {
        for (letter, count) in [("x", 1), ("é", 1), ("🏰", 500), ("\n", 99), ("x", 101)] {
            for length in [0, 1, 50, 100, 1000] {
                let text = letter.repeat(length);
                let segment = SegmentPlace { x: Some(-1), y: Some(1), segment: Some(1) };
                let place = Some(Place { kind: Some(place::Kind::Segment(segment)) });
                let figures = vec![RegionFigure { player: Some(1), kind: 1, place }; length];
                let violation = Violation {
                    detail: Some(Detail::Occupants(Occupants { figures })),
                    ..violation(&text, Reason::Overlap, &text)
                };
                let status = Status::from(Refused::new(vec![violation; count]).at_move(u32::MAX));
                assert!(status.message().len() <= MAX_MESSAGE);
                assert!(status.details().len() <= MAX_DETAILS, "{} bytes", status.details().len());
                let (info, request, refusal) = decode(&status);
                assert_eq!(info.metadata["violations"], count.to_string());
                assert_eq!(request.field_violations.len(), refusal.violations.len());
                assert!((1..=MAX_VIOLATIONS.min(count)).contains(&refusal.violations.len()));
            }
        }
    }

    #[test]
    fn a_refusal_without_reason_is_a_bug_and_says_nothing() {
        for refused in [Refused::new(vec![]), Refused::one("secret", Reason::Unspecified, "secret")] {
            let status = Status::from(refused);
            assert_eq!((status.code(), status.message()), (Code::Internal, "internal error"));
            assert!(status.details().is_empty());
        }
    }

    /// Rows of the table: name, code, meaning (the comment in the proto).
    fn documented() -> Vec<[String; 3]> {
        let (_, section) = include_str!("../../docs/errors.md").split_once("\n## Reasons\n").expect("a section");
        let rows = section.lines().take_while(|line| !line.starts_with("## ")).filter(|line| line.starts_with("| `"));
        rows.map(|row| {
            let cells: Vec<_> = row.split('|').map(|cell| cell.trim().trim_matches('`').to_owned()).collect();
            let [_, name, code, meaning, advice, _] = &cells[..] else { panic!("not four columns: {row}") };
            assert!(!advice.is_empty(), "no advice: {row}");
            [name.clone(), code.clone(), meaning.clone()]
        })
        .collect()
    }

    #[test]
    fn the_table_of_errors_is_that_of_the_protos_and_of_the_code() {
        let set = FileDescriptorSet::decode(FILE_DESCRIPTOR_SET).unwrap();
        let file = set.file.iter().find(|file| file.name() == "carcassonne/v1/errors.proto").unwrap();
        let (number, reasons) =
            file.enum_type.iter().enumerate().find(|(_, kind)| kind.name() == "Reason").expect("an enum Reason");
        let comments = &file.source_code_info.as_ref().expect("comments").location;

        let expected =
            reasons.value.iter().enumerate().filter(|(_, value)| value.number() != 0).map(|(index, value)| {
                // Path of a value in a file: 5 is FileDescriptorProto.enum_type, 2 is EnumDescriptorProto.value.
                let path = [5, number as i32, 2, index as i32];
                let comment = comments.iter().find(|place| place.path == path).expect("a comment").leading_comments();
                let reason = Reason::try_from(value.number()).unwrap();
                let code = match code(reason) {
                    Code::InvalidArgument => "INVALID_ARGUMENT",
                    Code::FailedPrecondition => "FAILED_PRECONDITION",
                    Code::ResourceExhausted => "RESOURCE_EXHAUSTED",
                    Code::Unimplemented => "UNIMPLEMENTED",
                    other => panic!("{other:?} for {reason:?}"),
                };
                [name(reason).to_owned(), code.to_owned(), comment.split_whitespace().collect::<Vec<_>>().join(" ")]
            });
        assert_eq!(documented(), expected.collect::<Vec<_>>());
    }
}
