//! MCP 2026-07-28: no session, everything in each request; and which era a server is of.

use super::legacy::hello;
use super::world::{Reply, Seen, World, code, settings, text, what};
use serde_json::{Value, json};
use std::cell::Cell;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::mcp::{Asked, Era, Event, Offer, Settings};

const VERSION: &str = "2026-07-28";

fn modern() -> Settings {
    Settings { era: Era::Modern, ..settings() }
}

fn discovered(seen: &Seen) -> Reply {
    seen.result(json!({
        "resultType": "complete",
        "supportedVersions": [VERSION],
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
        "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "db", "version": "2"}},
        "instructions": "Ask.",
    }))
}

fn world_with(settings: Settings, mut server: impl FnMut(&Seen) -> Reply + 'static) -> World {
    World::new(settings, move |seen| match seen.rpc() {
        "server/discover" => discovered(seen),
        _ => server(seen),
    })
}

fn world(server: impl FnMut(&Seen) -> Reply + 'static) -> World {
    world_with(modern(), server)
}

fn tools(seen: &Seen, tools: Value) -> Reply {
    seen.result(json!({"resultType": "complete", "tools": tools}))
}

fn said(seen: &Seen, text: &str) -> Reply {
    seen.result(json!({"resultType": "complete", "content": [{"type": "text", "text": text}]}))
}

#[test]
fn every_request_tells_version_client_method_and_name() {
    let mut world = world(|seen| match seen.rpc() {
        "tools/list" => tools(seen, json!([{"name": "größe", "inputSchema": {}}])),
        "prompts/list" => seen.result(json!({"prompts": [{"name": "p"}, {"bad": 1}]})),
        _ => said(seen, "done"),
    });
    assert_eq!(world.list(Offer::Tools).unwrap().len(), 1);
    world.call("größe", json!({"a": 1})).unwrap();
    assert_eq!(world.list(Offer::Prompts).unwrap(), [json!({"name": "p"})]);
    world.request("prompts/get", json!({"name": "p", "_meta": {"mine/x": 1}})).unwrap();
    world.request("resources/read", json!({"uri": "file:///a%20b"})).unwrap();
    let told = world.connect().unwrap();
    assert_eq!(told["info"], json!({"name": "db", "version": "2"}));
    assert_eq!((&told["protocolVersion"], &told["instructions"]), (&json!(VERSION), &json!("Ask.")));
    for seen in &world.seen {
        let meta = &seen.body["params"]["_meta"];
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], VERSION, "{}", seen.body);
        assert_eq!(meta["io.modelcontextprotocol/clientInfo"], json!({"name": "page", "version": "1"}));
        assert_eq!(meta["io.modelcontextprotocol/clientCapabilities"]["elicitation"], Value::Null);
        assert_eq!(seen.header("mcp-protocol-version"), Some(VERSION));
        assert_eq!(seen.header("mcp-method"), Some(seen.rpc()));
        assert_eq!(seen.header("mcp-session-id"), None);
    }
    assert_eq!(world.last("tools/call").body["params"]["arguments"], json!({"a": 1}));
    assert_eq!(world.last("prompts/get").body["params"]["_meta"]["mine/x"], 1);
    let names: Vec<Option<&str>> = world.seen.iter().map(|seen| seen.header("mcp-name")).collect();
    let size = Some("=?base64?Z3LDtsOfZQ==?=");
    assert_eq!(names, [None, None, size, None, Some("p"), Some("file:///a%20b")]);
}

