//! Streams that stay open, break off, are gone on with; and the transport that had only one.

use super::legacy::{greeting, hello, legacy};
use super::world::{End, Reply, Seen, World, code, settings, text, what};
use serde_json::{Value, json};
use std::cell::Cell;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::mcp::{Asked, Era, Event, Lane, Listening, Offer, Settings, What};

const TOLD: &str = "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}\n\n";

fn gets(world: &World) -> Vec<&Seen> {
    world.seen.iter().filter(|seen| seen.method == "GET").collect()
}

#[test]
fn a_call_whose_stream_broke_off_is_gone_on_with_where_it_was() {
    for end in [End::Whole, End::Broken] {
        let mut world = World::new(
            legacy(),
            greeting(json!({}), move |seen| {
                match seen.method {
            "POST" => Reply::events("id: e1\nretry: 500\ndata:\n\nid: e2\n").ending(end),
            _ if seen.header("last-event-id") == Some("e1") => {
                Reply::events("id: e7\ndata: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n\n").ending(end)
            }
            _ => {
                let id: u64 = 4;
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": {"content": [{"type": "text", "text": "late"}]}});
                Reply::events(&format!("data: {answer}\n\n"))
            }
        }
            }),
        );
        let before = world.now;
        let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
        // The script's last answer is for the number that the call has.
        assert_eq!(world.last("tools/call").body["id"], 4, "adapt the script");
        assert_eq!(text(&world.end(call)), "late");
        let ids: Vec<Option<&str>> = gets(&world).iter().map(|seen| seen.header("last-event-id")).collect();
        assert_eq!(ids, [Some("e1"), Some("e7")], "e2 was not complete");
        assert!(world.now - before >= 500.0, "the server's retry is kept to");
        assert!(gets(&world).iter().all(|seen| seen.header("accept") == Some("text/event-stream")));
        assert_eq!(world.told.len(), 1);
    }
}

#[test]
fn a_stream_that_cannot_be_gone_on_with_ends_the_call() {
    // Without an id there is nowhere to go on from.
    let mut world =
        World::new(legacy(), greeting(json!({}), |_| Reply::events(": hm\n\n").ending(End::Broken)));
    let error = world.call("t", json!({})).unwrap_err();
    assert!(error.code == Code::Network && error.details.unwrap()["mayHaveRun"] == true);
    // With one, but a server that knows nothing of it.
    let mut world = World::new(
        legacy(),
        greeting(json!({}), |seen| match seen.method {
            "POST" => Reply::events("id: 1\ndata:\n\n"),
            _ => Reply::text(405, "", ""),
        }),
    );
    let error = world.call("t", json!({})).unwrap_err();
    assert!(error.code == Code::Network && error.details.unwrap()["mayHaveRun"] == true);
    // And with one that always ends at once.
    let mut world = World::new(
        legacy(),
        greeting(json!({}), |seen| match seen.method {
            "POST" => Reply::events("id: 1\ndata:\n\n"),
            _ => Reply::events(": nothing\n\n"),
        }),
    );
    assert_eq!(code(&world.call("t", json!({}))), Code::Network);
    assert!(gets(&world).len() < 10);
}

#[test]
fn the_stream_is_opened_where_something_can_come_and_opened_again_when_it_ends() {
    let opened = Cell::new(0);
    let mut world = World::new(
        legacy(),
        greeting(json!({"tools": {"listChanged": true}}), move |seen| match seen.method {
            "GET" => {
                opened.set(opened.get() + 1);
                let end = if opened.get() == 1 { End::Whole } else { End::Open };
                Reply::events(&format!("id: {}\n{TOLD}", opened.get())).ending(end)
            }
            _ => seen.said(""),
        }),
    );
    world.connect().unwrap();
    world.settle();
    assert_eq!((gets(&world).len(), world.told.len()), (1, 1));
    world.pass(10_000.0);
    assert_eq!((gets(&world).len(), world.told.len()), (2, 2));
    assert_eq!(gets(&world)[1].header("last-event-id"), Some("1"));
    assert_eq!(gets(&world)[1].header("mcp-session-id"), Some("abc"));
    world.event(Event::Disconnect);
    world.settle();
    world.pass(100_000.0);
    assert_eq!(gets(&world).len(), 2);
}

