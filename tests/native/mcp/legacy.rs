//! The era with `initialize` and sessions.

use super::world::{End, Reply, Seen, World, code, settings, text, what};
use serde_json::{Value, json};
use std::cell::{Cell, RefCell};
use std::rc::Rc;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::mcp::{Asked, Era, Event, Offer, Settings, What};

/// What the official SDK's servers answer to a session that they do not know.
const UNKNOWN_SESSION: &str = r#"{"jsonrpc":"2.0","error":{"code":-32000,"message":"Bad Request: No valid session ID provided"},"id":null}"#;

pub fn legacy() -> Settings {
    Settings { era: Era::Legacy, ..settings() }
}

pub fn hello(seen: &Seen, capabilities: Value) -> Reply {
    let server = json!({"name": "db", "version": "1"});
    seen.result(json!({"protocolVersion": "2025-11-25", "capabilities": capabilities, "serverInfo": server}))
        .with("mcp-session-id", "abc")
}

/// The handshake and what belongs to it; the rest is the server's.
pub fn greeting(
    capabilities: Value,
    mut server: impl FnMut(&Seen) -> Reply + 'static,
) -> impl FnMut(&Seen) -> Reply {
    move |seen| match (seen.method, seen.rpc()) {
        ("POST", "initialize") => hello(seen, capabilities.clone()),
        ("POST", "notifications/initialized") => Reply::accepted(),
        ("DELETE", _) => Reply { status: 204, ..Reply::default() },
        _ => server(seen),
    }
}

fn world(server: impl FnMut(&Seen) -> Reply + 'static) -> World {
    World::new(legacy(), greeting(json!({}), server))
}

#[test]
fn the_handshake_carries_session_and_version_onwards() {
    let mut world = world(|seen| seen.result(json!({"tools": []})));
    let told = world.connect().unwrap();
    assert_eq!(told["info"], json!({"name": "db", "version": "1"}));
    assert_eq!(world.list(Offer::Tools).unwrap(), Vec::<Value>::new());
    assert_eq!(world.methods(), ["initialize", "notifications/initialized", "tools/list"]);
    let [first, _, last] = &world.seen[..] else { panic!() };
    assert_eq!(first.header("mcp-session-id"), None);
    assert_eq!(first.header("mcp-protocol-version"), None);
    assert_eq!(last.header("mcp-session-id"), Some("abc"));
    assert_eq!(last.header("mcp-protocol-version"), Some("2025-11-25"));
    assert_eq!(last.header("accept"), Some("application/json, text/event-stream"));
    assert_eq!(last.header("mcp-method"), None, "the era after this one");
    assert_eq!(first.body["params"]["clientInfo"], json!({"name": "page", "version": "1"}));
}

#[test]
fn headers_of_the_page_go_along_and_never_stand_for_the_protocols_own() {
    let mut settings = legacy();
    for (name, value) in [("X-Key", "k"), ("Mcp-Session-Id", "evil"), ("ACCEPT", "text/html")] {
        settings.headers.push((name.into(), value.into()));
    }
    let mut world = World::new(settings, greeting(json!({}), |seen| seen.said("")));
    world.call("t", json!({})).unwrap();
    let last = world.seen.last().unwrap();
    assert!(last.headers.contains(&("X-Key".into(), "k".into())));
    let odd = |(name, value): &(String, String)| name != "X-Key" && (value == "evil" || value == "text/html");
    assert!(!last.headers.iter().any(odd), "{:?}", last.headers);
}

#[test]
fn pages_are_followed_and_an_empty_cursor_is_a_cursor() {
    let mut world = world(|seen| match seen.body["params"]["cursor"].as_str() {
        None => {
            seen.result(json!({"tools": [{"name": "a", "inputSchema": {}}, {"bad": 1}], "nextCursor": ""}))
        }
        Some("") => seen.result(json!({"tools": [{"name": "b", "title": "B"}, 5]})),
        Some(other) => panic!("{other}"),
    });
    let tools = world.list(Offer::Tools).unwrap();
    assert_eq!(tools, [json!({"name": "a", "inputSchema": {}}), json!({"name": "b", "title": "B"})]);
}