#[test]
fn arguments_go_into_the_headers_that_their_tool_names() {
    let schema = json!({"type": "object", "properties": {
        "region": {"type": "string", "x-mcp-header": "Region"},
        "count": {"type": "integer", "x-mcp-header": "Count"},
        "loud": {"type": "boolean", "x-mcp-header": "Loud"},
        "query": {"type": "string"},
        "deep": {"type": "object", "properties": {"er": {"type": "string", "x-mcp-header": "Deeper"}}},
        // Here the word is an argument's name, or data.
        "x-mcp-header": {"type": "string", "default": {"x-mcp-header": 1}},
    }});
    let mut world = world(move |seen| match seen.rpc() {
        "tools/list" => tools(seen, json!([{"name": "t", "inputSchema": schema}])),
        _ => said(seen, ""),
    });
    world.list(Offer::Tools).unwrap();
    for (text, header) in [
        ("plain text", "plain text"),
        ("", ""),
        (" edge", "=?base64?IGVkZ2U=?="),
        ("tab\t", "=?base64?dGFiCQ==?="),
        ("a\r\nX-Evil: 1", "=?base64?YQ0KWC1FdmlsOiAx?="),
        ("=?base64?eA==?=", "=?base64?PT9iYXNlNjQ/ZUE9PT89?="),
        ("naïve", "=?base64?bmHDr3Zl?="),
        ("\u{7f}", "=?base64?fw==?="),
    ] {
        let args = json!({"region": text, "count": 42.0, "loud": false, "query": "q", "deep": {"er": "x"}});
        world.call("t", args).unwrap();
        let seen = world.seen.last().unwrap();
        assert_eq!(seen.header("mcp-param-Region"), Some(header));
        let others = ["Count", "Loud", "Deeper"].map(|name| seen.header(&format!("Mcp-Param-{name}")));
        assert_eq!(others, [Some("42"), Some("false"), Some("x")]);
        assert_eq!(params(seen), 4, "nothing else");
    }
    world.call("t", json!({"region": null, "deep": 1})).unwrap();
    assert_eq!(params(world.seen.last().unwrap()), 0, "nothing of what is null or missing");
}

fn params(seen: &Seen) -> usize {
    seen.headers.iter().filter(|(name, _)| name.to_ascii_lowercase().starts_with("mcp-param-")).count()
}

#[test]
fn tools_whose_headers_break_the_rules_are_left_out_and_it_is_said_why() {
    let with = |property: Value| json!({"type": "object", "properties": {"v": property}});
    let twice = |one: &str, other: &str| {
        json!({"properties": {
            "a": {"type": "string", "x-mcp-header": one},
            "b": {"type": "string", "x-mcp-header": other},
        }})
    };
    let hidden = json!({"type": "string", "x-mcp-header": "H"});
    let bad = [
        with(json!({"type": "string", "x-mcp-header": ""})),
        with(json!({"type": "string", "x-mcp-header": 7})),
        with(json!({"type": "string", "x-mcp-header": "a b"})),
        with(json!({"type": "string", "x-mcp-header": "a:b"})),
        with(json!({"type": "string", "x-mcp-header": "Größe"})),
        with(json!({"type": "string", "x-mcp-header": "a\r\nb"})),
        with(json!({"type": "number", "x-mcp-header": "N"})),
        with(json!({"type": "object", "x-mcp-header": "N"})),
        with(json!({"type": ["string", "null"], "x-mcp-header": "N"})),
        with(json!({"x-mcp-header": "N"})),
        twice("Same", "Same"),
        twice("Same", "sAME"),
        with(json!({"type": "array", "items": hidden})),
        json!({"oneOf": [{"properties": {"v": hidden}}]}),
        json!({"$defs": {"d": hidden}}),
    ];
    let listed: Vec<Value> = std::iter::once(with(hidden.clone()))
        .chain(bad.iter().cloned())
        .enumerate()
        .map(|(index, schema)| json!({"name": format!("t{index}"), "inputSchema": schema}))
        .collect();
    let mut world = world(move |seen| tools(seen, json!(listed)));
    let kept = world.list(Offer::Tools).unwrap();
    assert_eq!(kept.iter().map(|tool| tool["name"].as_str().unwrap()).collect::<Vec<_>>(), ["t0"]);
    let refused = world.client.refused_tools();
    assert_eq!(refused.len(), bad.len());
    assert!(refused.iter().all(|(_, why)| why.len() > 20), "{refused:?}");
}