#[test]
fn no_stream_is_opened_where_nothing_can_come() {
    let mut world = World::new(legacy(), greeting(json!({"tools": {}}), |seen| seen.said("")));
    world.connect().unwrap();
    world.pass(100_000.0);
    assert!(gets(&world).is_empty());
    // Nor where the server has none.
    let mut world = World::new(legacy(), greeting(json!({"logging": {}}), |_| Reply::text(405, "", "")));
    world.connect().unwrap();
    world.pass(1_000_000.0);
    assert_eq!(gets(&world).len(), 1);
}

#[test]
fn a_stream_that_fails_is_tried_ever_less_often() {
    let mut world = World::new(legacy(), greeting(json!({"logging": {}}), |_| Reply::unreachable()));
    world.connect().unwrap();
    world.pass(60_000.0);
    let first = gets(&world).len();
    world.pass(600_000.0);
    let rest = gets(&world).len() - first;
    assert!((4..12).contains(&first) && (18..60).contains(&rest), "{first}, {rest}");
    // Without a network there is nothing to try.
    world.event(Event::Online(false));
    let before = gets(&world).len();
    world.pass(600_000.0);
    assert_eq!(gets(&world).len(), before);
    world.event(Event::Online(true));
    assert_eq!(gets(&world).len(), before + 1);
}

#[test]
fn a_stream_that_died_in_its_sleep_is_opened_again_when_the_page_wakes() {
    let mut world = World::new(
        legacy(),
        greeting(json!({"logging": {}}), |_| Reply::events("id: 9\ndata:\n\n").ending(End::Open)),
    );
    world.connect().unwrap();
    world.settle();
    world.pass(30_000.0);
    world.event(Event::Awake);
    assert_eq!(gets(&world).len(), 1, "it has not been silent for long");
    world.now += 3_600_000.0;
    world.event(Event::Awake);
    assert_eq!(gets(&world).len(), 2);
    assert_eq!(gets(&world)[1].header("last-event-id"), Some("9"));
    assert_eq!(world.aborted.len(), 1);
}

#[test]
fn a_session_that_the_stream_finds_gone_is_renewed_and_what_was_watched_watched_again() {
    let gone = Cell::new(false);
    let mut world = World::new(
        legacy(),
        greeting(json!({"resources": {"subscribe": true}, "logging": {}}), move |seen| match seen.method {
            "GET" if gone.replace(true) => Reply::events(": \n\n").ending(End::Open),
            "GET" => Reply::events(": \n\n"),
            _ => seen.result(json!({})),
        }),
    );
    world.ask(What::Watch { uri: "db://a".into(), on: true }).unwrap();
    world.request("logging/setLevel", json!({"level": "info"})).unwrap();
    let mut server = Some(());
    let _ = server.take();
    world.pass(5_000.0);
    assert!(gets(&world).len() >= 2);
    world.event(Event::Disconnect);
    world.settle();
    world.connect().unwrap();
    world.settle();
    let last: Vec<&str> = world.methods().into_iter().rev().take(5).collect();
    assert!(last.contains(&"logging/setLevel"), "{last:?}");
}

#[test]
fn a_renewed_session_watches_and_logs_as_the_one_before() {
    let expired = Cell::new(false);
    let mut world = World::new(
        legacy(),
        greeting(json!({"resources": {"subscribe": true}, "logging": {}}), move |seen| {
            match (seen.method, seen.rpc()) {
                ("GET", _) => Reply::text(405, "", ""),
                (_, "tools/call") if !expired.replace(true) => Reply::text(404, "", "gone"),
                _ => seen.said("ok"),
            }
        }),
    );
    world.ask(What::Watch { uri: "db://a".into(), on: true }).unwrap();
    world.ask(What::Watch { uri: "db://b".into(), on: true }).unwrap();
    world.ask(What::Watch { uri: "db://b".into(), on: false }).unwrap();
    world.request("logging/setLevel", json!({"level": "info"})).unwrap();
    let before = world.seen.len();
    assert_eq!(text(&world.call("t", json!({}))), "ok");
    let after: Vec<String> = world.seen[before..]
        .iter()
        .filter(|seen| seen.method == "POST")
        .map(|seen| seen.rpc().to_owned())
        .collect();
    assert_eq!(
        after,
        [
            "tools/call",
            "initialize",
            "notifications/initialized",
            "logging/setLevel",
            "resources/subscribe",
            "tools/call"
        ]
    );
    assert_eq!(world.last("resources/subscribe").body["params"]["uri"], "db://a");
}

