//! Generates the Rust code of the service from the protos: messages, client and server, the descriptors that reflection
//! serves, and a table of the house rules.

use std::error::Error;
use std::fmt::Write;
use std::path::PathBuf;
use std::{env, fs};

/// Message whose fields are the house rules.
const OPTIONS: &str = "Options";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed=proto");
    println!("cargo:rerun-if-changed=data");
    let out = PathBuf::from(env::var("OUT_DIR")?);

    let mut compiler = protox::Compiler::new(["proto"])?;
    // With source info, reflection serves the comments of the protos too.
    compiler.include_source_info(true).include_imports(true);
    compiler.open_file("carcassonne/v1/rules_service.proto")?;

    fs::write(out.join("carcassonne.fds"), compiler.encode_file_descriptor_set())?;
    fs::write(out.join("options.rs"), options(&compiler)?)?;
    let mut names = prost_build::Config::new();
    names.enable_type_names();
    // states are read when somebody wants to know them
    names.extern_path(".carcassonne.v1.Position", "crate::wire::sent::Position");
    // and lists of moves are long
    names.extern_path(".carcassonne.v1.LegalMove", "crate::wire::listed::LegalMove");
    tonic_prost_build::configure()
        .codec_path("crate::wire::codec::Codec")
        .build_server(false)
        .compile_fds_with_config(compiler.file_descriptor_set(), names)?;
    tonic_build::manual::Builder::new().build_client(false).compile(&[server(&compiler)?]);
    Ok(())
}

/// The service whose responses are bytes already when they come to the network.
fn server(compiler: &protox::Compiler) -> Result<tonic_build::manual::Service, Box<dyn Error>> {
    use tonic_build::manual::{Method, Service};
    let pool = compiler.descriptor_pool();
    let service = pool.get_service_by_name("carcassonne.v1.RulesService").ok_or("no service")?;
    let mut server = Service::builder().name(service.name()).package(service.package_name());
    for rpc in service.methods() {
        let mut method = Method::builder()
            .name(screaming(rpc.name()).trim_end_matches('_').to_lowercase())
            .route_name(rpc.name())
            .input_type(format!("crate::wire::proto::{}", rpc.input().name()))
            .output_type("crate::wire::codec::Written")
            .codec_path("crate::wire::codec::ServerCodec");
        if rpc.is_client_streaming() {
            method = method.client_streaming();
        }
        if rpc.is_server_streaming() {
            method = method.server_streaming();
        }
        server = server.method(method.build());
    }
    Ok(server.build())
}

/// Access to the house rules by name, so that a new one needs no code outside the expansion that brings it.
fn options(compiler: &protox::Compiler) -> Result<String, Box<dyn Error>> {
    let pool = compiler.descriptor_pool();
    let message = pool.get_message_by_name(&format!("carcassonne.v1.{OPTIONS}")).ok_or("no message Options")?;

    let (mut read, mut set, mut values) = (String::new(), String::new(), String::new());
    for field in message.fields() {
        let kind = field.kind();
        let kind = kind.as_enum().ok_or_else(|| format!("{}: a house rule must be an enum", field.full_name()))?;
        let (field, name) = (field.name(), kebab(field.name()));
        writeln!(read, "        ({name:?}, options.{field}),")?;
        writeln!(set, "        {name:?} => options.{field} = value,")?;

        writeln!(values, "    ({name:?}, &[")?;
        let prefix = screaming(kind.name());
        for value in kind.values().filter(|value| value.number() != 0) {
            let name = value.name().strip_prefix(&prefix).ok_or_else(|| format!("{}: no prefix", value.full_name()))?;
            writeln!(values, "        ({:?}, {}),", kebab(name), value.number())?;
        }
        writeln!(values, "    ]),")?;
    }

    Ok(format!(
        "/// Names of the house rules and of the values they can take, with the numbers of those values.\n\
         pub const OPTION_VALUES: &[(&str, &[(&str, i32)])] = &[\n{values}];\n\n\
         /// The value of every house rule by name, in the order of the fields; 0 is \"not given\".\n\
         pub fn read_options(options: &Options) -> [(&'static str, i32); {count}] {{\n    [\n{read}    ]\n}}\n\n\
         /// Sets a house rule by name, whatever the value; false if there is none of that name.\n\
         pub fn set_option(options: &mut Options, name: &str, value: i32) -> bool {{\n    match name {{\n{set}        \
         _ => return false,\n    }}\n    true\n}}\n",
        count = message.fields().len(),
    ))
}

/// `small_city` and `SMALL_CITY` become `small-city`.
fn kebab(name: &str) -> String {
    name.to_lowercase().replace('_', "-")
}

/// `SmallCity` becomes `SMALL_CITY_`, the prefix of the values of that enum.
fn screaming(name: &str) -> String {
    let mut prefix = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() && !prefix.is_empty() {
            prefix.push('_');
        }
        prefix.extend(letter.to_uppercase());
    }
    prefix + "_"
}
