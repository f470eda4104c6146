//! Calls that a server works on in its own time, in both dialects.

use super::legacy::{greeting, legacy};
use super::world::{Reply, Seen, World, code, settings, text, what};
use serde_json::{Value, json};
use std::cell::Cell;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::mcp::{Asked, Era, Event, Offer, Settings, What};

const EXTENSION: &str = "io.modelcontextprotocol/tasks";

fn settings_of(era: Era) -> Settings {
    Settings { era, capabilities: json!({"elicitation": {"form": {}}}).to_string(), ..settings() }
}

/// A server of the modern era whose tool is a task, of which `stand` says how it stands when it is asked for the nth time.
fn modern(stand: impl Fn(u32) -> Value + 'static) -> World {
    let asked = Cell::new(0);
    World::new(settings_of(Era::Modern), move |seen| {
        match seen.rpc() {
        "server/discover" => {
            seen.result(json!({"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}))
        }
        "tools/list" => seen.result(json!({"tools": [{"name": "t", "outputSchema": {
            "type": "object", "properties": {"n": {"type": "integer"}}, "required": ["n"]
        }}]})),
        "tools/call" => seen.result(json!({
            "resultType": "task", "taskId": "größe", "status": "working", "ttlMs": 60_000, "pollIntervalMs": 2_000
        })),
        "tasks/get" => {
            asked.set(asked.get() + 1);
            let mut told = json!({"resultType": "complete", "taskId": "größe"});
            for (name, value) in stand(asked.get()).as_object().unwrap() {
                told[name] = value.clone();
            }
            seen.result(told)
        }
        _ => seen.result(json!({"resultType": "complete"})),
    }
    })
}

/// A server of the era before whose tool has to be called as a task.
fn before(server: impl FnMut(&Seen) -> Reply + 'static) -> World {
    let mut server = server;
    let capabilities = json!({"tools": {}, "tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}});
    World::new(
        Settings { capabilities: settings_of(Era::Legacy).capabilities, ..legacy() },
        greeting(capabilities, move |seen| match seen.rpc() {
            "tools/list" => seen.result(json!({"tools": [
                {"name": "long", "execution": {"taskSupport": "required"}},
                {"name": "either", "execution": {"taskSupport": "optional"}},
            ]})),
            _ => server(seen),
        }),
    )
}

fn count(world: &World, method: &str) -> usize {
    world.methods().iter().filter(|known| **known == method).count()
}

#[test]
fn a_task_is_asked_after_as_often_as_its_server_wants_until_its_result_is_there() {
    let mut world = modern(|asked| match asked {
        1 => json!({"status": "working", "statusMessage": "half", "pollIntervalMs": 5_000}),
        2 => json!({"status": "working", "statusMessage": "half"}),
        _ => {
            json!({"status": "completed", "result": {"content": [{"type": "text", "text": "done"}], "structuredContent": {"n": 1}}})
        }
    });
    world.list(Offer::Tools).unwrap();
    let (begin, outcome) = (world.now, world.call("t", json!({})));
    assert_eq!(text(&outcome), "done");
    assert_eq!((world.now - begin) as u64, 2_000 + 5_000 + 5_000);
    assert_eq!((count(&world, "tools/call"), count(&world, "tasks/get")), (1, 3));
    let get = world.last("tasks/get");
    assert_eq!(get.body["params"]["taskId"], "größe");
    assert_eq!(get.header("mcp-name"), Some("=?base64?Z3LDtsOfZQ==?="));
    assert_eq!(get.body["params"]["_meta"].get("progressToken"), None, "tasks tell of no progress");
    for seen in &world.seen {
        let capabilities = &seen.body["params"]["_meta"]["io.modelcontextprotocol/clientCapabilities"];
        assert_eq!(capabilities["extensions"][EXTENSION], json!({}), "{}", seen.rpc());
    }
    assert_eq!(
        world.tasks,
        [(
            2,
            json!({
                "resultType": "task", "taskId": "größe", "status": "working", "ttlMs": 60_000, "pollIntervalMs": 2_000
            })
        )]
    );
    assert_eq!(world.progress, [(2, json!({"progress": 0, "message": "half"}))], "once");
}

#[test]
fn what_comes_of_a_task_has_to_fit_the_tools_schema_as_well() {
    let mut world = modern(
        |_| json!({"status": "completed", "result": {"content": [], "structuredContent": {"n": "1"}}}),
    );
    world.list(Offer::Tools).unwrap();
    assert_eq!(code(&world.call("t", json!({}))), Code::Protocol);
}

#[test]
fn a_task_that_fails_or_is_given_up_or_says_nonsense_rejects() {
    for (stand, words) in [
        (json!({"status": "failed", "error": {"code": -32603, "message": "out of paper"}}), "out of paper"),
        (json!({"status": "cancelled", "statusMessage": "too late"}), "too late"),
        (json!({"status": "completed"}), "without its result"),
        (json!({"status": "thinking"}), "not known (thinking)"),
        (json!({}), "not known"),
    ] {
        let mut world = modern(move |_| stand.clone());
        let error = world.call("t", json!({})).unwrap_err();
        assert!(error.code == Code::Protocol && error.message.contains(words), "{error:?}");
    }
}

#[test]
fn a_task_without_a_name_and_a_task_nobody_asked_for_are_refused() {
    for (method, task) in
        [("tools/call", json!({"status": "working"})), ("prompts/get", json!({"taskId": "t"}))]
    {
        let mut world = World::new(settings_of(Era::Modern), move |seen| match seen.rpc() {
            "server/discover" => {
                seen.result(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}}))
            }
            _ => {
                let mut result = task.clone();
                result["resultType"] = json!("task");
                seen.result(result)
            }
        });
        assert_eq!(code(&world.request(method, json!({"name": "x"}))), Code::Protocol);
    }
}

#[test]
fn what_a_task_asks_is_asked_once_and_answered_by_an_update() {
    let mut world = modern(|asked| match asked {
        1..=3 => {
            json!({"status": "input_required", "inputRequests": {"who": {"method": "elicitation/create", "params": {"message": "?"}}}})
        }
        4 => json!({"status": "working"}),
        _ => json!({"status": "completed", "result": {"content": []}}),
    });
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    world.pass(2_500.0);
    assert_eq!(world.asks.len(), 1);
    // The person takes long, which is no time of the server's.
    world.pass(10_000_000.0);
    assert!(world.outcome(call).is_none());
    let answer = json!({"action": "accept", "content": {"name": "Ada"}});
    world.event(Event::Answered { ask: world.asks[0].0, outcome: Ok(answer.to_string()) });
    world.end(call).unwrap();
    assert_eq!(world.asks.len(), 1, "the same key is the same question");
    let update = world.last("tasks/update");
    assert_eq!(update.body["params"]["inputResponses"], json!({"who": answer}));
    assert_eq!(update.body["params"]["taskId"], "größe");
    assert_eq!(count(&world, "tasks/update"), 1);
}

#[test]
fn who_gives_up_a_call_gives_up_its_task() {
    // By the page, in between and while it is asked after; by time; and because nobody answers its question.
    for way in ["cancel", "cancel-late", "time", "question"] {
        let mut world = modern(move |_| match way {
            "question" => {
                json!({"status": "input_required", "inputRequests": {"k": {"method": "roots/list"}}})
            }
            _ => json!({"status": "working"}),
        });
        let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
        match way {
            "cancel" => world.event(Event::Cancel(call)),
            "cancel-late" => {
                world.pass(100_000.0);
                world.event(Event::Cancel(call));
            }
            _ => assert!(world.end(call).is_err()),
        }
        world.settle();
        assert_eq!(world.last("tasks/cancel").body["params"]["taskId"], "größe", "{way}");
        let asked = count(&world, "tasks/get");
        world.pass(1_000_000.0);
        assert_eq!(count(&world, "tasks/get"), asked, "{way}");
        assert!(world.open.is_empty() && world.client.is_idle(), "{way}");
    }
}

#[test]
fn a_call_that_takes_longer_than_its_total_time_is_given_up_however_its_task_works() {
    let mut world = modern(|_| json!({"status": "working", "statusMessage": "soon"}));
    let begin = world.now;
    assert_eq!(code(&world.call("t", json!({}))), Code::Network);
    assert_eq!((world.now - begin) as u64, 600_000);
}

#[test]
fn a_task_outlives_a_network_that_is_away_and_the_client() {
    let away = Cell::new(0);
    let mut world = World::new(settings_of(Era::Modern), move |seen| match seen.rpc() {
        "server/discover" => seen.result(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}})),
        "tools/call" => seen.result(json!({"resultType": "task", "taskId": "a", "status": "working"})),
        _ => {
            if seen.body["params"]["taskId"] == "b" {
                return seen.result(json!({"status": "working"}));
            }
            away.set(away.get() + 1);
            match away.get() {
                1 => Reply::unreachable(),
                2 => Reply::text(502, "text/html", "<html>"),
                3 => Reply::text(200, "application/json", ""),
                4 => Reply::text(429, "", ""),
                _ => seen.result(json!({"status": "completed", "result": {"content": [{"type": "text", "text": "still"}]}})),
            }
        }
    });
    assert_eq!(text(&world.call("t", json!({}))), "still");
    assert_eq!(count(&world, "tools/call"), 1);
    // Another client, such as of the page after a reload, asks after it by its name.
    assert_eq!(text(&world.ask(What::Task("a".into()))), "still");
    assert_eq!(count(&world, "tools/call"), 1);
    // Disconnecting is no giving up.
    let call = world.begin(Asked::new(What::Task("b".into())));
    world.event(Event::Disconnect);
    world.settle();
    assert_eq!((code(&world.outcome(call).unwrap()), count(&world, "tasks/cancel")), (Code::Aborted, 0));
}

