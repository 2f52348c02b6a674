//! Where connections come from: TCP or a Unix socket, with or without TLS.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, BufWriter, ReadBuf};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
use tokio::time::Sleep;
use tokio_rustls::server::TlsStream;

use super::settings::Address;
use super::tls::Tls;

/// A port or socket that is listened on.
pub enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener, PathBuf),
}

/// The other end of a connection, as it counts for limits: whoever comes by the Unix socket is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Peer {
    Ip(IpAddr),
    Local,
}

impl std::fmt::Display for Peer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Ip(ip) => ip.fmt(f),
            Self::Local => f.write_str("local"),
        }
    }
}

impl Listener {
    /// Takes the address. A socket that a service left behind is taken over; one that is still served is not.
    pub async fn bind(address: &Address) -> io::Result<Self> {
        match address {
            Address::Tcp(address) => TcpListener::bind(address).await.map(Self::Tcp),
            Address::Unix(path) => match UnixListener::bind(path) {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse && is_abandoned(path).await => {
                    std::fs::remove_file(path)?;
                    UnixListener::bind(path)
                }
                bound => bound,
            }
            .map(|listener| Self::Unix(listener, path.clone())),
        }
    }

    /// The address with the real port, for TCP.
    pub fn address(&self) -> Option<SocketAddr> {
        match self {
            Self::Tcp(listener) => listener.local_addr().ok(),
            Self::Unix(..) => None,
        }
    }

    /// The next connection.
    pub async fn accept(&self) -> io::Result<(Plain, Peer)> {
        match self {
            Self::Tcp(listener) => {
                let (stream, peer) = listener.accept().await?;
                stream.set_nodelay(true)?;
                // An address is the same however it is written, and a network of IPv6 is given to one customer.
                let ip = match peer.ip().to_canonical() {
                    IpAddr::V6(ip) => IpAddr::V6((u128::from(ip) & !u128::from(u64::MAX)).into()),
                    ip => ip,
                };
                Ok((Plain::Tcp(stream), Peer::Ip(ip)))
            }
            Self::Unix(listener, _) => {
                let (stream, _) = listener.accept().await?;
                Ok((Plain::Unix(stream), Peer::Local))
            }
        }
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        if let Self::Unix(_, path) = self {
            let _ = std::fs::remove_file(path);
        }
    }
}

async fn is_abandoned(path: &Path) -> bool {
    matches!(UnixStream::connect(path).await, Err(error) if error.kind() == io::ErrorKind::ConnectionRefused)
}

/// How long the other end of a connection may take to end it too.
const GOODBYE: Duration = Duration::from_secs(1);

/// Room for the largest frame of HTTP/2 that is sent and the headers before it.
const FRAME: usize = 18 << 10;

/// A connection before TLS.
pub enum Plain {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// A connection over which HTTP is spoken.
///
/// It takes no lists of buffers at once: then HTTP/2 puts an answer of up to a kilobyte between its headers and trailers itself, and
/// all of it is sent at once. Else the trailers, ten bytes, would be sent alone, which costs both ends as much as all the rest. A
/// larger answer comes in pieces, which are kept here until they are flushed.
pub struct Stream {
    inner: BufWriter<Opened>,
    received: Received,
    /// When not to wait for the other end any more.
    goodbye: Option<Pin<Box<Sleep>>>,
}

enum Opened {
    Plain(Plain),
    Tls(Box<TlsStream<Plain>>),
}

/// How many bytes of HTTP have come in on a connection.
#[derive(Clone, Default)]
pub struct Received(Arc<AtomicUsize>);

impl Received {
    pub fn bytes(&self) -> usize {
        self.0.load(Ordering::Relaxed)
    }
}

impl Stream {
    /// Greets the other end, if there is a greeting.
    pub async fn open(plain: Plain, tls: Option<&Tls>) -> io::Result<Self> {
        let inner = match tls {
            None => Opened::Plain(plain),
            Some(tls) => Opened::Tls(Box::new(tls.acceptor().accept(plain).await?)),
        };
        Ok(Self { inner: BufWriter::with_capacity(FRAME, inner), received: Received::default(), goodbye: None })
    }

    pub fn received(&self) -> Received {
        self.received.clone()
    }
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { inner, received, .. } = self.get_mut();
        let before = buf.filled().len();
        let read = Pin::new(inner).poll_read(cx, buf);
        received.0.fetch_add(buf.filled().len() - before, Ordering::Relaxed);
        read
    }
}

/// Passes reading on to what a variant holds.
macro_rules! read_from {
    ($for:ident: $($variant:ident),+) => {
        impl AsyncRead for $for {
            fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
                match self.get_mut() { $($for::$variant(inner) => Pin::new(inner).poll_read(cx, buf)),+ }
            }
        }
    };
}

