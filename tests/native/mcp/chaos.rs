//! Servers that do anything at any time: each call ends once, nothing is done twice that must not be, and nothing hangs.

use super::world::{End, Reply, Seen, World, settings, what};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use webmcp_auto_ui::mcp::{Asked, Era, Event, Listening, Offer, Settings, What};

/// How often each unsafe call was carried out.
type Done = Rc<RefCell<BTreeMap<u64, u32>>>;

/// The proper answer of a server of either era.
fn proper(seen: &Seen, is_modern: bool) -> Value {
    match seen.rpc() {
        "server/discover" => {
            let capabilities = json!({"tools": {"listChanged": true}, "resources": {}});
            json!({"supportedVersions": ["2026-07-28"], "capabilities": capabilities})
        }
        "initialize" => {
            json!({"protocolVersion": "2025-11-25", "capabilities": {"logging": {}, "resources": {}}, "serverInfo": {}})
        }
        "tools/list" => {
            json!({"tools": [{"name": "t", "inputSchema": {"properties": {"n": {"type": "integer", "x-mcp-header": "N"}}}}], "ttlMs": 50})
        }
        "subscriptions/listen" => json!({"resultType": "complete"}),
        "tasks/get" => json!({"taskId": "a", "status": "completed", "result": {"content": []}}),
        _ if is_modern => json!({"resultType": "complete", "content": [], "contents": []}),
        _ => json!({"content": [], "contents": []}),
    }
}

/// What a server does; `luck` chooses.
fn reply(seen: &Seen, luck: u8, is_modern: bool, done: &Done) -> Reply {
    let knows = |seen: &Seen| is_modern != matches!(seen.rpc(), "initialize" | "notifications/initialized");
    if seen.method == "DELETE" {
        return Reply { status: 204, ..Reply::default() };
    }
    if seen.method == "POST" && seen.body["id"].is_null() {
        return if luck.is_multiple_of(7) { Reply::text(500, "", "") } else { Reply::accepted() };
    }
    if seen.method == "POST" && seen.rpc().is_empty() {
        return Reply::accepted();
    }
    if seen.method == "GET" {
        return match luck % 5 {
            0 => Reply::text(405, "", ""),
            1 => Reply::text(404, "", ""),
            2 => Reply::events("id: 4\nretry: 20\ndata:\n\n"),
            3 => Reply::events(": \n\n").ending(End::Open),
            _ => Reply::unreachable(),
        };
    }
    if !knows(seen) || (seen.rpc() == "server/discover" && !is_modern) {
        return if is_modern {
            seen.error(404, json!({"code": -32601, "message": ""}))
        } else {
            Reply::text(400, "", "")
        };
    }
    let good = proper(seen, is_modern);
    let event = seen.event(good.clone());
    // These are refusals: nothing was carried out.
    match luck {
        0 => return Reply::text(404, "", "no session"),
        1 => return Reply::text(401, "", "").with("www-authenticate", "Bearer"),
        2 => return Reply::text(429, "", "").with("retry-after", "1"),
        3 => return Reply::text(500, "text/html", "<html>"),
        4 => return seen.error(400, json!({"code": -32020, "message": ""})),
        5 => return seen.error(200, json!({"code": -32603, "message": ""})),
        6 if is_modern => return seen.result(json!({"resultType": "input_required", "requestState": "s"})),
        7 if is_modern && seen.body["params"].get("inputResponses").is_none() => {
            let asked = json!({"k": {"method": "elicitation/create", "params": {}}});
            return seen.result(json!({"resultType": "input_required", "inputRequests": asked}));
        }
        _ => {}
    }
    if let Some(n) = seen.body["params"]["arguments"]["n"].as_u64() {
        *done.borrow_mut().entry(n).or_default() += 1;
    }
    match luck {
        21 if is_modern => seen
            .result(json!({"resultType": "task", "taskId": "a", "status": "working", "pollIntervalMs": 100})),
        8 => Reply::never(),
        9 => Reply::unreachable(),
        10 => Reply::events(&event).cut(3).ending(End::Broken),
        11 => Reply::events(&event[..event.len() / 2]).ending(End::Broken),
        12 => Reply::events(&format!("id: 1\ndata:\n\n{}", &event[..event.len() / 2])),
        13 => Reply::events(&format!("{event}{event}")).ending(End::Open),
        14 => Reply::text(200, "application/json", "<html>"),
        15 => Reply::json(200, &json!({"jsonrpc": "2.0", "id": 123_456, "result": {}})),
        16 => seen.result(good).ending(End::Broken),
        17 => Reply::events(&format!(
            "data: {{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"elicitation/create\"}}\n\n{event}"
        )),
        18 => Reply::accepted(),
        19 => Reply::events("").ending(End::Open),
        20 => Reply::text(200, "text/plain", ""),
        _ if luck.is_multiple_of(2) => Reply::events(&event).cut(5),
        _ => seen.result(good),
    }
}

