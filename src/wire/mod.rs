//! The protobuf form of requests and responses: decoding, encoding, and the statuses of refusals.

mod catalog;
pub mod codec;
pub mod decode;
pub mod encode;
mod entries;
pub mod listed;
pub mod path;
mod placement;
pub mod play;
pub mod rollout;
pub mod rpc;
mod score;
pub mod sent;
mod setup_bytes;
pub mod state_bytes;
pub mod status;
mod turns;
pub mod work;

/// Messages, client and server generated from `proto/carcassonne/v1`, and access to the house rules by name.
#[allow(clippy::all, clippy::pedantic, missing_docs, rustdoc::all)]
pub mod proto {
    tonic::include_proto!("carcassonne.v1");
    include!(concat!(env!("OUT_DIR"), "/carcassonne.v1.RulesService.rs"));
    include!(concat!(env!("OUT_DIR"), "/options.rs"));

    pub use super::listed::LegalMove;
    pub use super::sent::{Position, position};

    /// The protos as a `google.protobuf.FileDescriptorSet`, comments included.
    pub const FILE_DESCRIPTOR_SET: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/carcassonne.fds"));
}

#[cfg(test)]
mod tests {
    use super::proto::*;

    #[test]
    fn house_rules_are_read_and_set_by_name() {
        let mut options = Options::default();
        for (option, values) in OPTION_VALUES {
            let (_, value) = values.last().expect("an option has values");
            assert!(set_option(&mut options, option, *value));
        }
        let last = OPTION_VALUES.iter().map(|(option, values)| (*option, values[values.len() - 1].1));
        assert_eq!(read_options(&options).to_vec(), last.collect::<Vec<_>>());
        assert!(!set_option(&mut options, "no-such-rule", 1));
    }

    #[test]
    fn house_rules_have_the_names_of_the_notation() {
        let (_, values) = OPTION_VALUES.iter().find(|(option, _)| *option == "small-city").expect("a rule of the game");
        assert_eq!(*values, [("full", SmallCity::Full as i32), ("half", SmallCity::Half as i32)]);
    }
}
