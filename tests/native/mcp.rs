use crate::support::{Canned, FakeClock, FakeHttp};
use futures_util::StreamExt;
use futures_util::future::{FutureExt, LocalBoxFuture, join, pending, ready};
use futures_util::stream;
use serde_json::{Value, json};
use std::cell::Cell;
use std::rc::Rc;
use webmcp_auto_ui::error::{Code, Error, Result};
use webmcp_auto_ui::http::{Http, HttpRequest, HttpResponse};
use webmcp_auto_ui::mcp::{McpClient, McpClientOptions};

const HELLO: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"db","version":"1"}}}"#;

/// What the official SDK's servers answer to a session that they do not know.
const UNKNOWN_SESSION: &str = r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}"#;

fn hello() -> Canned {
    let mut canned = Canned::json(200, HELLO);
    canned.headers.push(("mcp-session-id", "abc"));
    canned
}

fn accepted() -> Canned {
    Canned { status: 202, headers: vec![], body: vec![], broken: false }
}

fn again(id: u64) -> Canned {
    let mut canned = hello();
    canned.body = vec![HELLO.replace("\"id\":1", &format!("\"id\":{id}")).into_bytes()];
    canned
}

fn client(script: Vec<Canned>) -> (McpClient, Rc<FakeHttp>) {
    let http = FakeHttp::new(script);
    (
        McpClient::new(
            http.clone(),
            Rc::new(FakeClock::default()),
            "http://x/mcp",
            McpClientOptions::default(),
        ),
        http,
    )
}

fn result(id: u64, text: &str) -> String {
    json!({"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": text}]}}).to_string()
}

fn header(http: &FakeHttp, index: usize, name: &str) -> Option<String> {
    http.sent.borrow()[index].headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
}

#[test]
fn the_handshake_carries_session_and_version_onwards() {
    let (client, http) = client(vec![
        hello(),
        accepted(),
        Canned::json(200, r#"{"jsonrpc":"2.0","id":2,"result":{"tools":[]}}"#),
    ]);
    pollster::block_on(async {
        client.connect().await.unwrap();
        assert_eq!(client.list_tools().await.unwrap(), []);
    });
    assert_eq!(client.server_info().name, "db");
    assert_eq!(http.bodies()[1]["method"], "notifications/initialized");
    assert_eq!(header(&http, 0, "mcp-session-id"), None);
    assert_eq!(header(&http, 2, "mcp-session-id").as_deref(), Some("abc"));
    assert_eq!(header(&http, 2, "mcp-protocol-version").as_deref(), Some("2025-11-25"));
    assert_eq!(header(&http, 2, "accept").as_deref(), Some("application/json, text/event-stream"));
}

#[test]
fn pages_are_followed_and_an_empty_cursor_is_a_cursor() {
    let page = |id: u64, name: &str, cursor: &str| {
        Canned::json(
            200,
            &format!(
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[{{"name":"{name}","inputSchema":{{}}}},{{"bad":1}}]{cursor}}}}}"#
            ),
        )
    };
    let (client, http) =
        client(vec![hello(), accepted(), page(2, "a", r#","nextCursor":"""#), page(3, "b", "")]);
    let tools = pollster::block_on(client.list_tools()).unwrap();
    assert_eq!(tools.iter().map(|tool| tool.name.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(http.bodies()[3]["params"], json!({"cursor": ""}));
}

#[test]
fn resources_are_listed_where_there_are_some_and_read() {
    let hello = r#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"resources":{}},"serverInfo":{"name":"db","version":"1"}}}"#;
    let page = |id: u64, uri: &str, cursor: &str| {
        let resources = format!(r#"[{{"uri":"{uri}","name":"n"}},{{"name":"no address"}},5]"#);
        Canned::json(
            200,
            &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"resources":{resources}{cursor}}}}}"#),
        )
    };
    let content = r#"{"jsonrpc":"2.0","id":4,"result":{"contents":[{"uri":"db://a","text":"t"}]}}"#;
    let script = vec![
        Canned::json(200, hello),
        accepted(),
        page(2, "db://a", r#","nextCursor":"x""#),
        page(3, "db://b", ""),
        Canned::json(200, content),
    ];
    let (client, http) = client(script);
    pollster::block_on(async {
        let listed = client.list_resources().await.unwrap();
        assert_eq!(listed, [json!({"uri": "db://a", "name": "n"}), json!({"uri": "db://b", "name": "n"})]);
        let read = client.read_resource("db://a").await.unwrap();
        assert_eq!(read, json!({"contents": [{"uri": "db://a", "text": "t"}]}));
    });
    let bodies = http.bodies();
    let asked: Vec<&Value> = bodies.iter().skip(2).map(|body| &body["method"]).collect();
    assert_eq!(asked, ["resources/list", "resources/list", "resources/read"]);
    assert_eq!(bodies[4]["params"], json!({"uri": "db://a"}));
}

#[test]
fn a_server_that_says_nothing_of_resources_is_not_asked_for_them() {
    let (client, http) = client(vec![hello(), accepted()]);
    assert_eq!(pollster::block_on(client.list_resources()).unwrap(), Vec::<Value>::new());
    assert!(!client.has_resources() && http.sent.borrow().len() == 2);
}

#[test]
fn a_list_without_end_is_cut_off() {
    let mut script = vec![hello(), accepted()];
    script.extend((2..80).map(|id| {
        Canned::json(
            200,
            &format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"tools":[],"nextCursor":"n"}}}}"#),
        )
    }));
    assert_eq!(pollster::block_on(client(script).0.list_tools()).unwrap_err().code, Code::Protocol);
}