fn modern(seen: &Seen, capabilities: Value) -> Reply {
    seen.result(json!({"supportedVersions": ["2026-07-28"], "capabilities": capabilities}))
}

#[test]
fn the_modern_era_is_asked_for_what_the_server_tells_of() {
    let mut world = World::new(settings(), |seen| match seen.rpc() {
        "server/discover" => modern(
            seen,
            json!({"tools": {"listChanged": true}, "prompts": {}, "resources": {"subscribe": true}}),
        ),
        "subscriptions/listen" => {
            let meta = json!({"io.modelcontextprotocol/subscriptionId": seen.body["id"]});
            let params = json!({"_meta": meta, "notifications": seen.body["params"]["notifications"]});
            let ack = json!({"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params});
            Reply::events(&format!("data: {ack}\n\n{TOLD}")).ending(End::Open)
        }
        _ => seen.result(json!({"tools": [{"name": "t"}], "ttlMs": 100_000})),
    });
    world.list(Offer::Tools).unwrap();
    world.settle();
    let listens = |world: &World| {
        world
            .seen
            .iter()
            .filter(|seen| seen.rpc() == "subscriptions/listen")
            .map(|seen| seen.body["params"]["notifications"].clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(listens(&world), [json!({"toolsListChanged": true})]);
    assert_eq!(world.told.len(), 1, "not the acknowledgement");
    assert_eq!(world.last("subscriptions/listen").header("mcp-method"), Some("subscriptions/listen"));
    // What changed is not fresh any more.
    world.list(Offer::Tools).unwrap();
    world.list(Offer::Tools).unwrap();
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/list").count(), 2);
    world.ask(What::Watch { uri: "db://a".into(), on: true }).unwrap();
    assert_eq!(listens(&world)[1], json!({"toolsListChanged": true, "resourceSubscriptions": ["db://a"]}));
    assert_eq!(world.open.len(), 1, "the one before is closed");
    // The server goes down in good order, and comes back.
    let fetch = world.last("subscriptions/listen").fetch;
    let end = world.last("subscriptions/listen").event(json!({"resultType": "complete"}));
    world.send(fetch, &end);
    world.close(fetch);
    world.pass(5_000.0);
    assert_eq!(listens(&world).len(), 3);
    world.event(Event::Listen(Listening::Nothing));
    assert!(world.open.is_empty());
    world.pass(100_000.0);
    assert_eq!(listens(&world).len(), 3);
    world.event(Event::Listen(Listening::All));
    assert_eq!(listens(&world).len(), 4);
}

fn oldest(seen: &Seen, endpoint: &str) -> Reply {
    match (seen.method, seen.url.as_str()) {
        ("GET", "https://x.example/sse") => {
            Reply::events(&format!("event: endpoint\ndata: {endpoint}\n\n")).ending(End::Open)
        }
        ("POST", "https://x.example/messages?session=1") => Reply::accepted(),
        _ => Reply::text(404, "", "Cannot POST /sse"),
    }
}

/// Lets the first transport's server answer what was posted last.
fn answer(world: &mut World, result: Value) {
    let stream = gets(world).last().unwrap().fetch;
    let last = world.seen.iter().rev().find(|seen| !seen.body["id"].is_null()).unwrap();
    let event = last.event(result);
    world.send(stream, &event);
    world.settle();
}

#[test]
fn the_first_transport_is_spoken_where_the_others_are_not() {
    for (era, endpoint) in [
        (Era::Auto, "/messages?session=1"),
        (Era::Legacy, "https://x.example/messages?session=1"),
        (Era::Legacy, "messages?session=1"),
    ] {
        let settings = Settings { url: "https://x.example/sse".into(), era, ..settings() };
        let mut world = World::new(settings, move |seen| oldest(seen, endpoint));
        let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
        answer(
            &mut world,
            json!({"protocolVersion": "2024-11-05", "capabilities": {}, "serverInfo": {"name": "old", "version": "0"}}),
        );
        answer(&mut world, json!({"content": [{"type": "text", "text": "from afar"}]}));
        assert_eq!(text(&world.outcome(call).unwrap()), "from afar");
        assert_eq!(world.open.len(), 1, "the stream");
        // It ends, and with it the session; the next call makes another.
        let stream = gets(&world)[0].fetch;
        let lost = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
        world.close(stream);
        assert_eq!(code(&world.end(lost)), Code::Network);
        let next = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
        answer(&mut world, json!({"protocolVersion": "2024-11-05", "capabilities": {}, "serverInfo": {}}));
        answer(&mut world, json!({"content": []}));
        assert!(world.outcome(next).unwrap().is_ok());
        let methods = world.methods();
        let after = methods.iter().rposition(|method| *method == "GET").unwrap();
        assert_eq!(
            methods[after..],
            ["GET", "initialize", "notifications/initialized", "tools/call"],
            "at once"
        );
    }
}

#[test]
fn an_endpoint_elsewhere_is_refused() {
    for endpoint in [
        "https://evil.example/m",
        "//evil.example/m",
        "http://x.example/m",
        "https://x.example.evil/m",
        "https://x.example@evil/m",
        "javascript:x",
        "\\\\evil",
        "",
    ] {
        let settings = Settings { url: "https://x.example/sse".into(), era: Era::Legacy, ..settings() };
        let mut world = World::new(settings, move |seen| oldest(seen, endpoint));
        assert!(world.connect().is_err(), "{endpoint}");
        assert!(world.seen.iter().all(|seen| seen.url == "https://x.example/sse"), "{endpoint}");
    }
}

#[test]
fn a_greeting_by_a_stream_that_says_more_is_read() {
    let mut world = World::new(legacy(), |seen| match seen.rpc() {
        "initialize" => {
            let reply = hello(seen, json!({}));
            let body = String::from_utf8(reply.body.concat()).unwrap();
            Reply::events(&format!("id: 1\nevent: message\ndata: {body}\n\n")).with("mcp-session-id", "s")
        }
        "notifications/initialized" => Reply::accepted(),
        _ => seen.said("ok"),
    });
    assert_eq!(text(&world.call("t", json!({}))), "ok");
    assert_eq!(world.seen.last().unwrap().header("mcp-session-id"), Some("s"));
}

#[test]
fn a_call_that_was_taken_is_never_made_again_however_going_on_with_it_ends() {
    // The session is gone, nobody answers, the gateway has trouble, a token is wanted.
    for (refusal, wanted, tries) in [
        (Reply::text(404, "", "no session"), Code::Network, 1),
        (Reply::unreachable(), Code::Network, 7),
        (Reply::text(502, "", "<html>"), Code::Network, 7),
        (Reply::text(401, "", ""), Code::Unauthorized, 1),
    ] {
        let mut world = World::new(
            legacy(),
            greeting(json!({}), move |seen| match seen.method {
                "POST" if seen.body["params"]["name"] == "after" => seen.said("well"),
                "POST" => Reply::events("id: 1\nretry: 10\ndata:\n\n"),
                _ => refusal.clone(),
            }),
        );
        let error = world.call("t", json!({})).unwrap_err();
        assert_eq!((error.code, &error.details.unwrap()["mayHaveRun"]), (wanted, &json!(true)));
        let made = world.methods().iter().filter(|method| **method == "tools/call").count();
        assert!(made == 1 && gets(&world).len() <= tries, "{made}, {}", gets(&world).len());
        assert_eq!(text(&world.call("after", json!({}))), "well");
    }
    // With a token it is gone on with, and not made again.
    let signed_in = std::rc::Rc::new(Cell::new(false));
    let is_known = signed_in.clone();
    let mut world = World::new(
        Settings { signs_in: true, ..legacy() },
        greeting(json!({}), move |seen| match seen.method {
            "POST" => Reply::events("id: 1\nretry: 10\ndata:\n\n"),
            _ if !is_known.get() => Reply::text(401, "", ""),
            _ => Reply::events(
                "data: {\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"late\"}]}}\n\n",
            ),
        }),
    );
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    world.pass(1_000.0);
    assert_eq!(world.sign_ins.len(), 1);
    signed_in.set(true);
    world.event(Event::SignedIn(Ok(true)));
    assert_eq!(text(&world.end(call)), "late");
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/call").count(), 1);
}

#[test]
fn what_the_modern_era_tells_is_listened_to_again_when_it_breaks_off() {
    for end in [End::Broken, End::Unreachable, End::Whole] {
        let opened = std::rc::Rc::new(Cell::new(0));
        let counted = opened.clone();
        let mut world = World::new(settings(), move |seen| match seen.rpc() {
            "server/discover" => modern(seen, json!({"tools": {"listChanged": true}})),
            _ => {
                counted.set(counted.get() + 1);
                Reply::events(": \n\n").ending(if counted.get() < 3 { end } else { End::Open })
            }
        });
        world.connect().unwrap();
        world.pass(60_000.0);
        assert_eq!(opened.get(), 3, "{end:?}");
    }
}

#[test]
fn a_session_that_its_own_stream_says_is_gone_is_made_anew() {
    let (opened, lives) = (Cell::new(0), Cell::new(0));
    let mut world = World::new(
        legacy(),
        greeting(json!({"logging": {}}), move |_| {
            opened.set(opened.get() + 1);
            let error = json!({"code": -32000, "message": "Bad Request: No valid session ID"});
            match opened.get() {
                1 => Reply::events("id: 1\ndata:\n\n"),
                2 => Reply::json(400, &json!({"jsonrpc": "2.0", "id": null, "error": error})),
                // And in its new life it is away for a while.
                3 => Reply::unreachable(),
                _ => {
                    lives.set(lives.get() + 1);
                    Reply::events(TOLD).ending(End::Open)
                }
            }
        }),
    );
    world.connect().unwrap();
    world.pass(60_000.0);
    assert_eq!(world.methods().iter().filter(|method| **method == "initialize").count(), 2);
    assert_eq!((gets(&world).len(), world.told.len()), (4, 1));
    // One whose stream never was there is not made anew for ever.
    let mut world = World::new(
        legacy(),
        greeting(json!({"logging": {}}), |_| Reply::text(400, "", "No valid session ID")),
    );
    world.connect().unwrap();
    world.pass(600_000.0);
    assert_eq!(world.methods().iter().filter(|method| **method == "initialize").count(), 1);
}

#[test]
fn a_question_ends_with_the_call_that_it_was_asked_for() {
    let settings = Settings { capabilities: json!({"elicitation": {}}).to_string(), ..legacy() };
    let mut world = World::new(
        settings,
        greeting(json!({}), |seen| match seen.rpc() {
            "tools/call" => {
                let ask = json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": {}});
                Reply::events(&format!("data: {ask}\n\n")).ending(End::Open)
            }
            _ => Reply::accepted(),
        }),
    );
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    assert_eq!(world.asks.len(), 1);
    world.event(Event::Cancel(call));
    world.settle();
    assert_eq!(world.unasked, [world.asks[0].0]);
    assert!(world.seen.iter().all(|seen| seen.body["id"] != "q"), "some servers end the session over it");
    // Whoever answers all the same is heard no more.
    let before = world.seen.len();
    world.event(Event::Answered { ask: world.asks[0].0, outcome: Ok("{}".into()) });
    assert_eq!(world.seen.len(), before);
}

/// A client of the first transport, which is there.
fn of_the_oldest(mut server: impl FnMut(&Seen) -> Option<Reply> + 'static) -> World {
    let settings = Settings { url: "https://x.example/sse".into(), era: Era::Auto, ..settings() };
    let mut world =
        World::new(settings, move |seen| server(seen).unwrap_or_else(|| oldest(seen, "/messages?session=1")));
    let call = world.begin(Asked::new(What::Connect));
    greet(&mut world);
    assert!(world.outcome(call).unwrap().is_ok());
    world
}

fn greet(world: &mut World) {
    let capabilities = json!({"tools": {"listChanged": true}});
    answer(world, json!({"protocolVersion": "2024-11-05", "capabilities": capabilities, "serverInfo": {}}));
}

#[test]
fn words_with_a_202_are_no_answer() {
    let mut world = of_the_oldest(|seen| {
        (seen.method == "POST" && seen.url.contains("session"))
            .then(|| Reply::text(202, "text/plain", "Accepted"))
    });
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    assert!(world.outcome(call).is_none());
    answer(&mut world, json!({"content": []}));
    assert!(world.outcome(call).unwrap().is_ok());
}

#[test]
fn who_only_listens_by_the_first_transport_finds_the_server_again() {
    let gone = std::rc::Rc::new(Cell::new(0));
    let counted = gone.clone();
    let mut world = of_the_oldest(move |seen| {
        let is_away = counted.get() > 0 && counted.replace(counted.get() - 1) > 0;
        // While it is away, something else answers in its place for a while.
        is_away
            .then(|| if counted.get() % 2 == 0 { Reply::text(502, "", "") } else { Reply::unreachable() })
            .or_else(|| (seen.rpc() == "server/discover").then(|| Reply::text(404, "", "Cannot POST /sse")))
    });
    gone.set(5);
    let stream = gets(&world).last().unwrap().fetch;
    world.close(stream);
    world.settle();
    for _ in 0..120 {
        let last = world.seen.last().unwrap();
        if last.rpc() == "initialize" && last.url.contains("session") {
            break;
        }
        world.pass(1_000.0);
    }
    greet(&mut world);
    let told = gets(&world).last().unwrap().fetch;
    world.send(told, TOLD);
    world.settle();
    assert_eq!(world.told.len(), 1);
    // Who has disconnected does not come back.
    world.event(Event::Disconnect);
    let before = world.seen.len();
    world.pass(600_000.0);
    assert_eq!(world.seen.len(), before);
}

#[test]
fn a_client_hears_what_another_has_heard_and_holds_only_what_is_its_own() {
    let mut world = World::new(settings(), |seen| match seen.rpc() {
        "server/discover" => {
            modern(seen, json!({"tools": {"listChanged": true}, "resources": {"subscribe": true}}))
        }
        "subscriptions/listen" => Reply::events(": \n\n").ending(End::Open),
        _ => seen.result(json!({"tools": [{"name": "t"}], "ttlMs": 100_000})),
    });
    let listens = |world: &World| {
        let all = world.seen.iter().filter(|seen| seen.rpc() == "subscriptions/listen");
        all.map(|seen| seen.body["params"]["notifications"].clone()).collect::<Vec<_>>()
    };
    world.event(Event::Listen(Listening::Own));
    world.list(Offer::Tools).unwrap();
    world.list(Offer::Tools).unwrap();
    assert_eq!(
        (listens(&world).len(), world.methods().iter().filter(|method| **method == "tools/list").count()),
        (0, 1)
    );
    world.event(Event::Told("notifications/tools/list_changed", "{}"));
    assert_eq!(world.told, [("notifications/tools/list_changed".to_owned(), json!({}))]);
    world.list(Offer::Tools).unwrap();
    assert_eq!(world.methods().iter().filter(|method| **method == "tools/list").count(), 2);
    // A resource that it watches is nobody else's to hear of.
    world.ask(What::Watch { uri: "db://a".into(), on: true }).unwrap();
    world.event(Event::Listen(Listening::All));
    world.settle();
    assert_eq!(
        listens(&world),
        [
            json!({"resourceSubscriptions": ["db://a"]}),
            json!({"toolsListChanged": true, "resourceSubscriptions": ["db://a"]})
        ]
    );
    assert_eq!(world.open.len(), 1);
    world.event(Event::Listen(Listening::Own));
    world.settle();
    assert_eq!(listens(&world).len(), 3);
    world.ask(What::Watch { uri: "db://a".into(), on: false }).unwrap();
    assert!(world.open.is_empty());
    // A page that is put aside holds nothing, and has it again when it is back.
    world.ask(What::Watch { uri: "db://a".into(), on: true }).unwrap();
    world.event(Event::Listen(Listening::Nothing));
    assert!(world.open.is_empty());
    world.event(Event::Listen(Listening::Own));
    assert_eq!((listens(&world).len(), world.open.len()), (5, 1));
}

#[test]
fn of_an_event_no_more_is_kept_than_of_any_reply() {
    let mut world = World::new(
        Settings { max_bytes: 1_000, ..legacy() },
        greeting(json!({}), |_| {
            let mut reply = Reply::events(&format!("data: {{\"jsonrpc\":\"{}", "a".repeat(5_000))).cut(500);
            // It never ends.
            reply.end = End::Open;
            reply
        }),
    );
    let error = world.call("t", json!({})).unwrap_err();
    assert!(error.code == Code::Protocol && error.message.contains("1000 bytes"), "{error:?}");
    assert!(world.open.is_empty());
}

#[test]
fn what_stays_open_takes_no_connection_of_those_that_ask_and_answers_have_one_of_their_own() {
    let mut world = World::new(settings(), |seen| match seen.rpc() {
        "server/discover" => modern(seen, json!({"tools": {"listChanged": true}})),
        _ => Reply::events(": \n\n").ending(End::Open),
    });
    world.connect().unwrap();
    assert_eq!(world.last("subscriptions/listen").lane, Lane::Stream);
    assert_eq!(world.last("server/discover").lane, Lane::Request);
    let world = of_the_oldest(|_| None);
    assert_eq!((world.last("GET").lane, world.last("initialize").lane), (Lane::Session, Lane::Request));
    assert_eq!(world.last("notifications/initialized").lane, Lane::Told);
}

#[test]
fn a_stream_that_was_signed_in_for_is_known_like_any_other() {
    let opened = std::rc::Rc::new(Cell::new(0));
    let counted = opened.clone();
    let mut world = World::new(Settings { signs_in: true, ..settings() }, move |seen| match seen.rpc() {
        "server/discover" => {
            modern(seen, json!({"tools": {"listChanged": true}, "resources": {"subscribe": true}}))
        }
        "subscriptions/listen" => {
            counted.set(counted.get() + 1);
            match counted.get() {
                1 => Reply::text(401, "", "").with("www-authenticate", "Bearer"),
                2 => Reply::events(&seen.event(json!({"resultType": "complete"}))),
                _ => Reply::events(": \n\n").ending(End::Open),
            }
        }
        _ => seen.result(json!({})),
    });
    world.connect().unwrap();
    world.event(Event::SignedIn(Ok(true)));
    world.pass(10_000.0);
    assert_eq!((opened.get(), world.open.len()), (3, 1), "it has ended well, and is opened again");
    world.ask(What::Watch { uri: "db://a".into(), on: true }).unwrap();
    assert_eq!((opened.get(), world.open.len()), (4, 1), "one at a time");
    // Of the era before, too: a token that is out is no word that there is no stream.
    let opened = std::rc::Rc::new(Cell::new(0));
    let counted = opened.clone();
    let mut world = World::new(
        Settings { signs_in: true, ..legacy() },
        greeting(json!({"logging": {}}), move |seen| match seen.method {
            "GET" => {
                counted.set(counted.get() + 1);
                if counted.get() == 1 {
                    Reply::text(401, "", "")
                } else {
                    Reply::events(": \n\n").ending(End::Open)
                }
            }
            _ if counted.get() == 1 => Reply::text(401, "", ""),
            _ => seen.said(""),
        }),
    );
    world.connect().unwrap();
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    assert_eq!((world.sign_ins.len(), opened.get()), (1, 1));
    world.event(Event::SignedIn(Ok(true)));
    world.settle();
    assert_eq!(opened.get(), 2);
    world.event(Event::Cancel(call));
}

#[test]
fn what_a_session_has_asked_is_not_answered_to_the_next() {
    let gone = std::rc::Rc::new(Cell::new(false));
    let is_gone = gone.clone();
    let mut world = World::new(
        Settings { capabilities: json!({"elicitation": {}}).to_string(), ..legacy() },
        greeting(json!({"logging": {}}), move |seen| match seen.method {
            "GET" => {
                let ask = json!({"jsonrpc": "2.0", "id": 0, "method": "elicitation/create", "params": {}});
                let body = if is_gone.get() { ": \n\n".to_owned() } else { format!("data: {ask}\n\n") };
                Reply::events(&body).ending(End::Open)
            }
            _ if is_gone.replace(true) => seen.said("again"),
            _ => Reply::text(404, "", "session"),
        }),
    );
    world.connect().unwrap();
    world.settle();
    assert_eq!(world.asks.len(), 1);
    assert_eq!(text(&world.call("t", json!({}))), "again");
    assert_eq!(world.unasked, [world.asks[0].0]);
    let before = world.seen.len();
    world.event(Event::Answered { ask: world.asks[0].0, outcome: Ok("{}".into()) });
    assert_eq!(world.seen.len(), before);
    assert!(gone.get());
}

#[test]
fn a_question_ends_with_the_result_of_its_call_and_so_much_is_answered_at_once() {
    let ask = json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": {}});
    let mut world = World::new(
        Settings { capabilities: json!({"elicitation": {}}).to_string(), ..legacy() },
        greeting(json!({}), move |seen| match seen.rpc() {
            "tools/call" => Reply::events(&format!("data: {ask}\n\n{}", seen.event(json!({"content": []})))),
            _ => Reply::accepted(),
        }),
    );
    world.call("t", json!({})).unwrap();
    assert_eq!(world.unasked, [world.asks[0].0]);
    // A server that pings without end is not answered without end.
    let ping = |n: u32| format!("data: {{\"jsonrpc\":\"2.0\",\"id\":{n},\"method\":\"ping\"}}\n\n");
    let pings = (0..1_000).map(ping).collect::<Vec<_>>().concat();
    let mut world = World::new(
        legacy(),
        greeting(json!({}), move |seen| match seen.rpc() {
            "tools/call" => Reply::events(&format!("{pings}{}", seen.event(json!({"content": []})))),
            _ => Reply::never(),
        }),
    );
    world.call("t", json!({})).unwrap();
    assert!(world.seen.len() < 50, "{}", world.seen.len());
}

#[test]
fn who_gives_up_the_call_that_has_found_the_session_gone_still_listens() {
    let lives = std::rc::Rc::new(Cell::new(0));
    let counted = lives.clone();
    let mut world = World::new(legacy(), move |seen| match (seen.method, seen.rpc()) {
        ("POST", "initialize") => {
            counted.set(counted.get() + 1);
            // The second handshake takes its time.
            if counted.get() == 2 { Reply::never() } else { hello(seen, json!({"logging": {}})) }
        }
        ("POST", "notifications/initialized") => Reply::accepted(),
        ("GET", _) => Reply::events(": \n\n").ending(End::Open),
        _ => Reply::text(404, "", "session"),
    });
    world.connect().unwrap();
    world.settle();
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    assert_eq!(lives.get(), 2);
    world.event(Event::Cancel(call));
    world.pass(60_000.0);
    assert!(lives.get() > 2 && gets(&world).len() == 2, "{} {}", lives.get(), gets(&world).len());
}

#[test]
fn a_stream_is_not_gone_on_with_in_another_session() {
    let gone = Cell::new(false);
    let mut world = World::new(
        legacy(),
        greeting(json!({}), move |seen| match (seen.method, seen.body["params"]["name"].as_str()) {
            ("POST", Some("slow")) => Reply::events("id: 1\nretry: 2000\ndata:\n\n"),
            ("POST", _) if !gone.replace(true) => Reply::text(404, "", "session"),
            ("POST", _) => seen.said("well"),
            // So would a server answer who opens a stream in a session of its own.
            _ => Reply::events(": \n\n").ending(End::Open),
        }),
    );
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "slow"}))));
    assert_eq!(text(&world.call("quick", json!({}))), "well");
    let before = world.now;
    let error = world.end(call).unwrap_err();
    assert!(error.code == Code::Network && error.details.unwrap()["mayHaveRun"] == true);
    assert!(world.now - before <= 2_000.0 && gets(&world).is_empty());
}