#[test]
fn a_list_ends_where_a_cursor_comes_again_or_an_empty_one_is_none() {
    for (cursors, pages) in [(vec!["", "", ""], 2), (vec!["x", "x", "x"], 2), (vec!["x", "y", "x", "y"], 3)] {
        let at = Cell::new(0);
        let mut world = world(move |seen| {
            let page = at.replace(at.get() + 1);
            let name = if cursors[0].is_empty() { "a".to_owned() } else { format!("t{page}") };
            let next = cursors.get(page);
            seen.result(json!({"tools": [{"name": name, "inputSchema": {}}], "nextCursor": next}))
        });
        let tools = world.list(Offer::Tools).unwrap();
        let asked = world.methods().iter().filter(|method| **method == "tools/list").count();
        assert_eq!(asked, pages);
        let names: std::collections::HashSet<String> =
            tools.iter().map(|tool| tool["name"].to_string()).collect();
        assert_eq!(names.len(), tools.len(), "each tool once");
    }
    let mut world = world(|seen| match seen.body["params"]["cursor"].as_str() {
        None => seen.result(json!({"tools": [{"name": "a"}], "nextCursor": ""})),
        Some(_) => seen.error(200, json!({"code": -32602, "message": "no such cursor"})),
    });
    assert_eq!(world.list(Offer::Tools).unwrap(), [json!({"name": "a"})]);
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/list").count(), 2);
}

#[test]
fn members_that_are_null_are_absent_and_tools_that_cannot_be_read_are_told() {
    let odd = json!([
        {"name": "a", "title": null, "description": null, "inputSchema": null, "annotations": null, "_meta": null},
        {"name": "b", "description": 7},
        {"name": "c", "inputSchema": "object"},
        {"name": "d", "description": "d", "inputSchema": {"type": "object", "properties": {"x": {"default": null}}}},
        {"name": "a", "description": "another"},
        {"name": ""},
    ]);
    let mut world = world(move |seen| seen.result(json!({"tools": odd, "nextCursor": null})));
    let tools = world.list(Offer::Tools).unwrap();
    let schema = json!({"type": "object", "properties": {"x": {"default": null}}});
    assert_eq!(
        tools,
        [json!({"name": "a"}), json!({"name": "d", "description": "d", "inputSchema": schema})]
    );
    let refused = world.client.refused_tools().to_vec();
    assert_eq!(
        refused,
        [
            ("b".to_owned(), "its description is no text".to_owned()),
            ("c".to_owned(), "its inputSchema is no object".to_owned()),
            ("a".to_owned(), "another one before it has the same name".to_owned()),
            (String::new(), "it has no name".to_owned()),
        ]
    );
}

#[test]
fn an_id_may_come_back_as_a_text_or_with_a_point() {
    for written in ["\"{}\"", "{}.0", "\"{}.0\""] {
        let mut world = world(move |seen| {
            let body = seen.result(json!({"tools": [{"name": "a"}]}));
            let id = seen.body["id"].to_string();
            let text = String::from_utf8(body.body.concat()).unwrap();
            let odd =
                text.replace(&format!("\"id\":{id}"), &format!("\"id\":{}", written.replace("{}", &id)));
            assert_ne!(odd, text);
            Reply { body: vec![odd.into_bytes()], ..body }
        });
        assert_eq!(world.list(Offer::Tools).unwrap(), [json!({"name": "a"})], "{written}");
    }
}

#[test]
fn a_cursor_that_has_become_invalid_begins_the_list_anew_once() {
    for fails_always in [false, true] {
        let failed = Cell::new(false);
        let mut world = world(move |seen| match seen.body["params"]["cursor"].as_str() {
            None => seen.result(json!({"tools": [{"name": "a"}], "nextCursor": "1"})),
            Some(_) if fails_always || !failed.replace(true) => {
                seen.error(200, json!({"code": -32602, "message": "stale cursor"}))
            }
            Some(_) => seen.result(json!({"tools": [{"name": "b"}]})),
        });
        let listed = world.list(Offer::Tools);
        if fails_always {
            assert_eq!(listed.unwrap_err().code, Code::Protocol);
        } else {
            assert_eq!(listed.unwrap(), [json!({"name": "a"}), json!({"name": "b"})]);
        }
        assert_eq!(world.methods().iter().filter(|method| **method == "tools/list").count(), 4);
    }
}