#[test]
fn an_answer_is_found_among_notifications_foreign_ids_and_cut_characters() {
    let body = format!(
        "event: message\ndata:{{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}}\n\ndata: {}\n\ndata:{}\n\ndata: {{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}}\n\n",
        result(99, "foreign"),
        result(2, "Zürich 🔥")
    );
    for size in 1..9 {
        let (client, _) = client(vec![hello(), accepted(), Canned::events(&body).cut(size)]);
        let answer = pollster::block_on(client.call_tool("t", &json!({}))).unwrap();
        assert_eq!(answer["content"][0]["text"], "Zürich 🔥");
    }
}

#[test]
fn a_ping_on_the_way_is_answered() {
    let body = format!(
        "data: {{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}}\n\ndata: {}\n\n",
        result(2, "ok")
    );
    let (client, http) = client(vec![hello(), accepted(), Canned::events(&body), accepted()]);
    pollster::block_on(client.call_tool("t", &json!({}))).unwrap();
    assert_eq!(http.bodies()[3], json!({"jsonrpc": "2.0", "id": "p", "result": {}}));
}

#[test]
fn a_404_to_initialize_is_an_error_and_no_hang() {
    for status in [404, 400, 500] {
        let (client, http) = client(vec![Canned::json(status, "no session here")]);
        let error = pollster::block_on(client.connect()).unwrap_err();
        assert_eq!(error.code, Code::Http, "{status}");
        assert_eq!(http.sent.borrow().len(), 1);
    }
}

#[test]
fn a_lost_session_is_renewed_once_and_the_call_repeated() {
    for lost in [Canned::json(404, "gone"), Canned::json(400, UNKNOWN_SESSION)] {
        let (client, http) = client(vec![
            hello(),
            accepted(),
            lost,
            again(3),
            accepted(),
            Canned::json(200, &result(4, "again")),
        ]);
        let answer = pollster::block_on(client.call_tool("t", &json!({}))).unwrap();
        assert_eq!(answer["content"][0]["text"], "again");
        assert_eq!(header(&http, 3, "mcp-session-id"), None, "a new handshake has no session");
    }
}

#[test]
fn a_session_that_is_lost_at_once_again_is_an_error() {
    let gone = || Canned::json(404, "gone");
    let (client, _) = client(vec![hello(), accepted(), gone(), again(3), accepted(), gone()]);
    assert_eq!(pollster::block_on(client.call_tool("t", &json!({}))).unwrap_err().code, Code::Http);
}

