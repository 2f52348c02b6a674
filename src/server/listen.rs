//! Where connections come from: TCP or a Unix socket, with or without TLS.

use std::io;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};
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

/// A connection before TLS.
pub enum Plain {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// A connection over which HTTP is spoken.
pub struct Stream {
    inner: Opened,
    received: Received,
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
        Ok(Self { inner, received: Received::default() })
    }

    pub fn received(&self) -> Received {
        self.received.clone()
    }
}

impl AsyncRead for Stream {
    fn poll_read(self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let Self { inner, received } = self.get_mut();
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
write_to!(Stream: Stream { inner, .. } => inner);
