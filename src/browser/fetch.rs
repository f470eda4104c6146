//! The network port over the page's `fetch`.

use super::promise::{AbortOnDrop, describe, settled};
use crate::error::{Code, Error, Result};
use crate::http::{Http, HttpRequest, HttpResponse};
use futures_util::future::{FutureExt, LocalBoxFuture};
use futures_util::stream::{LocalBoxStream, StreamExt, unfold};
use gloo_net::http::Response;
use js_sys::{Function, Reflect, Uint8Array};
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, ReadableStream, ReadableStreamDefaultReader, RequestInit, RequestRedirect};

/// `fetch` of the page or Worker.
pub(crate) struct BrowserHttp;

impl Http for BrowserHttp {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse>> {
        async move {
            let abort = AbortOnDrop::new();
            let response = fetch(&request, &abort)?;
            let url = request.url;
            let response = settled(&response)
                .await
                .and_then(JsCast::dyn_into::<web_sys::Response>)
                .map_err(|thrown| unreachable(&url, &describe(&thrown)))?;
            let response = Response::from(response);
            let headers = response
                .headers()
                .entries()
                .map(|(name, value)| (name.to_ascii_lowercase(), value))
                .collect();
            let body = response
                .body()
                .map_or_else(|| futures_util::stream::empty().boxed_local(), |body| read(body, abort, url));
            Ok(HttpResponse { status: response.status(), headers, body })
        }
        .boxed_local()
    }
}

/// Calls `fetch` with an address and options: a `Request` object would be made twice, once more inside.
fn fetch(request: &HttpRequest, abort: &AbortOnDrop) -> Result<JsValue> {
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
    let unusable = |thrown: JsValue| {
        let reason = describe(&thrown);
        Error::new(
            Code::InvalidArgument,
            format!("The request to '{}' cannot be made: {reason}", request.url),
        )
    };
    let headers = Headers::new().map_err(unusable)?;
    for (name, value) in &request.headers {
        headers.append(name, value).map_err(unusable)?;
    }
    let init = RequestInit::new();
    init.set_method(request.method);
    init.set_headers(&headers);
    // Credentials in headers must not follow a redirect to somebody else.
    init.set_redirect(RequestRedirect::Error);
    init.set_signal(abort.signal().as_ref());
    if !request.body.is_empty() {
        init.set_body(&Uint8Array::from(request.body.as_slice()));
    }
    Reflect::get(&js_sys::global(), &"fetch".into())
        .and_then(JsCast::dyn_into::<Function>)
        .and_then(|fetch| fetch.call2(&JsValue::UNDEFINED, &request.url.as_str().into(), &init))
        .map_err(|thrown| {
            let reason = describe(&thrown);
            Error::new(
                Code::InvalidArgument,
                format!("The request to '{}' cannot be made: {reason}", request.url),
            )
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
            Err(thrown) => Some((Err(broken_off(&url, &describe(&thrown))), None)),
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

fn broken_off(url: &str, reason: &str) -> Error {
    Error::new(
        Code::Network,
        format!("The answer from {url} broke off before its end ({reason}). Try again."),
    )
}
