//! The network port over the page's `fetch`.

use super::promise::{AbortOnDrop, describe};
use crate::error::{Code, Error, Result};
use crate::http::{Http, HttpRequest, HttpResponse};
use futures_util::future::{FutureExt, LocalBoxFuture};
use futures_util::stream::{LocalBoxStream, StreamExt, unfold};
use gloo_net::http::{Method, RequestBuilder};
use js_sys::{Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{ReadableStream, ReadableStreamDefaultReader, RequestRedirect};

/// `fetch` of the page or Worker.
pub(crate) struct BrowserHttp;

impl Http for BrowserHttp {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse>> {
        async move {
            let abort = AbortOnDrop::new();
            let url = request.url.clone();
            let response = build(&request, &abort)?
                .send()
                .await
                .map_err(|error| unreachable(&url, &error.to_string()))?;
            let headers =
                response.headers().entries().map(|(name, value)| (name.to_lowercase(), value)).collect();
            let body = response
                .body()
                .map_or_else(|| futures_util::stream::empty().boxed_local(), |body| read(body, abort, url));
            Ok(HttpResponse { status: response.status(), headers, body })
        }
        .boxed_local()
    }
}

fn build(request: &HttpRequest, abort: &AbortOnDrop) -> Result<gloo_net::http::Request> {
    let scheme_is_fine = match request.url.split_once(':') {
        Some((scheme, _)) => matches!(scheme, "http" | "https") || scheme.contains('/'),
        None => true,
    };
    if !scheme_is_fine {
        return Err(Error::new(
            Code::InvalidArgument,
            format!("'{}' is not an http or https address.", request.url),
        ));
    }
    let method = match request.method {
        "POST" => Method::POST,
        "DELETE" => Method::DELETE,
        _ => Method::GET,
    };
    let mut builder = RequestBuilder::new(&request.url)
        .method(method)
        // Credentials in headers must not follow a redirect to somebody else.
        .redirect(RequestRedirect::Error)
        .abort_signal(abort.signal().as_ref());
    for (name, value) in &request.headers {
        builder = builder.header(name, value);
    }
    let built = if request.body.is_empty() {
        builder.build()
    } else {
        builder.body(Uint8Array::from(request.body.as_slice()))
    };
    built.map_err(|error| {
        Error::new(Code::InvalidArgument, format!("The request to '{}' cannot be made: {error}", request.url))
    })
}

fn read(body: ReadableStream, abort: AbortOnDrop, url: String) -> LocalBoxStream<'static, Result<Vec<u8>>> {
    let Ok(reader) = body.get_reader().dyn_into::<ReadableStreamDefaultReader>() else {
        return futures_util::stream::empty().boxed_local();
    };
    unfold(Some((reader, abort, url)), |state| async move {
        let (reader, mut abort, url) = state?;
        match chunk(&reader).await {
            Ok(Some(bytes)) => Some((Ok(bytes), Some((reader, abort, url)))),
            Ok(None) => {
                abort.disarm();
                None
            }
            Err(thrown) => Some((Err(unreachable(&url, &describe(&thrown))), None)),
        }
    })
    .boxed_local()
}

async fn chunk(reader: &ReadableStreamDefaultReader) -> std::result::Result<Option<Vec<u8>>, JsValue> {
    let step = JsFuture::from(reader.read()).await?;
    if Reflect::get(&step, &"done".into())?.is_truthy() {
        return Ok(None);
    }
    let value = Reflect::get(&step, &"value".into())?;
    Ok(Some(value.dyn_into::<Uint8Array>()?.to_vec()))
}

fn unreachable(url: &str, reason: &str) -> Error {
    Error::new(
        Code::Network,
        format!(
            "No answer from {url} ({reason}). Is the server running, and does it allow this page (CORS)?"
        ),
    )
}