/// Passes writing on to what `$inner` finds.
macro_rules! write_to {
    ($for:ident: $($pattern:pat => $inner:expr),+) => {
        impl AsyncWrite for $for {
            fn poll_write(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
                match self.get_mut() { $($pattern => Pin::new($inner).poll_write(cx, buf)),+ }
            }

            fn poll_write_vectored(
                self: Pin<&mut Self>,
                cx: &mut Context<'_>,
                bufs: &[io::IoSlice<'_>],
            ) -> Poll<io::Result<usize>> {
                match self.get_mut() { $($pattern => Pin::new($inner).poll_write_vectored(cx, bufs)),+ }
            }

            fn is_write_vectored(&self) -> bool {
                match self { $($pattern => $inner.is_write_vectored()),+ }
            }

            fn poll_flush(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
                match self.get_mut() { $($pattern => Pin::new($inner).poll_flush(cx)),+ }
            }

            fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
                match self.get_mut() { $($pattern => Pin::new($inner).poll_shutdown(cx)),+ }
            }
        }
    };
}

read_from!(Plain: Tcp, Unix);
read_from!(Opened: Plain, Tls);
write_to!(Plain: Plain::Tcp(inner) => inner, Plain::Unix(inner) => inner);
write_to!(Opened: Opened::Plain(inner) => inner, Opened::Tls(inner) => inner);

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.inner).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.inner).poll_flush(cx)
    }

    /// Ends when the other end has ended too, or after a while. Whatever it still sends (that it has read something, at least) would
    /// else make the kernel reset the connection, and a proxy that hears of that gives up the last answers, which it has not read yet.
    fn poll_shutdown(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        let Self { inner, goodbye, .. } = self.get_mut();
        ready!(Pin::new(&mut *inner).poll_shutdown(cx))?;
        let goodbye = goodbye.get_or_insert_with(|| Box::pin(tokio::time::sleep(GOODBYE)));
        let mut unread = [0; 4096];
        loop {
            if goodbye.as_mut().poll(cx).is_ready() {
                return Poll::Ready(Ok(()));
            }
            let mut buf = ReadBuf::new(&mut unread);
            match ready!(Pin::new(&mut *inner).poll_read(cx, &mut buf)) {
                Ok(()) if !buf.filled().is_empty() => {}
                _ => return Poll::Ready(Ok(())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// Whoever is still writing when the service ends a connection reads the last answer and a clean end.
    #[tokio::test]
    async fn the_last_answer_arrives_though_the_other_end_still_writes() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let mut client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
        let (plain, _) = listener.accept().await.expect("a connection");
        let serving = tokio::spawn(async move {
            let mut stream = Stream::open(Plain::Tcp(plain), None).await.expect("no greeting");
            stream.write_all(b"the last answer").await.expect("it is sent");
            stream.shutdown().await.expect("an end");
        });
        for _ in 0..20 {
            client.write_all(b"I have read something").await.expect("it is sent");
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        let mut answer = Vec::new();
        client.read_to_end(&mut answer).await.expect("a clean end");
        assert_eq!(answer, b"the last answer");
        drop(client);
        serving.await.expect("it ends");
    }

    /// Headers, answer and trailers are one piece on the network.
    #[tokio::test]
    async fn what_is_written_is_sent_together() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let mut client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
        let (plain, _) = listener.accept().await.expect("a connection");
        let mut stream = Stream::open(Plain::Tcp(plain), None).await.expect("no greeting");
        assert!(!stream.is_write_vectored(), "HTTP/2 keeps short answers together only then");
        let (head, tail) = (vec![1; 1033], vec![2; 15 << 10]);
        stream.write_all(&head).await.expect("it is kept");
        stream.write_all(&tail).await.expect("it is kept");
        let mut answer = vec![0; 1];
        let early = tokio::time::timeout(Duration::from_millis(50), client.read(&mut answer)).await;
        assert!(early.is_err(), "nothing is sent yet");
        stream.flush().await.expect("it is sent");
        answer.resize(head.len() + tail.len(), 0);
        client.read_exact(&mut answer).await.expect("all of it");
        assert_eq!(answer, [head, tail].concat());
    }

    #[tokio::test]
    async fn who_never_ends_is_not_waited_for() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let _client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("a connection");
        let (plain, _) = listener.accept().await.expect("a connection");
        let mut stream = Stream::open(Plain::Tcp(plain), None).await.expect("no greeting");
        let end = tokio::time::timeout(10 * GOODBYE, stream.shutdown()).await;
        end.expect("an end in time").expect("an end");
    }
}