#[test]
fn resources_are_listed_where_there_are_some_and_read() {
    let server =
        greeting(json!({"resources": {}}), |seen| match (seen.rpc(), &seen.body["params"]["cursor"]) {
            ("resources/list", Value::Null) => seen.result(
                json!({"resources": [{"uri": "db://a"}, {"name": "no address"}, 5], "nextCursor": "x"}),
            ),
            ("resources/list", _) => seen.result(json!({"resources": [{"uri": "db://b"}]})),
            ("resources/templates/list", _) => {
                seen.result(json!({"resourceTemplates": [{"uriTemplate": "db://{t}"}, {}]}))
            }
            _ => seen.result(json!({"contents": [{"uri": "db://a", "text": "t"}]})),
        });
    let mut world = World::new(legacy(), server);
    assert_eq!(world.list(Offer::Resources).unwrap(), [json!({"uri": "db://a"}), json!({"uri": "db://b"})]);
    assert_eq!(world.list(Offer::Templates).unwrap(), [json!({"uriTemplate": "db://{t}"})]);
    let read = world.request("resources/read", json!({"uri": "db://a"})).unwrap();
    assert_eq!(read, json!({"contents": [{"uri": "db://a", "text": "t"}]}));
    assert_eq!(world.list(Offer::Prompts).unwrap(), Vec::<Value>::new(), "it does not say that it has some");
    assert!(!world.methods().contains(&"prompts/list"));
}

#[test]
fn a_list_without_end_is_cut_off() {
    let page = Cell::new(0);
    let mut world = world(move |seen| {
        page.set(page.get() + 1);
        seen.result(json!({"tools": [], "nextCursor": page.get().to_string()}))
    });
    assert_eq!(world.list(Offer::Tools).unwrap_err().code, Code::Protocol);
    assert!(world.seen.len() < 70);
}

#[test]
fn an_answer_is_found_among_notifications_foreign_ids_and_cut_characters() {
    for size in 1..9 {
        let mut world = world(move |seen| {
            let foreign = r#"data: {"jsonrpc":"2.0","id":99999,"result":{}}"#;
            let note = r#"data:{"jsonrpc":"2.0","method":"notifications/message","params":{"data":1}}"#;
            let answer = seen.event(json!({"content": [{"type": "text", "text": "Zürich 🔥"}]}));
            Reply::events(&format!("event: message\n{note}\n\n{foreign}\n\n: hm\n\n{answer}{note}\n\n"))
                .cut(size)
        });
        let answer = world.call("t", json!({}));
        assert_eq!(text(&answer), "Zürich 🔥");
        world.pass(10.0);
        assert_eq!(world.told.len(), 2, "also the one behind the answer");
    }
}

#[test]
fn a_stream_that_stays_open_after_the_answer_is_let_go() {
    let mut world = world(|seen| Reply::events(&seen.event(json!({"content": []}))).ending(End::Open));
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    assert!(world.outcome(call).unwrap().is_ok(), "at once");
    assert_eq!(world.open.len(), 1);
    world.pass(5_000.0);
    assert_eq!((world.open.len(), world.aborted.len()), (0, 1));
}

#[test]
fn json_that_is_a_stream_of_events_is_read() {
    let mut world = world(|seen| {
        Reply::text(
            200,
            "application/json; charset=utf-8",
            &format!(
                "event: message\n{}",
                seen.event(json!({"content": [{"type": "text", "text": "ok"}]})).trim_end()
            ),
        )
    });
    assert_eq!(text(&world.call("t", json!({}))), "ok");
}

#[test]
fn batches_are_read() {
    let mut world = world(|seen| {
        Reply::json(
            200,
            &json!([
                {"jsonrpc": "2.0", "method": "notifications/message", "params": {}},
                {"jsonrpc": "2.0", "id": seen.body["id"], "result": {"content": [{"type": "text", "text": "ok"}]}},
            ]),
        )
    });
    assert_eq!(text(&world.call("t", json!({}))), "ok");
    assert_eq!(world.told.len(), 1);
}

#[test]
fn a_ping_is_answered_and_what_nobody_offers_refused() {
    let mut world = world(|seen| {
        if seen.rpc().is_empty() {
            return Reply::accepted();
        }
        let asked = r#"data: {"jsonrpc":"2.0","id":"p","method":"ping"}

data: {"jsonrpc":"2.0","id":7,"method":"sampling/createMessage","params":{}}

"#;
        Reply::events(&format!("{asked}{}", seen.event(json!({"content": []}))))
    });
    world.call("t", json!({})).unwrap();
    let answers: Vec<&Value> =
        world.seen.iter().filter(|seen| seen.rpc().is_empty()).map(|seen| &seen.body).collect();
    assert_eq!(*answers[0], json!({"jsonrpc": "2.0", "id": "p", "result": {}}));
    assert_eq!(answers[1]["error"]["code"], -32601);
    assert!(world.asks.is_empty());
}