#[test]
fn headers_that_no_longer_fit_lead_to_another_list_and_one_more_try() {
    for fits_then in [true, false] {
        let lists = Cell::new(0);
        let mut world = world(move |seen| match (seen.rpc(), &seen.body["params"]["cursor"]) {
            ("tools/list", Value::Null) => {
                lists.set(lists.get() + 1);
                seen.result(json!({"tools": [{"name": "other"}], "nextCursor": "2"}))
            }
            ("tools/list", _) => {
                let name = if lists.get() == 1 { "Old" } else { "New" };
                let property = json!({"type": "string", "x-mcp-header": name});
                tools(seen, json!([{"name": "t", "inputSchema": {"properties": {"v": property}}}]))
            }
            _ if fits_then && seen.header("Mcp-Param-New").is_some() => said(seen, "now"),
            _ => seen.error(400, json!({"code": -32020, "message": "HeaderMismatch"})),
        });
        world.list(Offer::Tools).unwrap();
        let outcome = world.call("t", json!({"v": "x"}));
        if fits_then {
            assert_eq!(text(&outcome), "now");
        } else {
            assert_eq!(outcome.unwrap_err().details.unwrap()["code"], -32020);
        }
        assert_eq!(world.methods().iter().filter(|method| **method == "tools/call").count(), 2);
        assert_eq!(world.methods().iter().filter(|method| **method == "tools/list").count(), 4);
    }
}

fn input(message: &str) -> Value {
    json!({"method": "elicitation/create", "params": {"mode": "form", "message": message}})
}

