//! The Tool Execution API: whatever is asked, and whatever the host says, there is a reply in JSON, and no tool is called that may not be.

use super::bytes::Bytes;
use serde_json::{Value, json};
use std::rc::Rc;
use webmcp_auto_ui::json::FromJson;
use webmcp_auto_ui::tool_api::{Answer, Next, Reply, Request, Settings, ToolApi};

const METHODS: &[&str] = &["GET", "POST", "HEAD", "OPTIONS", "PUT", ""];
const PARTS: &[&str] =
    &["/x", "/tools", "/", "a", "%2F", "%", "%ff", "/call", "/validate", "é", "//", "..", "?"];
const HEADERS: &[(&str, &[&str])] = &[
    ("content-type", &["application/json", "text/plain", "", "application/json;"]),
    ("host", &["h", "evil", ""]),
    ("origin", &["http://h", "null", "http://evil", ""]),
    ("sec-fetch-site", &["same-origin", "cross-site", "none", ""]),
    ("content-length", &["0", "9", "99999999999999999999", "-1", "x"]),
];

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let may_execute = bytes.chance();
    let mut flags = || bytes.chance();
    let settings = json!({
        "allowExecute": may_execute, "asksWho": flags(), "prefix": if flags() { "/x" } else { "" }, "title": "{{TITLE}}",
        "limits": {"bodyBytes": 40},
        "security": {
            "anySite": flags(), "anyType": flags(), "strictJson": flags(), "checkArguments": flags(),
            "exposeErrors": flags(), "hosts": if flags() { json!(["h"]) } else { Value::Null },
        },
    });
    let told = json!([{"name": "a", "inputSchema": bytes.schema(3)}, {"name": bytes.text(3), "annotations": bytes.json(1)}]);
    let api = Rc::new(ToolApi::new(Settings::from_json(settings).unwrap(), None).unwrap());
    let path = (0..bytes.below(6)).map(|_| bytes.pick(PARTS)).collect::<String>();
    let mut headers = Vec::new();
    for (name, values) in HEADERS {
        if bytes.chance() {
            headers.push(((*name).to_owned(), bytes.pick(values).to_owned()));
        }
    }
    let method = bytes.pick(METHODS).to_owned();
    let is_page = matches!(&*method, "GET" | "HEAD") && !path.contains("tools");
    let (mut exchange, mut next) = api.begin(Request { method, path, headers });
    let mut steps = 0;
    let reply = loop {
        steps += 1;
        assert!(steps < 6, "no request asks for more");
        next = match next {
            Next::Reply(reply) => break reply,
            Next::Tools if bytes.chance() => exchange.tools(Some(&told.to_string())),
            Next::Tools => exchange.tools(Some(&bytes.text(9))),
            Next::Authorise => exchange.authorised(bytes.chance()),
            Next::Body => exchange.body(Some(bytes.rest().as_bytes())),
            Next::Call { args, .. } => {
                assert!(may_execute);
                assert!(serde_json::from_str::<Value>(&args).is_ok_and(|args| args.is_object()), "{args}");
                Next::Reply(exchange.answered(Answer::Threw(bytes.text(9))))
            }
        };
    };
    assert!(is_whole(&reply, is_page), "{reply:?}");
}

/// Whether a reply is JSON, empty, or the page for people.
fn is_whole(Reply { status, headers, body }: &Reply, is_page: bool) -> bool {
    let kind = headers.iter().find(|(name, _)| *name == "content-type").map_or("", |(_, kind)| kind);
    let is_known = [200, 204, 400, 401, 403, 404, 405, 413, 415, 421, 429, 500].contains(status);
    let is_json = || body.is_empty() || serde_json::from_str::<Value>(body).is_ok();
    is_known && (is_page && kind.starts_with("text/html") || kind == "application/json" && is_json())
}