#[test]
fn a_task_that_stays_unknown_is_given_up_and_may_have_run() {
    let mut world = World::new(settings_of(Era::Modern), |seen| match seen.rpc() {
        "server/discover" => seen.result(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}})),
        "tools/call" => seen.result(json!({"resultType": "task", "taskId": "a", "status": "working"})),
        "tasks/get" => Reply::unreachable(),
        _ => Reply::never(),
    });
    assert_eq!(code(&world.call("t", json!({}))), Code::Network);
    assert_eq!(count(&world, "tasks/get"), 9);
    // That it is to be given up could not be told; nothing waits for that.
    world.pass(100_000.0);
    assert!(world.open.is_empty() && world.client.is_idle() && world.client.wake_ms().is_none());
}

#[test]
fn how_a_task_stands_is_believed_also_unasked() {
    let mut world = modern(|_| json!({"status": "working", "pollIntervalMs": 60_000}));
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "t"}))));
    world.pass(3_000.0);
    let stands = json!({"taskId": "größe", "status": "completed", "result": {"content": [{"type": "text", "text": "told"}]}});
    world.event(Event::Told(
        "notifications/tasks",
        &json!({"taskId": "another", "status": "failed"}).to_string(),
    ));
    assert!(world.outcome(call).is_none());
    world.event(Event::Told("notifications/tasks", &stands.to_string()));
    assert_eq!(text(&world.outcome(call).unwrap()), "told");
}