/// What the page and the browser do.
#[derive(Clone, Debug)]
enum Deed {
    Call,
    Safe,
    List,
    Connect,
    Watch,
    Cancel(u32),
    Answer(bool),
    SignIn(u8),
    Online(bool),
    Listen(Listening),
    Awake,
    Disconnect,
    Stray(u32),
    Pass(u16),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        6 => Just(Deed::Call),
        2 => Just(Deed::Safe),
        2 => Just(Deed::List),
        1 => Just(Deed::Connect),
        1 => Just(Deed::Watch),
        1 => (0u32..20).prop_map(Deed::Cancel),
        2 => any::<bool>().prop_map(Deed::Answer),
        2 => (0u8..3).prop_map(Deed::SignIn),
        1 => any::<bool>().prop_map(Deed::Online),
        1 => prop_oneof![Just(Listening::All), Just(Listening::Own), Just(Listening::Nothing)].prop_map(Deed::Listen),
        1 => Just(Deed::Awake),
        1 => Just(Deed::Disconnect),
        1 => (0u32..60).prop_map(Deed::Stray),
        4 => any::<u16>().prop_map(Deed::Pass),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1_500, ..ProptestConfig::default() })]

    #[test]
    fn each_call_ends_once_and_nothing_is_done_twice(
        is_modern in any::<bool>(),
        pinned in any::<bool>(),
        signs_in in any::<bool>(),
        // Mostly the server is well.
        luck in prop::collection::vec(prop_oneof![Just(30u8), Just(31u8), 0u8..40], 1..60),
        deeds in prop::collection::vec(deed(), 1..40),
    ) {
        let done = Done::default();
        let counted = done.clone();
        let era = match (pinned, is_modern) {
            (false, _) => Era::Auto,
            (true, true) => Era::Modern,
            (true, false) => Era::Legacy,
        };
        let settings = Settings { era, signs_in, capabilities: json!({"elicitation": {}}).to_string(), ..settings() };
        let mut turn = 0;
        let mut world = World::new(settings, move |seen| {
            turn += 1;
            let reply = reply(seen, luck[turn % luck.len()], is_modern, &counted);
            if seen.rpc() == "initialize" { reply.with("mcp-session-id", "s") } else { reply }
        });
        let (mut calls, mut cancelled) = (Vec::new(), Vec::new());
        let mut answered = 0;
        let mut signed_in = 0;
        for (n, deed) in deeds.into_iter().enumerate() {
            match deed {
                Deed::Call => calls.push(world.begin(Asked::new(what("tools/call", json!({"name": "t", "arguments": {"n": n}}))))),
                Deed::Safe => calls.push(world.begin(Asked::new(what("resources/read", json!({"uri": "u"}))))),
                Deed::List => calls.push(world.begin(Asked::new(What::List(Offer::Tools)))),
                Deed::Connect => calls.push(world.begin(Asked::new(What::Connect))),
                Deed::Watch => calls.push(world.begin(Asked::new(What::Watch { uri: "u".into(), on: n % 2 == 0 }))),
                Deed::Cancel(at) => {
                    if calls.contains(&at) && world.outcome(at).is_none() {
                        cancelled.push(at);
                        world.event(Event::Cancel(at));
                    }
                }
                Deed::Answer(well) => {
                    if let Some(ask) = world.asks.get(answered).map(|ask| ask.0) {
                        answered += 1;
                        let outcome = if well { Ok(r#"{"action":"accept"}"#.to_owned()) } else { Err("no".to_owned()) };
                        world.event(Event::Answered { ask, outcome });
                    }
                }
                Deed::SignIn(how) => {
                    signed_in = world.sign_ins.len();
                    world.event(Event::SignedIn(Ok(how > 0)));
                }
                Deed::Online(is) => world.event(Event::Online(is)),
                Deed::Listen(to) => world.event(Event::Listen(to)),
                Deed::Awake => world.event(Event::Awake),
                Deed::Disconnect => world.event(Event::Disconnect),
                Deed::Stray(fetch) if !world.open.contains(&fetch) => {
                    world.event(Event::Head { fetch, status: 200, headers: Vec::new() });
                    world.event(Event::Piece { fetch, bytes: b"{}" });
                    world.event(Event::End(fetch));
                    world.event(Event::Failed { fetch, why: "stray".into() });
                }
                Deed::Stray(_) => {}
                Deed::Pass(ms) => world.pass(f64::from(ms)),
            }
            world.settle();
        }
        // Whoever has to answer does so in the end, and then there is nothing left to wait for.
        let mut rounds = 0;
        while calls.iter().any(|call| world.outcome(*call).is_none() && !cancelled.contains(call)) {
            rounds += 1;
            prop_assert!(rounds < 200, "a call hangs: {:?} {}", calls, world.client.status());
            while let Some(ask) = world.asks.get(answered).map(|ask| ask.0) {
                answered += 1;
                world.event(Event::Answered { ask, outcome: Ok(r#"{"action":"decline"}"#.to_owned()) });
            }
            if world.sign_ins.len() > signed_in {
                signed_in = world.sign_ins.len();
                world.event(Event::SignedIn(Ok(false)));
            }
            world.settle();
            world.pass(60_000.0);
        }
        for call in &cancelled {
            prop_assert!(world.outcome(*call).is_none(), "{call} was given up");
        }
        let twice: Vec<_> = done.borrow().iter().filter(|(_, count)| **count > 1).map(|(n, count)| (*n, *count)).collect();
        prop_assert!(twice.is_empty(), "done more than once: {twice:?}");
        world.event(Event::Disconnect);
        world.settle();
        world.pass(100_000.0);
        prop_assert!(world.open.is_empty() && world.client.wake_ms().is_none(), "left open: {:?}", world.open);
    }
}