#[test]
fn what_a_server_wants_to_know_is_asked_and_the_state_handed_back_as_it_was() {
    let settings = Settings { capabilities: json!({"elicitation": {}}).to_string(), ..modern() };
    let state = "\"a\\u00e9\\/ \"";
    let mut world = world_with(settings, move |seen| {
        let params = &seen.body["params"];
        match (params["name"].as_str(), params.get("inputResponses")) {
            (Some("other"), _) => {
                assert!(params.get("requestState").is_none() && params.get("inputResponses").is_none());
                said(seen, "by the way")
            }
            (_, None) => Reply::text(
                200,
                "application/json",
                &format!(
                    r#"{{"jsonrpc":"2.0","id":{},"result":{{"resultType":"input_required","requestState":{state},"inputRequests":{}}}}}"#,
                    seen.body["id"],
                    json!({"b": input("Two?"), "a": input("One?")})
                ),
            ),
            (_, Some(responses)) if params.get("requestState").is_some() => {
                assert_eq!(params["requestState"], "aé/ ");
                assert_eq!(
                    *responses,
                    json!({"a": {"action": "accept", "content": {"x": 1}}, "b": {"action": "cancel"}})
                );
                seen.result(json!({"resultType": "input_required", "inputRequests": {"c": input("Three?")}}))
            }
            (_, Some(responses)) => {
                assert_eq!(*responses, json!({"c": {"action": "decline"}}));
                said(seen, "thanks")
            }
        }
    });
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t", "arguments": {"k": 1}}))));
    let first = world.last("tools/call").body["id"].clone();
    assert_eq!(text(&world.call("other", json!({}))), "by the way");
    let asks = world.asks.clone();
    assert_eq!(
        asks.iter().map(|ask| (ask.1, &ask.3["message"])).collect::<Vec<_>>(),
        [(Some(call), &json!("Two?")), (Some(call), &json!("One?"))]
    );
    world.pass(3_600_000.0);
    world.event(Event::Answered { ask: asks[0].0, outcome: Err("the page is broken".into()) });
    world.event(Event::Answered {
        ask: asks[1].0,
        outcome: Ok(r#"{"action":"accept","content":{"x":1}}"#.into()),
    });
    world.settle();
    assert_ne!(world.last("tools/call").body["id"], first);
    world.event(Event::Answered { ask: world.asks[2].0, outcome: Ok(r#"{"action":"decline"}"#.into()) });
    assert_eq!(text(&world.end(call)), "thanks");
    assert_eq!(world.last("tools/call").body["params"]["arguments"], json!({"k": 1}));
    let sent = world.seen.iter().filter(|seen| seen.rpc() == "tools/call").map(|seen| seen.body.to_string());
    assert!(sent.filter(|body| body.contains("requestState")).all(|body| body.contains("aé/ ")));
}

#[test]
fn a_state_alone_is_handed_back_at_once_and_rounds_end_some_day() {
    let mut world = world(|seen| match seen.body["params"].get("requestState") {
        None => seen.result(json!({"resultType": "input_required", "requestState": "s"})),
        Some(state) => said(seen, state.as_str().unwrap()),
    });
    assert_eq!(text(&world.call("t", json!({}))), "s");
    let mut world =
        self::world(|seen| seen.result(json!({"resultType": "input_required", "requestState": "s"})));
    assert_eq!(code(&world.call("t", json!({}))), Code::Protocol);
    assert!(world.seen.len() < 12);
}

#[test]
fn questions_that_nobody_can_answer_are_an_error() {
    for (method, result) in [
        ("tools/call", json!({"resultType": "input_required", "inputRequests": {"a": input("?")}})),
        ("tools/call", json!({"resultType": "input_required"})),
        ("tools/call", json!({"resultType": "input_required", "inputRequests": {"a": 1}})),
        ("tools/call", json!({"resultType": "later"})),
        ("tools/call", json!({"resultType": 5})),
        ("completion/complete", json!({"resultType": "input_required", "requestState": "s"})),
    ] {
        let told = result.clone();
        let mut world = world(move |seen| seen.result(told.clone()));
        assert_eq!(code(&world.request(method, json!({"name": "t"}))), Code::Protocol, "{method} {result}");
        assert!(world.asks.is_empty());
    }
}

#[test]
fn requests_of_the_server_are_none_here() {
    let mut world =
        world_with(Settings { capabilities: json!({"elicitation": {}}).to_string(), ..modern() }, |seen| {
            let asked =
                "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"elicitation/create\",\"params\":{}}\n\n";
            Reply::events(&format!("{asked}{}", seen.event(json!({"content": []}))))
        });
    world.call("t", json!({})).unwrap();
    world.pass(10.0);
    assert!(world.asks.is_empty());
    assert_eq!(world.methods(), ["server/discover", "tools/call"]);
}

#[test]
fn a_call_that_is_cancelled_only_closes_its_stream() {
    let mut world = world(|_| Reply::never());
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    world.event(Event::Cancel(call));
    assert_eq!(world.methods(), ["server/discover", "tools/call"]);
    assert_eq!(world.aborted.len(), 1);
}

#[test]
fn a_server_that_wants_the_revision_again_is_asked_again_once() {
    for stubborn in [false, true] {
        let asked = Cell::new(0);
        let mut world = World::new(modern(), move |seen| {
            if seen.rpc() == "server/discover" && (stubborn || asked.replace(asked.get() + 1) == 0) {
                return seen
                    .error(400, json!({"code": -32022, "message": "v", "data": {"supported": [VERSION]}}));
            }
            discovered(seen)
        });
        assert_eq!(world.connect().is_ok(), !stubborn);
        assert_eq!(world.seen.len(), 2);
    }
}

#[test]
fn a_server_without_sessions_may_say_nothing_of_itself() {
    for (status, code) in [(404, -32601), (400, -32020), (400, -32022)] {
        let mut world = World::new(settings(), move |seen| match seen.rpc() {
            "server/discover" => seen.error(404, json!({"code": -32601, "message": "m"})),
            "initialize" => seen.error(status, json!({"code": code, "message": "m"})),
            _ => said(seen, ""),
        });
        world.call("t", json!({})).unwrap();
        assert!(world.client.status().contains(r#""isModern":true"#));
        assert_eq!(world.methods(), ["server/discover", "initialize", "tools/call"]);
        // What was found out holds for the next handshake.
        world.event(Event::Disconnect);
        world.call("t", json!({})).unwrap();
        assert_eq!(world.methods()[3..], ["server/discover", "tools/call"]);
    }
}

#[test]
fn a_server_that_fails_before_it_says_its_era_is_asked_the_other_way_and_may_still_be_modern() {
    let mut world = World::new(settings(), move |seen| match seen.rpc() {
        "server/discover" => Reply::text(500, "", "restarting"),
        "initialize" => seen.error(404, json!({"code": -32601, "message": "m"})),
        _ => said(seen, ""),
    });
    world.call("t", json!({})).unwrap();
    assert!(world.client.status().contains(r#""isModern":true"#));
}

#[test]
fn a_server_that_leaves_the_first_request_unanswered_is_of_the_era_before() {
    for connect_ms in [0.0, 400.0, 20_000.0] {
        let settings = Settings { connect_ms, ..settings() };
        let mut world = World::new(settings, move |seen| match seen.rpc() {
            "server/discover" => Reply::never(),
            "initialize" => hello(seen, json!({})),
            "notifications/initialized" => Reply::accepted(),
            _ => said(seen, ""),
        });
        world.call("t", json!({})).unwrap();
        assert!(world.client.status().contains(r#""isModern":false"#), "{connect_ms}");
        assert_eq!(world.client.wake_ms(), None, "nothing of it is left");
    }
    let pinned = Settings { era: Era::Modern, connect_ms: 400.0, ..settings() };
    let mut world = World::new(pinned, |_| Reply::never());
    assert_eq!(world.call("t", json!({})).unwrap_err().code, Code::Network);
}

#[test]
fn a_server_of_the_modern_era_that_begins_slowly_is_waited_for_once_it_refuses_the_other() {
    for refusal in [-32601, -32022] {
        let mut asked = 0;
        let settings = Settings { connect_ms: 20_000.0, ..settings() };
        let mut world = World::new(settings, move |seen| match seen.rpc() {
            "server/discover" => {
                asked += 1;
                if asked == 1 { Reply::never() } else { discovered(seen) }
            }
            "initialize" => Reply::json(
                404,
                &json!({"jsonrpc": "2.0", "id": null, "error": {"code": refusal, "message": "m", "data": {"supported": ["2026-07-28"]}}}),
            ),
            _ => said(seen, ""),
        });
        world.call("t", json!({})).unwrap();
        assert!(world.client.status().contains(r#""isModern":true"#), "{refusal}");
    }
}

#[test]
fn the_era_is_found_out() {
    let rpc = |code: i64| json!({"jsonrpc": "2.0", "id": null, "error": {"code": code, "message": "m"}});
    let unsupported = json!({"jsonrpc": "2.0", "id": 1, "error": {"code": -32022, "message": "m", "data": {"supported": ["2025-11-25"]}}});
    for (reply, era) in [
        (Reply::text(400, "", "Server not initialized"), Some("legacy")),
        (Reply::text(404, "text/html", "<h1>no</h1>"), Some("legacy")),
        (Reply::text(405, "", ""), Some("legacy")),
        (Reply::json(400, &rpc(-32000)), Some("legacy")),
        (
            Reply::json(
                200,
                &json!({"jsonrpc": "2.0", "id": "ID", "error": {"code": -32601, "message": "m"}}),
            ),
            Some("legacy"),
        ),
        (Reply::json(400, &unsupported), Some("legacy")),
        (Reply::unreachable(), Some("legacy")),
        (Reply::json(404, &rpc(-32601)), Some("legacy")),
        (Reply::text(401, "", ""), None),
        (Reply::text(403, "", ""), None),
        (Reply::text(500, "", ""), Some("legacy")),
        (Reply::text(422, "application/json", "{\"detail\":[]}"), Some("legacy")),
        (Reply::text(501, "", ""), Some("legacy")),
        (Reply::json(500, &rpc(-32603)), Some("legacy")),
        (Reply::text(429, "", ""), None),
        (Reply::text(307, "text/plain", "elsewhere"), None),
        (Reply::json(400, &rpc(-32021)), None),
        (Reply::json(400, &rpc(-32020)), None),
    ] {
        let (told, pinned) = (format!("{reply:?}"), reply.clone());
        let mut world = World::new(settings(), move |seen| match seen.rpc() {
            "server/discover" => {
                let mut reply = reply.clone();
                let id = seen.body["id"].to_string();
                reply.body = reply
                    .body
                    .iter()
                    .map(|piece| String::from_utf8_lossy(piece).replace("\"ID\"", &id).into_bytes())
                    .collect();
                reply
            }
            "initialize" => hello(seen, json!({})),
            "notifications/initialized" => Reply::accepted(),
            _ => said(seen, ""),
        });
        let outcome = world.call("t", json!({}));
        assert_eq!(outcome.is_ok(), era.is_some(), "{told}: {outcome:?}");
        if let Some(era) = era {
            assert_eq!(
                serde_json::from_str::<Value>(&world.client.status()).unwrap()["isModern"],
                era == "modern",
                "{told}"
            );
            // What was found out holds for the next handshake.
            world.event(Event::Disconnect);
            world.call("t", json!({})).unwrap();
            let probes = world.methods().iter().filter(|method| **method == "server/discover").count();
            assert_eq!(probes, if era == "modern" { 2 } else { 1 }, "{told}");
        }
        // Who is told the era does not try the other.
        let mut world = World::new(modern(), move |_| pinned.clone());
        let is_taken = told == format!("{:?}", Reply::json(404, &rpc(-32601)));
        assert_eq!(world.connect().is_ok(), is_taken, "{told}");
        assert!(!world.methods().contains(&"initialize"));
    }
}

#[test]
fn a_server_whose_era_is_told_need_not_be_asked() {
    let mut world = World::new(Settings { probes: false, ..modern() }, |seen| said(seen, "hi"));
    assert_eq!(text(&world.call("t", json!({}))), "hi");
    assert_eq!(world.methods(), ["tools/call"]);
    assert!(world.connect().is_ok() && world.list(Offer::Prompts).is_ok(), "nobody knows what it has");
    assert_eq!(world.last("prompts/list").header("mcp-method"), Some("prompts/list"));
}

#[test]
fn answers_are_kept_as_long_as_the_server_lets_them() {
    let count = Cell::new(0);
    let mut world = world(move |seen| {
        count.set(count.get() + 1);
        let ttl = if seen.body["params"]["uri"] == "never" { json!(-5) } else { json!(1_000) };
        seen.result(json!({"resultType": "complete", "contents": [], "tools": [{"name": "t"}], "n": count.get(), "ttlMs": ttl, "cacheScope": "private"}))
    });
    let read = |world: &mut World, uri: &str| {
        world.request("resources/read", json!({"uri": uri})).unwrap()["n"].clone()
    };
    assert_eq!(read(&mut world, "a"), 1);
    world.pass(999.0);
    assert_eq!(read(&mut world, "a"), 1, "fresh");
    assert_eq!(read(&mut world, "b"), 2, "another");
    world.pass(2.0);
    assert_eq!(read(&mut world, "a"), 3, "stale");
    assert_eq!((read(&mut world, "never"), read(&mut world, "never")), (json!(4), json!(5)));
    for _ in 0..2 {
        assert_eq!(world.list(Offer::Tools).unwrap().len(), 1);
    }
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/list").count(), 1);
    // A call is no list.
    for _ in 0..2 {
        world.call("t", json!({})).unwrap();
    }
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/call").count(), 2);
}

#[test]
fn what_was_answered_after_a_question_is_not_kept() {
    let settings = Settings { capabilities: json!({"elicitation": {}}).to_string(), ..modern() };
    let mut world = world_with(settings, |seen| match seen.body["params"].get("inputResponses") {
        None => seen.result(json!({"resultType": "input_required", "inputRequests": {"a": input("?")}})),
        Some(_) => seen.result(json!({"resultType": "complete", "contents": [], "ttlMs": 60_000})),
    });
    for round in 0..2 {
        let call = world.begin(Asked::new(what("resources/read", json!({"uri": "a"}))));
        let ask = world.asks[round].0;
        world.event(Event::Answered { ask, outcome: Ok(r#"{"action":"accept"}"#.into()) });
        assert!(world.end(call).is_ok());
    }
    assert_eq!(world.asks.len(), 2);
}

#[test]
fn a_level_of_logging_is_told_with_each_request() {
    let mut world = world(|seen| said(seen, ""));
    world.call("t", json!({})).unwrap();
    world.request("logging/setLevel", json!({"level": "debug"})).unwrap();
    world.call("t", json!({})).unwrap();
    assert_eq!(world.methods(), ["server/discover", "tools/call", "tools/call"]);
    let level = |seen: &Seen| seen.body["params"]["_meta"]["io.modelcontextprotocol/logLevel"].clone();
    assert_eq!((level(&world.seen[1]), level(&world.seen[2])), (Value::Null, json!("debug")));
}