#[test]
fn tools_that_are_tasks_only_are_called_as_tasks_by_the_era_before() {
    let gets = Cell::new(0);
    let mut world = before(move |seen| match seen.rpc() {
        "tools/call" if seen.body["params"]["name"] == "long" => {
            assert_eq!(seen.body["params"]["task"], json!({"ttl": 600_000}));
            seen.result(
                json!({"task": {"taskId": "7", "status": "working", "ttl": null, "pollInterval": 500}}),
            )
        }
        "tools/call" => {
            assert_eq!(seen.body["params"].get("task"), None);
            seen.result(json!({"content": [{"type": "text", "text": "at once"}], "task": {"taskId": "no"}}))
        }
        "tasks/get" => {
            gets.set(gets.get() + 1);
            let status = if gets.get() < 3 { "working" } else { "completed" };
            seen.result(json!({"taskId": "7", "status": status, "pollInterval": 500}))
        }
        "tasks/result" => seen.said("at last"),
        "" => Reply::text(405, "", ""),
        other => panic!("{other}"),
    });
    world.list(Offer::Tools).unwrap();
    let begin = world.now;
    assert_eq!(text(&world.call("long", json!({}))), "at last");
    assert_eq!((world.now - begin) as u64, 1_500);
    assert_eq!(text(&world.call("either", json!({}))), "at once");
    assert_eq!((count(&world, "tasks/get"), count(&world, "tasks/result")), (3, 1));
}

