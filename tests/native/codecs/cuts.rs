//! Every fixture gives the same reply and the same told text however the network cuts it.

use super::{FORMATS, chat, endpoint, fixture};
use crate::support::{Canned, call, text};
use proptest::prelude::*;
use serde_json::json;
use webmcp_auto_ui::error::Code;
use webmcp_auto_ui::provider::WireFormat;

macro_rules! wire {
    ($name:literal) => {
        include_str!(concat!("../../fixtures/wire/", $name))
    };
}

pub const STREAMS: &[(WireFormat, &str)] = &[
    (WireFormat::OpenAi, include_str!("../../fixtures/synthetic-openai-tools.sse")),
    (WireFormat::Anthropic, include_str!("../../fixtures/synthetic-anthropic-tools.sse")),
    (WireFormat::Anthropic, wire!("anthropic-thinking.sse")),
    (WireFormat::Anthropic, wire!("anthropic-tool-no-args.sse")),
    (WireFormat::Anthropic, wire!("anthropic-refusal.sse")),
    (WireFormat::OpenAi, wire!("mistral-tool-call.sse")),
    (WireFormat::OpenAi, wire!("mistral-thinking.sse")),
    (WireFormat::OpenAi, wire!("mistral-incremental.sse")),
    (WireFormat::OpenAi, wire!("deepseek-tool-call.sse")),
    (WireFormat::Responses, wire!("responses-reasoning-call.sse")),
    (WireFormat::Responses, wire!("responses-error.sse")),
    (WireFormat::Gemini, wire!("gemini-tool-call.sse")),
    (WireFormat::Gemini, wire!("gemini-thinking.sse")),
    (WireFormat::Gemini, wire!("gemini-prompt-block.sse")),
];

/// Longer streams are not cut at each byte, but at each of about this many places, which move with the stream.
const MOST_CUTS: usize = 1_500;

/// Reply and told pieces of a stream that arrives in `pieces`.
fn heard(format: WireFormat, pieces: Vec<Vec<u8>>) -> (String, [String; 3]) {
    let done = chat(format, Canned { body: pieces, ..fixture("") });
    let told = [("text", "text"), ("reasoning", "text"), ("arguments", "delta")];
    (format!("{:?}", done.reply), told.map(|(kind, field)| done.told(kind, field)))
}

#[test]
fn a_cut_at_any_byte_changes_nothing() {
    for (format, stream) in STREAMS {
        let bytes = stream.as_bytes();
        let whole = heard(*format, vec![bytes.to_vec()]);
        let step = bytes.len().div_ceil(MOST_CUTS);
        for at in (1..bytes.len()).step_by(step) {
            let (start, end) = bytes.split_at(at);
            assert_eq!(heard(*format, vec![start.to_vec(), end.to_vec()]), whole, "{format:?} cut at {at}");
        }
        for size in [1, 2, 3, 7, 64] {
            let pieces = bytes.chunks(size).map(<[u8]>::to_vec).collect();
            assert_eq!(heard(*format, pieces), whole, "{format:?} in pieces of {size}");
        }
        let with_cr = stream.replace('\n', "\r\n");
        assert_eq!(heard(*format, vec![with_cr.into_bytes()]), whole, "{format:?} with CR LF");
    }
}

proptest! {
    #[test]
    fn cuts_anywhere_change_nothing(
        which in 0..STREAMS.len(),
        cuts in proptest::collection::vec(0usize..20_000, 0..12),
    ) {
        let (format, stream) = STREAMS[which];
        let bytes = stream.as_bytes();
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut % bytes.len()).collect();
        cuts.sort_unstable();
        let mut pieces = Vec::new();
        let mut from = 0;
        for cut in cuts.into_iter().chain([bytes.len()]) {
            pieces.push(bytes[from..cut].to_vec());
            from = cut;
        }
        prop_assert_eq!(heard(format, pieces), heard(format, vec![bytes.to_vec()]));
    }

    #[test]
    fn no_event_of_a_hostile_server_breaks_a_codec(
        which in 0usize..4,
        pieces in proptest::collection::vec(
            prop_oneof![
                Just("{\"choices\":[{\"delta\":".to_owned()),
                Just("{\"type\":\"content_block_delta\",\"index\":".to_owned()),
                Just("{\"type\":\"response.output_item.added\",\"item\":".to_owned()),
                Just("{\"candidates\":[{\"content\":{\"parts\":[".to_owned()),
                Just("{\"tool_calls\":[{\"index\":18446744073709551615,\"id\":null}]}".to_owned()),
                Just("\"thoughtSignature\":1".to_owned()),
                Just("null".to_owned()),
                Just("}]}".to_owned()),
                Just("\n\ndata: ".to_owned()),
                "[\\[\\]{}\":,a0-9\n]{0,12}",
            ],
            0..8,
        ),
    ) {
        let stream = format!("data: {}\n\n", pieces.concat());
        // Whatever it is, it is an answer or an error, and never more.
        let _ = chat(FORMATS[which], fixture(&stream)).reply;
        let _ = chat(FORMATS[which], Canned::json(200, &pieces.concat())).reply;
    }
}

#[test]
fn a_stream_that_breaks_off_is_an_error() {
    for (format, stream) in STREAMS
        .iter()
        .filter(|(_, stream)| stream.contains("tool_") && !stream.contains("insufficient_quota"))
    {
        let half = fixture(&stream[..stream.len() / 3]);
        assert_eq!(chat(*format, half).reply.unwrap_err().code, Code::Network, "{format:?}");
        let broken = Canned { broken: true, ..fixture(&stream[..40]) };
        assert_eq!(chat(*format, broken).reply.unwrap_err().code, Code::Network);
    }
}

#[test]
fn text_and_parallel_calls_stream_in_both_older_formats() {
    // What came from a cache is counted apart; OpenAI's own count includes it.
    for ((format, stream), id, read) in [(STREAMS[0], "call_1", 20), (STREAMS[1], "toolu_1", 120)] {
        let done = chat(format, fixture(stream));
        assert_eq!(done.told("arguments", "delta").replace(' ', ""), "{\"q\":\"x\",\"n\":[1,2]}");
        assert_eq!(done.told("text", "text"), "Let me läok.");
        let starts: Vec<_> = done.deltas.iter().filter(|delta| delta["type"] == "call-start").collect();
        assert_eq!(starts.len(), 2);
        assert_eq!(starts[0], &json!({"type": "call-start", "id": id, "name": "s_mcp_a"}));
        let reply = done.reply.unwrap();
        assert_eq!(reply.content[0], text("Let me läok."));
        assert_eq!(reply.content[1], call(id, "s_mcp_a", json!({"q": "x", "n": [1, 2]})));
        let second = "call_2".replace("call", id.split('_').next().unwrap());
        assert_eq!(reply.content[2], call(&second, "s_mcp_b", json!({})));
        assert_eq!(reply.stop_reason, "tool_use");
        let usage = reply.usage.unwrap();
        assert_eq!((usage.input_tokens, usage.output_tokens, usage.cache_read_input_tokens), (read, 34, 100));
        assert_eq!(done.deltas.last().unwrap(), &json!({"type": "finish", "stopReason": "tool_use"}));
    }
}

#[test]
fn a_stream_whose_type_a_proxy_lost_is_read_all_the_same() {
    let (format, stream) = STREAMS[0];
    let lost = Canned { headers: vec![("content-type", "text/plain")], ..fixture(stream) };
    assert_eq!(chat(format, lost).reply, chat(format, fixture(stream)).reply);
    assert_eq!(endpoint(format).format, format);
}
