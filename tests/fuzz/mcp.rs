//! What a server of MCP replies to a call: wherever its bytes were cut, the same is done, and the call ends once.

use super::bytes::Bytes;
use webmcp_auto_ui::mcp::{Action, Asked, Client, Era, Event, Settings, What};

pub const SEEDS: &[&str] = &[
    "\0\0\u{1}data: {\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{\"content\":[]}}\n\n",
    "\0\0\u{2}id: 7\nretry: 5\ndata:\n\ndata: {\"jsonrpc\":\"2.0\",\"id\":\"a\",\"method\":\"elicitation/create\",\"params\":{}}\n\n",
    "\0\0\u{1}data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":1,\"progress\":0.5}}\n\n",
    "\0\u{1}\u{3}[{\"jsonrpc\":\"2.0\",\"id\":4,\"error\":{\"code\":-32042,\"message\":\"\",\"data\":{\"elicitations\":[{\"url\":\"https://x\"}]}}}]",
    "\u{1}\u{1}\u{1}{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"task\",\"taskId\":\"a\",\"status\":\"working\",\"pollIntervalMs\":1e9}}",
    "\u{1}\u{1}\u{5}{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"resultType\":\"input_required\",\"inputRequests\":{\"k\":{\"method\":\"elicitation/create\"}}}}",
    "\u{1}\u{3}\u{1}{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\":-32020,\"message\":\"no\"}}",
];

/// The call that is judged.
const CALL: u32 = 1;

pub fn run(input: &[u8]) {
    let mut bytes = Bytes(input);
    let is_modern = bytes.chance();
    let (status, kind) = bytes.pick(&[
        (200, "text/event-stream"),
        (200, "application/json"),
        (202, "application/json"),
        (400, "application/json"),
        (404, "text/html"),
        (503, "application/json"),
    ]);
    let step = 1 + bytes.below(9);
    let reply = bytes.0;
    let whole = done(is_modern, status, kind, [reply].into_iter());
    assert_eq!(done(is_modern, status, kind, reply.chunks(step)), whole, "cut every {step} bytes");
    let ends = whole.iter().filter(|action| match action {
        Action::Resolve(call, _) | Action::ResolveChecked { call, .. } | Action::Reject(call, _) => {
            *call == CALL
        }
        _ => false,
    });
    assert_eq!(ends.count(), 1, "the call ends once: {whole:?}");
}

/// All that is done when the reply comes in these pieces, and then the page goes away.
fn done<'a>(is_modern: bool, status: u16, kind: &str, pieces: impl Iterator<Item = &'a [u8]>) -> Vec<Action> {
    let mut client = Client::new(Settings {
        url: "https://x.example/mcp".into(),
        headers: Vec::new(),
        client_name: "page".into(),
        client_version: "1".into(),
        era: if is_modern { Era::Modern } else { Era::Legacy },
        probes: false,
        capabilities: r#"{"elicitation":{}}"#.into(),
        signs_in: false,
        connect_ms: 1_000.0,
        call_ms: 1_000.0,
        total_ms: 2_000.0,
        max_bytes: 1_000,
        seed: 1,
    });
    let params = r#"{"name":"t"}"#.to_owned();
    let call = Asked::new(What::Request { method: "tools/call".into(), params });
    let mut actions = client.handle(0.0, Event::Call(CALL, call));
    if !is_modern {
        let hello = br#"{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{}}}"#;
        let fetch = fetched(&actions);
        client.handle(0.0, Event::Head { fetch, status: 200, headers: Vec::new() });
        client.handle(0.0, Event::Piece { fetch, bytes: hello });
        let fetch = fetched(&client.handle(0.0, Event::End(fetch)));
        actions = client.handle(0.0, Event::Head { fetch, status: 202, headers: Vec::new() });
    }
    let fetch = fetched(&actions);
    let headers = vec![("content-type".to_owned(), kind.to_owned())];
    let mut all = client.handle(1.0, Event::Head { fetch, status, headers });
    for bytes in pieces {
        all.extend(client.handle(1.0, Event::Piece { fetch, bytes }));
    }
    all.extend(client.handle(1.0, Event::End(fetch)));
    // Whatever is waited for now takes too long.
    for _ in 0..20 {
        let Some(at) = client.wake_ms() else { break };
        all.extend(client.handle(at, Event::Time));
    }
    all.extend(client.handle(f64::from(u16::MAX), Event::Disconnect));
    all
}

fn fetched(actions: &[Action]) -> u32 {
    let fetch = actions.iter().find_map(|action| match action {
        Action::Fetch(fetch) => Some(fetch.fetch),
        _ => None,
    });
    fetch.unwrap_or_else(|| panic!("nothing is sent: {actions:?}"))
}