#[test]
fn two_calls_that_need_a_handshake_share_one() {
    let (client, http) = client(vec![
        hello(),
        accepted(),
        Canned::json(200, &result(2, "a")),
        Canned::json(200, &result(3, "b")),
    ]);
    let args = json!({});
    let (one, two) = pollster::block_on(join(client.call_tool("t", &args), client.call_tool("t", &args)));
    assert!(one.is_ok() && two.is_ok());
    assert_eq!(http.bodies().iter().filter(|body| body["method"] == "initialize").count(), 1);
}

#[test]
fn refusals_have_their_codes() {
    for (status, body, code) in [
        (401, "", Code::Unauthorized),
        (429, "", Code::RateLimited),
        // Nobody can tell whether it took effect, so that it is not sent again.
        (400, "the session of parliament is over", Code::Http),
        (400, r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32602,"message":"no such session"}}"#, Code::Http),
        (200, "<html>", Code::Protocol),
        (200, r#"{"jsonrpc":"2.0","id":2,"error":{"code":-32601,"message":"no"}}"#, Code::Protocol),
        (200, r#"{"jsonrpc":"2.0","id":7,"result":{}}"#, Code::Protocol),
    ] {
        let (client, _) = client(vec![hello(), accepted(), Canned::json(status, body)]);
        assert_eq!(
            pollster::block_on(client.call_tool("t", &json!({}))).unwrap_err().code,
            code,
            "{status} {body}"
        );
    }
}

#[test]
fn a_version_that_we_do_not_speak_is_refused() {
    let (client, _) = client(vec![Canned::json(200, &HELLO.replace("2025-11-25", "1999-01-01"))]);
    let error = pollster::block_on(client.connect()).unwrap_err();
    assert!(error.code == Code::Protocol && error.message.contains("1999-01-01"));
}

#[test]
fn disconnecting_ends_the_session() {
    let (client, http) = client(vec![hello(), accepted(), accepted()]);
    pollster::block_on(async {
        client.connect().await.unwrap();
        client.disconnect().await.unwrap();
    });
    assert_eq!(http.sent.borrow()[2].method, "DELETE");
    assert_eq!(header(&http, 2, "mcp-session-id").as_deref(), Some("abc"));
    assert!(!client.is_connected());
}

/// A network that is a function of the request's body.
struct Scripted(Box<dyn Fn(Value) -> LocalBoxFuture<'static, Result<HttpResponse>>>);

impl Http for Scripted {
    fn send(&self, request: HttpRequest) -> LocalBoxFuture<'static, Result<HttpResponse>> {
        (self.0)(serde_json::from_slice(&request.body).unwrap_or_default())
    }
}

fn answer(body: String) -> LocalBoxFuture<'static, Result<HttpResponse>> {
    let headers = vec![("content-type".to_owned(), "application/json".to_owned())];
    ready(Ok(HttpResponse {
        status: 200,
        headers,
        body: stream::iter([Ok(body.into_bytes())]).boxed_local(),
    }))
    .boxed_local()
}

/// A client whose server hangs in the first `hangs` requests of `method` and answers the others.
fn hanging(method: &'static str, hangs: u32) -> (McpClient, Rc<Cell<u32>>) {
    let asked: Rc<Cell<u32>> = Rc::default();
    let counted = asked.clone();
    let http = Scripted(Box::new(move |body| {
        if body["method"] == method {
            counted.set(counted.get() + 1);
            if counted.get() <= hangs {
                return pending().boxed_local();
            }
        }
        let id = body["id"].as_u64().unwrap_or_default();
        answer(if body["method"] == "initialize" {
            HELLO.replace("\"id\":1", &format!("\"id\":{id}"))
        } else {
            result(id, "ok")
        })
    }));
    let options = McpClientOptions { connect_ms: 50.0, call_ms: 70.0, ..McpClientOptions::default() };
    (McpClient::new(Rc::new(http), Rc::new(FakeClock::default()), "http://x/mcp", options), asked)
}