#[test]
fn a_refusal_of_initialize_is_an_error_and_no_hang() {
    for status in [404, 400, 405, 500] {
        let mut world = World::new(legacy(), move |_| Reply::text(status, "text/html", "no session here"));
        let error = world.connect().unwrap_err();
        assert_eq!(error.code, Code::Http, "{status}");
        assert!(error.message.contains(&status.to_string()), "{}", error.message);
        let asked = if status == 500 { vec!["initialize"] } else { vec!["initialize", "GET"] };
        assert_eq!(world.methods(), asked, "an older server may live there");
    }
}

#[test]
fn a_lost_session_is_renewed_once_for_all_and_the_calls_repeated() {
    for lost in [Reply::text(404, "", "gone"), Reply::text(400, "application/json", UNKNOWN_SESSION)] {
        let refused = Cell::new(2);
        let mut world = world(move |seen| {
            if refused.get() > 0 {
                refused.set(refused.get() - 1);
                return lost.clone();
            }
            seen.said("again")
        });
        world.connect().unwrap();
        let calls = [101, 102];
        for call in calls {
            world.event(Event::Call(call, Asked::new(what("tools/call", json!({"name": "t"})))));
        }
        world.settle();
        for call in calls {
            assert_eq!(text(&world.end(call)), "again");
        }
        assert_eq!(world.methods().iter().filter(|method| **method == "initialize").count(), 2);
        assert_eq!(world.last("initialize").header("mcp-session-id"), None, "a new handshake has no session");
    }
}

#[test]
fn a_session_that_is_lost_at_once_again_is_an_error() {
    let mut world = world(|_| Reply::text(404, "", "gone"));
    assert_eq!(code(&world.call("t", json!({}))), Code::Http);
}

#[test]
fn calls_that_need_a_handshake_share_one() {
    let mut world = world(|seen| seen.said("x"));
    for call in [1, 2, 3] {
        world.event(Event::Call(call, Asked::new(what("tools/call", json!({"name": "t"})))));
    }
    world.settle();
    assert!((1..=3).all(|call| world.outcome(call).unwrap().is_ok()));
    assert_eq!(world.methods().iter().filter(|method| **method == "initialize").count(), 1);
}

