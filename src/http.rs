//! The port to the network: one request out, a status and a stream of bytes back.

use crate::error::{Code, Error, Result};
use futures_util::StreamExt;
use futures_util::future::LocalBoxFuture;
use futures_util::stream::LocalBoxStream;
use std::rc::Rc;

/// The most bytes of one reply that are ever kept in memory.
pub const MAX_BODY_BYTES: usize = 16 * 1024 * 1024;

/// What to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HttpRequest {
    /// `GET`, `POST` or `DELETE`.
    pub method: &'static str,
    /// Absolute, or relative to the page.
    pub url: String,
    /// Names and values.
    pub headers: Vec<(String, String)>,
    /// Empty for none. Shared, because a request may be sent again.
    pub body: Rc<Vec<u8>>,
}

/// The head of a reply and its body, still to be read.
pub struct HttpResponse {
    /// The status code, such as 200.
    pub status: u16,
    /// Names in lower case, and values.
    pub headers: Vec<(String, String)>,
    /// The body in pieces, cut anywhere.
    pub body: LocalBoxStream<'static, Result<Vec<u8>>>,
}

impl HttpResponse {
    /// The value of the header `name`, which must be given in lower case.
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Reads the rest of the body. Fails with `protocol` beyond [`MAX_BODY_BYTES`].
    pub async fn bytes(&mut self) -> Result<Vec<u8>> {
        let mut all = Vec::new();
        while let Some(piece) = self.body.next().await {
            all.extend_from_slice(&piece?);
            if all.len() > MAX_BODY_BYTES {
                return Err(Error::new(
                    Code::Protocol,
                    format!("The reply is larger than {MAX_BODY_BYTES} bytes; ask the server for less."),
                ));
            }
        }
        Ok(all)
    }
}

/// Sends requests. Dropping the future, or the body, aborts the request.
pub trait Http {
    /// Resolves when the head of the reply is there; fails with `network` when none comes.
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse>>;
}