#[test]
fn a_handshake_that_was_given_up_or_hangs_is_forgotten() {
    let (client, asked) = hanging("initialize", 1);
    // Given up by whoever waited, as by an abort.
    let gone = client.connect();
    assert!(gone.now_or_never().is_none());
    assert!(pollster::block_on(client.connect()).is_ok(), "the server is healthy");
    assert_eq!(asked.get(), 2);
    let (client, asked) = hanging("initialize", 1);
    let error = pollster::block_on(client.connect()).unwrap_err();
    assert!(error.code == Code::Network && error.message.contains("timeouts.connectMs"), "{}", error.message);
    assert!(pollster::block_on(client.call_tool("t", &json!({}))).is_ok());
    assert_eq!(asked.get(), 2);
}

#[test]
fn a_call_that_hangs_is_given_up() {
    let (client, asked) = hanging("tools/call", 9);
    let error = pollster::block_on(client.call_tool("t", &json!({}))).unwrap_err();
    assert!(error.code == Code::Network && error.message.contains("timeouts.callMs"), "{}", error.message);
    assert_eq!(asked.get(), 1, "it may have taken effect, so that it is not sent again");
}

#[test]
fn an_answer_to_the_server_that_fails_or_hangs_harms_no_call() {
    for fails in [true, false] {
        let http = Scripted(Box::new(move |body| {
            let id = body["id"].as_u64().unwrap_or_default();
            match body["method"].as_str() {
                Some("initialize") => answer(HELLO.replace("\"id\":1", &format!("\"id\":{id}"))),
                Some("tools/call") => {
                    let ping = "data: {\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}\n\n";
                    let pieces = [ping.to_owned(), format!("data: {}\n\n", result(id, "ok"))];
                    let body = stream::iter(pieces.map(|piece| Ok(piece.into_bytes()))).boxed_local();
                    let headers = vec![("content-type".to_owned(), "text/event-stream".to_owned())];
                    ready(Ok(HttpResponse { status: 200, headers, body })).boxed_local()
                }
                Some(_) => answer(String::new()),
                None if fails => ready(Err(Error::new(Code::Network, "gone"))).boxed_local(),
                None => pending().boxed_local(),
            }
        }));
        let client = McpClient::new(
            Rc::new(http),
            Rc::new(FakeClock::default()),
            "http://x/mcp",
            McpClientOptions::default(),
        );
        assert!(pollster::block_on(client.call_tool("t", &json!({}))).is_ok());
    }
}

#[test]
fn named_events_of_the_servers_own_are_passed_over() {
    let body = format!("event: keepalive\ndata: still here\n\nevent: message\ndata: {}\n\n", result(2, "ok"));
    let (client, _) = client(vec![hello(), accepted(), Canned::events(&body)]);
    assert!(pollster::block_on(client.call_tool("t", &json!({}))).is_ok());
}

#[test]
fn half_a_character_does_not_lose_a_result() {
    let body = result(2, "X").replace("\"X\"", "\"a\\ud83db \\ud83d\\ude00 \\\\ud83d\"");
    let (client, _) = client(vec![hello(), accepted(), Canned::json(200, &body)]);
    let answer = pollster::block_on(client.call_tool("t", &json!({}))).unwrap();
    assert_eq!(answer["content"][0]["text"], "a\u{fffd}b 😀 \\ud83d");
}

#[test]
fn the_pages_of_a_list_have_one_size_together() {
    let mut script = vec![hello(), accepted()];
    let description = "x".repeat(9_000_000);
    script.extend((2..12).map(|id| {
        let tools = json!([{"name": format!("t{id}"), "description": description, "inputSchema": {}}]);
        Canned::json(
            200,
            &json!({"jsonrpc": "2.0", "id": id, "result": {"tools": tools, "nextCursor": "n"}}).to_string(),
        )
    }));
    let (client, http) = client(script);
    let error = pollster::block_on(client.list_tools()).unwrap_err();
    assert!(error.code == Code::Protocol && error.message.contains("32 MB"), "{}", error.message);
    assert!(http.sent.borrow().len() <= 6, "{}", http.sent.borrow().len());
}
