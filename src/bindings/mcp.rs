//! The MCP client for JavaScript.

use super::abort::abortable;
use super::error::{JsResult, invalid};
use super::take::Text;
use super::{Pending, Unknown};
use crate::browser::{BrowserClock, BrowserHttp, from_js, to_js};
use crate::json::{Fields, FromJson, Read};
use crate::mcp::{McpClient as Core, McpClientOptions};
use serde_json::{Value, json};
use std::rc::Rc;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

#[derive(Default)]
struct Options {
    headers: Vec<(String, String)>,
    client_name: Option<String>,
    client_version: Option<String>,
    timeouts: Timeouts,
}

impl FromJson for Options {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        Ok(Options {
            headers: from.optional("headers")?,
            client_name: from.optional("clientName")?,
            client_version: from.optional("clientVersion")?,
            timeouts: from.optional("timeouts")?,
        })
    }
}

struct Timeouts {
    connect_ms: f64,
    call_ms: f64,
}

impl FromJson for Timeouts {
    fn from_json(value: Value) -> Read<Self> {
        let mut from = Fields::of(value)?;
        let default = Timeouts::default();
        Ok(Timeouts {
            connect_ms: from.or("connectMs", default.connect_ms)?,
            call_ms: from.or("callMs", default.call_ms)?,
        })
    }
}

impl Default for Timeouts {
    fn default() -> Self {
        Timeouts { connect_ms: 20_000.0, call_ms: 60_000.0 }
    }
}

/// One MCP server; wrapped by `McpClient` in `js/mcp/client.ts`.
#[wasm_bindgen(js_name = RawMcpClient)]
pub struct McpClient(Core);

#[wasm_bindgen(js_class = RawMcpClient)]
impl McpClient {
    #[wasm_bindgen(constructor)]
    pub fn new(url: Text, options: Unknown) -> JsResult<McpClient> {
        let url = url.read("McpClient: url")?;
        let options: Option<Options> = from_js(&options).map_err(|problem| {
            invalid("McpClient options are {headers, clientName, clientVersion, timeouts}", &problem)
        })?;
        let options = options.unwrap_or_default();
        let options = McpClientOptions {
            headers: options.headers,
            client_name: options.client_name.unwrap_or_else(|| env!("CARGO_PKG_NAME").into()),
            client_version: options.client_version.unwrap_or_else(|| env!("CARGO_PKG_VERSION").into()),
            connect_ms: options.timeouts.connect_ms,
            call_ms: options.timeouts.call_ms,
        };
        Ok(McpClient(Core::new(Rc::new(BrowserHttp), Rc::new(BrowserClock), &url, options)))
    }

    #[wasm_bindgen(getter)]
    pub fn url(&self) -> String {
        self.0.url().to_owned()
    }

    #[wasm_bindgen(getter, js_name = isConnected)]
    pub fn is_connected(&self) -> bool {
        self.0.is_connected()
    }

    #[wasm_bindgen(js_name = serverInfo, unchecked_return_type = "unknown")]
    pub fn server_info(&self) -> JsValue {
        to_js(&self.0.server_info())
    }

    pub fn connect(&self, options: Unknown) -> Pending {
        let client = self.0.clone();
        let work = async move {
            client.connect().await?;
            Ok(to_js(&client.server_info()))
        };
        JsValue::from(abortable(&options, work)).into()
    }

    #[wasm_bindgen(js_name = listTools)]
    pub fn list_tools(&self, options: Unknown) -> Pending {
        let client = self.0.clone();
        let work = async move { Ok(to_js(&client.list_tools().await?)) };
        JsValue::from(abortable(&options, work)).into()
    }

    #[wasm_bindgen(getter, js_name = hasResources)]
    pub fn has_resources(&self) -> bool {
        self.0.has_resources()
    }

    #[wasm_bindgen(js_name = listResources)]
    pub fn list_resources(&self, options: Unknown) -> Pending {
        let client = self.0.clone();
        let work = async move { Ok(to_js(&client.list_resources().await?)) };
        JsValue::from(abortable(&options, work)).into()
    }

    #[wasm_bindgen(js_name = readResource)]
    pub fn read_resource(&self, uri: Text, options: Unknown) -> Pending {
        let client = self.0.clone();
        let uri = uri.read("readResource: uri");
        let work = async move { Ok(to_js(&client.read_resource(&uri?).await?)) };
        JsValue::from(abortable(&options, work)).into()
    }

    #[wasm_bindgen(js_name = callTool)]
    pub fn call_tool(&self, name: Text, args: Unknown, options: Unknown) -> Pending {
        let client = self.0.clone();
        let name = name.read("callTool: name");
        let work = async move {
            let name = name?;
            let args: Value = from_js(&args)
                .map_err(|problem| invalid(&format!("The arguments of tool '{name}'"), &problem))?;
            let args = if args.is_null() { json!({}) } else { args };
            Ok(to_js(&client.call_tool(&name, &args).await?))
        };
        JsValue::from(abortable(&options, work)).into()
    }

    pub fn disconnect(&self) -> Pending {
        let client = self.0.clone();
        let work = async move {
            client.disconnect().await?;
            Ok(JsValue::UNDEFINED)
        };
        JsValue::from(abortable(&JsValue::UNDEFINED, work)).into()
    }
}
