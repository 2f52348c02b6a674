//! Bugs are counted where an operator sees them. A program of its own, as the hook is the process's.

use std::io::{Read, Write};
use std::net::TcpStream;

use carcassonne_engine::server::{Server, Settings, watch_panics};

#[tokio::test(flavor = "multi_thread")]
async fn panics_are_counted_on_the_page_for_prometheus() {
    let settings = Settings::from_args(&["--listen", "127.0.0.1:0", "--metrics-listen", "127.0.0.1:0"]);
    let server = Server::bind(&settings.expect("settings")).await.expect("it can serve");
    let address = server.scrape_address().expect("a page");
    tokio::spawn(server.serve(std::future::pending()));
    let page = || {
        let mut stream = TcpStream::connect(address).expect("a connection");
        write!(stream, "GET /metrics HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n").expect("it is sent");
        let mut page = String::new();
        stream.read_to_string(&mut page).expect("a page");
        page
    };
    watch_panics();
    assert!(page().contains("\ncarcassonne_panics_total 0\n"));
    for count in 1..=2 {
        assert!(std::thread::spawn(|| panic!("a bug")).join().is_err());
        let page = page();
        assert!(page.contains(&format!("\ncarcassonne_panics_total {count}\n")), "{page}");
        assert!(!page.contains("a bug"));
    }
}