#[test]
fn what_a_task_of_the_era_before_asks_belongs_to_its_call_and_takes_the_time_it_takes() {
    let mut world = before(|seen| match seen.rpc() {
        "tools/call" => seen.result(json!({"task": {"taskId": "7", "status": "working"}})),
        "tasks/get" => seen.result(json!({"taskId": "7", "status": "input_required"})),
        "tasks/result" => {
            let meta = json!({"io.modelcontextprotocol/related-task": {"taskId": "7"}});
            let ask = json!({"jsonrpc": "2.0", "id": "q", "method": "elicitation/create", "params": {"_meta": meta}});
            Reply::events(&format!("data: {ask}\n\n")).ending(super::world::End::Open)
        }
        _ => Reply::accepted(),
    });
    world.list(Offer::Tools).unwrap();
    let call = world.begin(Asked::new(what("tools/call", json!({"name": "long"}))));
    world.pass(5_000.0);
    assert_eq!(world.asks.iter().map(|ask| ask.1).collect::<Vec<_>>(), [Some(call)]);
    world.event(Event::Answered { ask: world.asks[0].0, outcome: Ok(r#"{"action":"accept"}"#.into()) });
    // After the answer the server goes on working for longer than one request may take, and that it tells so does not shorten that.
    let stream = world.last("tasks/result").fetch;
    let params = json!({"progressToken": call, "progress": 1});
    let told = json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
    world.send(stream, &format!("data: {told}\n\n"));
    world.pass(200_000.0);
    assert_eq!((world.progress.len(), count(&world, "tasks/result")), (1, 1));
    let result = world.last("tasks/result");
    let (fetch, end) = (result.fetch, result.event(json!({"content": [{"type": "text", "text": "thanks"}]})));
    world.send(fetch, &end);
    assert_eq!(text(&world.end(call)), "thanks");
    // A task that fails says why in place of its result.
    let mut world = before(|seen| match seen.rpc() {
        "tools/call" => seen.result(json!({"task": {"taskId": "7", "status": "failed"}})),
        _ => seen.error(200, json!({"code": -32000, "message": "no luck"})),
    });
    world.list(Offer::Tools).unwrap();
    let error = world.call("long", json!({})).unwrap_err();
    assert!(error.message.contains("no luck"), "{error:?}");
    assert_eq!(count(&world, "tasks/cancel"), 0, "it is over");
}

#[test]
fn a_task_goes_on_in_another_session() {
    let expired = Cell::new(false);
    let mut world = before(move |seen| match seen.rpc() {
        "tools/call" => seen.result(json!({"task": {"taskId": "7", "status": "working"}})),
        "tasks/get" if !expired.replace(true) => Reply::text(404, "", "session"),
        "tasks/get" => seen.result(json!({"taskId": "7", "status": "completed"})),
        _ => seen.said("again"),
    });
    world.list(Offer::Tools).unwrap();
    assert_eq!(text(&world.call("long", json!({}))), "again");
    assert_eq!((count(&world, "initialize"), count(&world, "tools/call")), (2, 1));
}

#[test]
fn nothing_but_its_total_time_ends_a_task_that_lives() {
    // A poll that nobody answers, too much at the moment, and progress after which it is quiet for long.
    for trouble in ["never", "busy", "progress"] {
        let asked = Cell::new(0);
        let mut world = World::new(settings_of(Era::Modern), move |seen| match seen.rpc() {
            "server/discover" => {
                seen.result(json!({"supportedVersions": ["2026-07-28"], "capabilities": {}}))
            }
            "tools/call" => seen.result(
                json!({"resultType": "task", "taskId": "a", "status": "working", "pollIntervalMs": 60_000}),
            ),
            "tasks/get" => {
                asked.set(asked.get() + 1);
                match (asked.get(), trouble) {
                    (1, "never") => Reply::never(),
                    (1, "busy") => Reply::text(429, "", "").with("retry-after", "90"),
                    (1, "progress") => {
                        let params = json!({"progressToken": 1, "progress": 0.5});
                        let told =
                            json!({"jsonrpc": "2.0", "method": "notifications/progress", "params": params});
                        let working = seen.event(
                            json!({"status": "working", "pollIntervalMs": 60_000, "statusMessage": "half"}),
                        );
                        Reply::events(&format!("data: {told}\n\n{working}"))
                    }
                    _ => seen.result(
                        json!({"resultType": "task", "status": "completed", "result": {"content": []}}),
                    ),
                }
            }
            other => panic!("{other} after {trouble}"),
        });
        let begin = world.now;
        let call = world
            .begin(Asked { call_ms: Some(40_000.0), ..Asked::new(what("tools/call", json!({"name": "t"}))) });
        assert!(world.end(call).is_ok(), "{trouble}");
        if trouble == "busy" {
            assert!(world.now - begin >= 150_000.0, "it is left alone for as long as it wants");
        }
        if trouble == "progress" {
            let last = world.progress.last().unwrap();
            assert_eq!(last.1, json!({"progress": 0.5, "message": "half"}), "it only grows");
        }
    }
}

#[test]
fn a_session_that_forgets_the_results_of_tasks_is_not_made_anew_for_ever() {
    let mut world = before(move |seen| match seen.rpc() {
        "tools/call" => seen.result(json!({"task": {"taskId": "7", "status": "completed"}})),
        "tasks/get" => seen.result(json!({"taskId": "7", "status": "completed"})),
        _ => Reply::text(404, "", "session"),
    });
    world.list(Offer::Tools).unwrap();
    assert!(world.call("long", json!({})).is_err());
    assert_eq!(count(&world, "initialize"), 2);
}

#[test]
fn what_is_known_of_tools_holds_until_they_are_listed_anew() {
    let listed = Cell::new(false);
    let capabilities = json!({"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}});
    let mut world = World::new(
        legacy(),
        greeting(capabilities, move |seen| match seen.rpc() {
            "tools/list" if listed.replace(true) => Reply::never(),
            "tools/list" => {
                seen.result(json!({"tools": [{"name": "long", "execution": {"taskSupport": "required"}}]}))
            }
            _ => seen.said(""),
        }),
    );
    world.list(Offer::Tools).unwrap();
    world.begin(Asked::new(What::List(Offer::Tools)));
    world.call("long", json!({})).unwrap();
    assert!(world.last("tools/call").body["params"]["task"].is_object());
}

#[test]
fn a_task_that_asks_too_much_is_given_up() {
    let many: serde_json::Map<String, Value> =
        (0..2_000).map(|n| (n.to_string(), json!({"method": "elicitation/create"}))).collect();
    let mut world = modern(move |_| json!({"status": "input_required", "inputRequests": many}));
    assert_eq!(code(&world.call("t", json!({}))), Code::Protocol);
    assert_eq!((world.asks.len(), count(&world, "tasks/cancel")), (0, 1));
}