#[test]
fn refusals_have_their_codes() {
    for (status, body, wanted) in [
        (401, "", Code::Unauthorized),
        (403, "", Code::Unauthorized),
        // Nobody can tell whether it took effect, so that it is not sent again.
        (400, "the session of parliament is over", Code::Http),
        (
            400,
            r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32602,"message":"no such session"}}"#,
            Code::Protocol,
        ),
        (302, "", Code::Http),
        (200, "<html>", Code::Protocol),
        (200, "{}", Code::Protocol),
        (200, "", Code::Network),
        (200, r#"{"jsonrpc":"2.0","id":ID,"error":{"code":-32601,"message":"no"}}"#, Code::Protocol),
        (200, r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#, Code::Protocol),
        (200, r#"{"jsonrpc":"2.0","id":77777,"result":{}}"#, Code::Protocol),
    ] {
        let mut world = world(move |seen| {
            Reply::text(status, "application/json", &body.replace("ID", &seen.body["id"].to_string()))
        });
        let outcome = world.call("t", json!({}));
        assert_eq!(code(&outcome), wanted, "{status} {body}: {outcome:?}");
        assert_eq!(world.methods().iter().filter(|method| **method == "tools/call").count(), 1);
    }
}

#[test]
fn a_server_that_is_too_busy_is_asked_again_when_it_says_so() {
    let busy = Cell::new(2);
    let mut world = world(move |seen| {
        if busy.get() == 0 {
            return seen.said("done");
        }
        busy.set(busy.get() - 1);
        Reply::text(if busy.get() == 1 { 429 } else { 503 }, "", "slow down").with("retry-after", "3")
    });
    let before = world.now;
    assert_eq!(text(&world.call("t", json!({}))), "done");
    assert!((world.now - before - 6_000.0).abs() < 1.0);
    // For ever is not waited.
    let mut world = self::world(|_| Reply::text(429, "", "no"));
    assert_eq!(code(&world.call("t", json!({}))), Code::RateLimited);
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/call").count(), 4);
    let mut world = self::world(|_| Reply::text(429, "", "no").with("retry-after", "3600"));
    assert_eq!(code(&world.call("t", json!({}))), Code::RateLimited);
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/call").count(), 1);
}

#[test]
fn a_version_that_we_do_not_speak_is_refused() {
    let mut world = World::new(legacy(), |seen| {
        seen.result(json!({"protocolVersion": "1999-01-01", "capabilities": {}, "serverInfo": {"name": "old", "version": ""}}))
    });
    let error = world.connect().unwrap_err();
    assert!(error.code == Code::Protocol && error.message.contains("1999-01-01"));
}

#[test]
fn disconnecting_ends_the_session_and_what_is_under_way() {
    let mut world = world(|_| Reply::never());
    world.connect().unwrap();
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    world.event(Event::Disconnect);
    assert_eq!(code(&world.outcome(call).unwrap()), Code::Aborted);
    assert_eq!(world.last("DELETE").header("mcp-session-id"), Some("abc"));
    assert_eq!(world.client.state(), "idle");
    world.settle();
    assert!(world.open.is_empty() && world.client.wake_ms().is_none());
}

#[test]
fn a_handshake_that_was_given_up_or_hangs_is_forgotten() {
    let hanging = |hangs: u32| {
        let asked = Cell::new(0);
        World::new(legacy(), move |seen| match seen.rpc() {
            "initialize" => {
                asked.set(asked.get() + 1);
                if asked.get() <= hangs { Reply::never() } else { hello(seen, json!({})) }
            }
            "notifications/initialized" => Reply::accepted(),
            _ => seen.said("ok"),
        })
    };
    let mut world = hanging(1);
    let gone = world.begin(Asked::new(What::Connect));
    world.event(Event::Cancel(gone));
    assert_eq!(world.aborted.len(), 1);
    assert!(world.connect().is_ok(), "the server is healthy");
    let mut world = hanging(1);
    let error = world.connect().unwrap_err();
    assert!(error.code == Code::Network && error.message.contains("timeouts.connectMs"), "{}", error.message);
    assert_eq!(world.client.state(), "failed");
    assert_eq!(text(&world.call("t", json!({}))), "ok");
    // One that only one of two has given up goes on.
    let mut world = hanging(1);
    let [one, two] = [(); 2].map(|()| world.begin(Asked::new(What::Connect)));
    world.event(Event::Cancel(one));
    assert!(world.aborted.is_empty() && world.outcome(two).is_none());
}

#[test]
fn a_call_that_hangs_is_given_up_and_the_server_told() {
    let mut world = world(|seen| if seen.rpc() == "tools/call" { Reply::never() } else { Reply::accepted() });
    let before = world.now;
    let error = world.call("t", json!({})).unwrap_err();
    assert!(error.code == Code::Network && error.message.contains("timeouts.callMs"), "{}", error.message);
    assert!((world.now - before - 60_000.0).abs() < 1.0);
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/call").count(), 1);
    let id = world.last("tools/call").body["id"].clone();
    assert_eq!(world.last("notifications/cancelled").body["params"]["requestId"], id);
    assert_eq!(world.aborted.len(), 1);
    // A call may have its own time.
    let asked = Asked { call_ms: Some(50.0), ..Asked::new(what("tools/call", json!({"name": "t"}))) };
    let before = world.now;
    let call = world.begin(asked);
    assert!(world.end(call).is_err() && (world.now - before - 50.0).abs() < 1.0);
}

#[test]
fn a_call_that_is_cancelled_is_stopped_and_its_late_answer_nothing() {
    let mut world = world(|seen| match seen.rpc() {
        "tools/call" => Reply::events(": wait\n\n").ending(End::Open),
        _ => Reply::accepted(),
    });
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    let (fetch, id) = {
        let seen = world.last("tools/call");
        (seen.fetch, seen.body["id"].clone())
    };
    world.event(Event::Cancel(call));
    assert_eq!(world.last("notifications/cancelled").body["params"]["requestId"], id);
    assert!(world.aborted.contains(&fetch));
    world.event(Event::Piece { fetch, bytes: b"data: {}\n\n" });
    world.pass(100_000.0);
    assert!(world.outcome(call).is_none() && world.client.is_idle());
}

#[test]
fn progress_gives_a_call_more_time_but_not_for_ever() {
    let settings = Settings { call_ms: 1_000.0, total_ms: 2_500.0, ..legacy() };
    let mut world = World::new(
        settings,
        greeting(json!({}), |seen| match seen.rpc() {
            "tools/call" => Reply::events(": \n\n").ending(End::Open),
            _ => Reply::accepted(),
        }),
    );
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    let (fetch, token) = {
        let seen = world.last("tools/call");
        (seen.fetch, seen.body["params"]["_meta"]["progressToken"].clone())
    };
    let note = |progress: f64| {
        let params = json!({"progressToken": token, "progress": progress, "total": 9, "message": "m"});
        format!(
            "data: {}\n\n",
            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params})
        )
    };
    for progress in [1.0, 2.0] {
        world.pass(900.0);
        world.send(fetch, &note(progress));
        // What does not increase is not progress.
        world.send(fetch, &note(progress));
        world.settle();
    }
    assert_eq!(world.progress.len(), 2);
    assert_eq!(
        world.progress[1],
        (call, json!({"progressToken": token, "progress": 2.0, "total": 9, "message": "m"}))
    );
    assert!(world.outcome(call).is_none(), "1800 ms of 1000");
    let error = world.end(call).unwrap_err();
    assert!(error.message.contains("totalMs"), "{}", error.message);
}

