//! The RPCs that are served, as their descriptors tell.

use std::collections::BTreeMap;
use std::sync::Arc;

use prost::Message;
use prost_types::FileDescriptorSet;

/// An RPC.
#[derive(Debug, PartialEq, Eq)]
pub struct Method {
    /// `package.Service/Method`.
    pub name: Arc<str>,
    /// Whether either side sends more than one message.
    pub streaming: bool,
    /// Whether it is a stream that nobody needs for longer than a call.
    pub brief: bool,
    /// Whether it is answered whoever calls and however much there is to do.
    pub open: bool,
}

/// All RPCs by path.
pub struct Methods {
    known: BTreeMap<String, Method>,
    other: Method,
}

impl Methods {
    /// Those of the encoded descriptors.
    pub fn new(encoded: &[&[u8]]) -> Result<Self, prost::DecodeError> {
        let mut known = BTreeMap::new();
        for set in encoded {
            for file in FileDescriptorSet::decode(*set)?.file {
                for service in &file.service {
                    for method in &service.method {
                        let name = format!("{}.{}/{}", file.package(), service.name(), method.name());
                        let streaming = method.client_streaming() || method.server_streaming();
                        let open = name.starts_with("grpc.health.");
                        let brief = name.starts_with("grpc.reflection.");
                        known.insert(format!("/{name}"), Method { name: name.into(), streaming, brief, open });
                    }
                }
            }
        }
        // What the semantic conventions call a method that is not known: a caller must not invent labels of metrics.
        Ok(Self { known, other: Method { name: "_OTHER".into(), streaming: false, brief: false, open: false } })
    }

    pub fn get(&self, path: &str) -> &Method {
        self.known.get(path).unwrap_or(&self.other)
    }
}