#[test]
fn what_a_server_asks_goes_to_the_page_and_the_answer_back() {
    let settings = Settings {
        capabilities: json!({"elicitation": {}, "roots": {}}).to_string(),
        call_ms: 1_000.0,
        ..legacy()
    };
    let mut world = World::new(
        settings,
        greeting(json!({}), |seen| {
            match (seen.method, seen.rpc()) {
        ("GET", _) => Reply { status: 405, ..Reply::default() },
        (_, "tools/call") if seen.body["params"]["name"] == "never" => Reply::never(),
            (_, "tools/call") => Reply::events("data: {\"jsonrpc\":\"2.0\",\"id\":\"e1\",\"method\":\"elicitation/create\",\"params\":{\"message\":\"Who?\"}}\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"roots/list\"}\n\n").ending(End::Open),
        _ => Reply::accepted(),
    }
        }),
    );
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    assert_eq!(world.asks.len(), 2);
    let (ask, of, method, params) = world.asks[0].clone();
    assert_eq!((of, method.as_str(), params), (Some(call), "elicitation/create", json!({"message": "Who?"})));
    let other = world.begin(Asked::new(what("tools/call", json!({"name": "never"}))));
    // The person takes a minute, which is no minute of the server's; to other calls it is one.
    world.pass(60_000.0);
    assert!(world.outcome(call).is_none());
    assert_eq!(code(&world.outcome(other).unwrap()), Code::Network);
    world.event(Event::Answered {
        ask,
        outcome: Ok(r#"{"action":"accept","content":{"name":"Ada"}}"#.into()),
    });
    world.event(Event::Answered { ask: world.asks[1].0, outcome: Err("there are none".into()) });
    let answers: Vec<Value> = world
        .seen
        .iter()
        .filter(|seen| seen.rpc().is_empty() && seen.method == "POST")
        .map(|seen| seen.body.clone())
        .collect();
    assert_eq!(
        answers[0],
        json!({"jsonrpc": "2.0", "id": "e1", "result": {"action": "accept", "content": {"name": "Ada"}}})
    );
    assert_eq!(answers[1]["error"]["message"], "there are none");
    let first = world.seen.iter().find(|seen| seen.rpc() == "tools/call").unwrap();
    let (fetch, answer) = (first.fetch, first.event(json!({"content": []})));
    world.pass(500.0);
    world.send(fetch, &answer);
    world.settle();
    assert!(world.outcome(call).unwrap().is_ok());
}

#[test]
fn a_question_that_the_server_takes_back_is_asked_no_more() {
    let settings = Settings { capabilities: json!({"elicitation": {}}).to_string(), ..legacy() };
    let mut world = World::new(
        settings,
        greeting(json!({}), |seen| match (seen.method, seen.rpc()) {
            ("GET", _) => Reply { status: 405, ..Reply::default() },
            (_, "tools/call") => Reply::events(
                "data: {\"jsonrpc\":\"2.0\",\"id\":5,\"method\":\"elicitation/create\",\"params\":{}}\n\n",
            )
            .ending(End::Open),
            _ => Reply::accepted(),
        }),
    );
    world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    let fetch = world.last("tools/call").fetch;
    world.send(
        fetch,
        "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":5}}\n\n",
    );
    world.settle();
    let ask = world.asks[0].0;
    assert_eq!(world.unasked, [ask]);
    let sent = world.seen.len();
    world.event(Event::Answered { ask, outcome: Ok("{}".into()) });
    assert_eq!(world.seen.len(), sent);
}

#[test]
fn an_elicitation_that_must_come_first_is_asked_and_the_call_sent_again() {
    for accepts in [true, false] {
        let settings = Settings { capabilities: json!({"elicitation": {"url": {}}}).to_string(), ..legacy() };
        let asked = Cell::new(0);
        let mut world = World::new(
            settings,
            greeting(json!({}), move |seen| match (seen.method, seen.rpc()) {
                ("GET", _) => Reply { status: 405, ..Reply::default() },
                (_, "tools/call") if asked.replace(asked.get() + 1) == 0 => {
                    let elicitation = json!({"mode": "url", "url": "https://pay.example", "message": "Pay", "elicitationId": "1"});
                    seen.error(
                        200,
                        json!({"code": -32042, "message": "first", "data": {"elicitations": [elicitation]}}),
                    )
                }
                _ => seen.said("paid"),
            }),
        );
        let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
        let (ask, _, _, params) = world.asks[0].clone();
        assert_eq!(params["url"], "https://pay.example");
        let action = if accepts { r#"{"action":"accept"}"# } else { r#"{"action":"decline"}"# };
        world.event(Event::Answered { ask, outcome: Ok(action.into()) });
        let outcome = world.end(call);
        if accepts {
            assert_eq!(text(&outcome), "paid");
            assert_eq!(world.last("tools/call").body["params"].get("inputResponses"), None);
        } else {
            assert_eq!(outcome.unwrap_err().details.unwrap()["code"], -32042);
        }
    }
}

#[test]
fn a_call_that_wants_hundreds_of_pages_opened_opens_none() {
    let elicitation =
        json!({"mode": "url", "url": "https://pay.example", "message": "Pay", "elicitationId": "1"});
    let many = vec![elicitation; 200];
    let settings = Settings { capabilities: json!({"elicitation": {"url": {}}}).to_string(), ..legacy() };
    let mut world = World::new(
        settings,
        greeting(json!({"tools": {}}), move |seen| {
            let data = json!({"elicitations": many});
            seen.error(200, json!({"code": -32042, "message": "first", "data": data}))
        }),
    );
    let failure = world.request("tools/call", json!({"name": "t"})).unwrap_err();
    assert_eq!(failure.details.unwrap()["code"], -32042);
    assert!(world.asks.is_empty());
}

#[test]
fn what_is_safe_is_sent_again_when_it_got_lost_and_nothing_else() {
    let lost = || {
        let left = Cell::new(2);
        greeting(json!({"resources": {}}), move |seen| match seen.rpc() {
            "tools/list" => seen.result(json!({"tools": [
                {"name": "reads", "annotations": {"readOnlyHint": true}},
                {"name": "writes"},
            ]})),
            _ if left.get() > 0 => {
                left.set(left.get() - 1);
                if left.get() == 1 {
                    Reply::unreachable()
                } else {
                    Reply::json(200, &json!({})).ending(End::Broken)
                }
            }
            _ => seen.result(json!({"content": [], "contents": []})),
        })
    };
    for (method, params, is_safe) in [
        ("resources/read", json!({"uri": "x"}), true),
        ("tools/call", json!({"name": "reads"}), true),
        ("tools/call", json!({"name": "writes"}), false),
        ("tools/call", json!({"name": "unknown"}), false),
    ] {
        let mut world = World::new(legacy(), lost());
        world.list(Offer::Tools).unwrap();
        let outcome = world.request(method, params.clone());
        assert_eq!(outcome.is_ok(), is_safe, "{method} {params}: {outcome:?}");
        let sent = world.methods().iter().filter(|known| **known == method).count();
        assert_eq!(sent, if is_safe { 3 } else { 1 });
    }
    let mut world = World::new(legacy(), lost());
    let call =
        world.begin(Asked { is_safe: true, ..Asked::new(what("tools/call", json!({"name": "writes"}))) });
    assert!(world.end(call).is_ok(), "whoever calls has said so");
}

#[test]
fn a_result_that_does_not_fit_the_schema_of_its_tool_is_an_error() {
    let results = Rc::new(RefCell::new(vec![
        (json!({"content": [], "structuredContent": {"n": 1}}), true),
        (json!({"content": [], "structuredContent": {"n": "one"}}), false),
        (json!({"content": []}), false),
        (json!({"content": [], "isError": true}), true),
    ]));
    let left = results.clone();
    let mut world = world(move |seen| match seen.rpc() {
        "tools/list" => {
            let schema =
                json!({"type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]});
            seen.result(json!({"tools": [
                {"name": "t", "outputSchema": schema},
                {"name": "odd", "outputSchema": {"$ref": "https://evil.example/schema.json"}},
            ]}))
        }
        _ if seen.body["params"]["name"] == "odd" => {
            seen.result(json!({"content": [], "structuredContent": 1}))
        }
        _ => seen.result(left.borrow()[0].0.clone()),
    });
    world.list(Offer::Tools).unwrap();
    assert!(world.call("odd", json!({})).is_ok(), "nobody fetches a schema, and nobody can say what it says");
    while !results.borrow().is_empty() {
        let outcome = world.call("t", json!({}));
        let (result, fits) = results.borrow_mut().remove(0);
        assert_eq!(outcome.is_ok(), fits, "{result}: {outcome:?}");
        if let Err(error) = outcome {
            assert!(error.code == Code::Protocol && error.message.contains("'t'"), "{}", error.message);
        }
    }
}

#[test]
fn a_reply_that_is_too_large_is_given_up() {
    for (kind, begin) in [("application/json", "{\"x\":\""), ("text/event-stream", "data: {\"x\":\"")] {
        let mut world = World::new(
            Settings { max_bytes: 10_000, ..legacy() },
            greeting(json!({}), move |_| {
                let mut reply = Reply::text(200, kind, begin).ending(End::Open);
                reply.body.extend((0..20).map(|_| vec![b'a'; 1_000]));
                reply.body.push(b"\"}\n\n".to_vec());
                reply
            }),
        );
        assert_eq!(code(&world.call("t", json!({}))), Code::Protocol, "{kind}");
        assert!(world.open.is_empty());
    }
}

#[test]
fn signing_in_is_asked_for_once_and_all_requests_are_sent_again() {
    let settings = Settings { signs_in: true, ..legacy() };
    let signed = Rc::new(Cell::new(false));
    let is_signed = signed.clone();
    let mut world = World::new(settings, move |seen| {
        if is_signed.get() {
            return match seen.rpc() {
                "initialize" => hello(seen, json!({})),
                "notifications/initialized" => Reply::accepted(),
                _ => seen.said("yours"),
            };
        }
        Reply::text(401, "", "").with("www-authenticate", "Bearer realm=\"x\"")
    });
    let calls = [(); 2].map(|()| world.begin(Asked::new(what("tools/call", json!({"name": "t"})))));
    assert_eq!(world.sign_ins, [(401, "Bearer realm=\"x\"".to_owned())]);
    assert_eq!(world.client.state(), "signing-in");
    // The person takes as long as it takes.
    world.pass(600_000.0);
    assert!(calls.iter().all(|call| world.outcome(*call).is_none()));
    signed.set(true);
    world.event(Event::SignedIn(Ok(true)));
    for call in calls {
        assert_eq!(text(&world.end(call)), "yours");
    }
    // A token runs out in the middle: calls that are refused together ask once.
    signed.set(false);
    let calls = [(); 3].map(|()| world.begin(Asked::new(what("tools/call", json!({"name": "t"})))));
    assert_eq!(world.sign_ins.len(), 2);
    world.event(Event::SignedIn(Ok(false)));
    for call in calls {
        assert_eq!(code(&world.end(call)), Code::Unauthorized);
    }
}

#[test]
fn a_server_that_is_never_satisfied_is_not_signed_in_to_for_ever() {
    let settings = Settings { signs_in: true, ..legacy() };
    let mut world = World::new(settings, |_| Reply::text(401, "", ""));
    let call = world.begin(Asked::new(What::Connect));
    for _ in 0..10 {
        world.event(Event::SignedIn(Ok(true)));
        world.settle();
    }
    assert_eq!(code(&world.outcome(call).unwrap()), Code::Unauthorized);
    assert!(world.sign_ins.len() <= 3);
}
