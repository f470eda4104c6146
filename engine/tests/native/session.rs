//! The session on the tiny model: prefixes are reused without changing anything, and limits are kept.

use crate::support::load;
use proptest::prelude::*;
use serde_json::{Value, json};
use webmcp_engine::exports::Host;
use webmcp_engine::session::{Engine, Generation, Request, Scoring, Step};
use webmcp_engine::tiny::{self, Shape};

/// An engine behind the raw exports, with a tiny model.
pub struct Client(pub Host);

impl Client {
    pub fn new() -> Self {
        Self::of(&Shape::SMALL)
    }

    pub fn of(shape: &Shape) -> Self {
        Self::with(&shape.gguf(1))
    }

    pub fn with(bytes: &[u8]) -> Self {
        let mut host = Host::default();
        host.load_begin(bytes.len() as f64, true);
        for chunk in bytes.chunks(100_000) {
            assert_eq!(host.load_chunk(chunk), 0);
        }
        assert_eq!(host.load_end(512), 0);
        Self(host)
    }

    pub fn run(&mut self, request: Value) -> (Value, String) {
        let begun = self.0.begin(request.to_string().as_bytes());
        assert_eq!(begun, 0, "{}", String::from_utf8_lossy(&self.0.output));
        let (mut pieces, mut read) = (String::new(), 0.0);
        loop {
            match self.0.step() {
                // A score says nothing before its end.
                0 if self.0.output.is_empty() => {}
                0 => {
                    let part: f32 = std::str::from_utf8(&self.0.output).unwrap().parse().unwrap();
                    assert!((read..=1.0).contains(&part), "{part} of the prompt is read, after {read}");
                    read = part;
                }
                1 => pieces.push_str(std::str::from_utf8(&self.0.output).unwrap()),
                2 => return (serde_json::from_slice(&self.0.output).unwrap(), pieces),
                _ => panic!("{}", String::from_utf8_lossy(&self.0.output)),
            }
        }
    }

    fn refused(&mut self, request: &[u8]) -> String {
        assert_eq!(self.0.begin(request), -1);
        serde_json::from_slice::<Value>(&self.0.output).unwrap()["message"].as_str().unwrap().to_owned()
    }
}

pub const PROMPT: &str = "the chart of things in the name of the thing 12 and 10 on the label, and so on and on, 1, 2, 3, the end of it all";

#[test]
fn a_prompt_continued_from_a_cache_gives_what_a_fresh_engine_gives() {
    let request = |prompt: &str| json!({"op": "generate", "prompt": prompt, "maxTokens": 20});
    let mut warm = Client::new();
    warm.run(request(PROMPT));
    let longer = format!("{PROMPT} and more");
    let (again, pieces) = warm.run(request(&longer));
    let (fresh, _) = Client::new().run(request(&longer));
    assert_eq!(again["text"], fresh["text"]);
    assert_eq!(again["text"], pieces);
    assert!(again["cachedTokens"].as_u64().unwrap() > 50, "{again}");
    assert_eq!(fresh["cachedTokens"], 0);
}

#[test]
fn gemma_4_continued_from_a_cache_writes_what_a_fresh_engine_writes() {
    let request = |prompt: &str| json!({"op": "generate", "prompt": prompt, "maxTokens": 20});
    let mut warm = Client::of(&Shape::GEMMA4_E2B);
    warm.run(request(PROMPT));
    let longer = format!("{PROMPT} and more");
    let (again, _) = warm.run(request(&longer));
    let (fresh, _) = Client::of(&Shape::GEMMA4_E2B).run(request(&longer));
    assert_eq!(again["text"], fresh["text"]);
    assert!(fresh["text"].as_str().unwrap().len() > 10, "{fresh}");
    assert!(again["cachedTokens"].as_u64().unwrap() > 50, "{again}");
}

/// What `tests/browser-engine/shapes` expects of the builds for browsers.
#[test]
fn scores_on_every_shape_are_those_that_browsers_are_held_to() {
    let golden: Value = serde_json::from_str(include_str!("../golden/scores.json")).unwrap();
    let (prefix, text) = (&golden["prefix"], &golden["text"]);
    let found: Vec<(&str, f64)> = Shape::ALL
        .iter()
        .map(|shape| {
            let request = json!({"op": "score", "prefixes": [prefix], "text": text});
            (shape.name, logs(&Client::of(shape).run(request).0)[0])
        })
        .collect();
    let expected = |name: &str| golden["logProb"][name].as_f64().unwrap_or_default();
    assert!(found.iter().all(|(name, found)| (found - expected(name)).abs() < 0.01), "{found:?}");
}

fn logs(answer: &Value) -> Vec<f64> {
    answer["scores"].as_array().unwrap().iter().map(|score| score["logProb"].as_f64().unwrap()).collect()
}

#[test]
fn prefixes_that_share_their_beginning_share_its_work_within_one_request() {
    let shared = json!({"op": "score", "prefixes": [PROMPT, PROMPT, format!("{PROMPT} or")], "text": " not"});
    let (answer, _) = Client::new().run(shared);
    let cached = |index: usize| answer["scores"][index]["cachedTokens"].as_u64().unwrap();
    assert!(cached(0) == 0 && cached(1) > 50 && cached(2) > 50, "{answer}");
    let logs = logs(&answer);
    assert!((logs[0] - logs[1]).abs() < 1e-3 && logs[0] < 0.0, "{answer}");
}

#[test]
fn a_score_does_not_depend_on_what_is_cached() {
    let request = |prefix: &str, text: &str| json!({"op": "score", "prefixes": [prefix], "text": text});
    let mut warm = Client::new();
    let (first, _) = warm.run(request(PROMPT, " and the chart"));
    let (second, _) = warm.run(request(PROMPT, " and the chart"));
    let (forked, _) = warm.run(request(&format!("{PROMPT} or not"), " and the chart"));
    let (fresh, _) = Client::new().run(request(&format!("{PROMPT} or not"), " and the chart"));
    let number = |value: &Value| value["scores"][0]["logProb"].as_f64().unwrap();
    assert!((number(&first) - number(&second)).abs() < 1e-3, "{first} {second}");
    assert!((number(&forked) - number(&fresh)).abs() < 1e-3, "{forked} {fresh}");
    assert_eq!(first["scores"][0]["cachedTokens"], 0);
    assert!(second["scores"][0]["cachedTokens"].as_u64().unwrap() > 50);
    assert!(number(&first) < 0.0);
}

/// Prompts that share beginnings of many lengths, most of them longer than the window and some pages.
pub fn prompt_of(words: &[u8]) -> String {
    let pool = ["the chart ", "of things ", "12 and 10 ", "on the label ", "so on ", "1, 2, 3 "];
    let middle: String = words.iter().map(|word| pool[usize::from(*word) % pool.len()].repeat(4)).collect();
    format!("the name of the thing {middle}is")
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    #[test]
    fn what_earlier_requests_left_behind_never_changes_an_answer(
        gemma_4 in any::<bool>(),
        requests in prop::collection::vec((prop::collection::vec(0u8..2, 0..9), any::<bool>()), 2..7),
    ) {
        let shape = if gemma_4 { Shape::GEMMA4_E2B } else { Shape::SMALL };
        let mut warm = Client::of(&shape);
        for (words, score) in requests {
            let prompt = prompt_of(&words);
            let request = if score {
                json!({"op": "score", "prefixes": [prompt], "text": " the chart of things on the label"})
            } else {
                json!({"op": "generate", "prompt": prompt, "maxTokens": 16})
            };
            let (answer, _) = warm.run(request.clone());
            let (fresh, _) = Client::of(&shape).run(request);
            if score {
                let gap = answer["scores"][0]["logProb"].as_f64().unwrap() - fresh["scores"][0]["logProb"].as_f64().unwrap();
                prop_assert!(gap.abs() < 1e-3, "{answer} {fresh}");
            } else {
                prop_assert_eq!(&answer["text"], &fresh["text"]);
            }
        }
    }
}

#[test]
fn a_prompt_that_parts_from_a_long_conversation_goes_on_from_where_an_earlier_one_parted() {
    let request = |prompt: String| json!({"op": "generate", "prompt": prompt, "maxTokens": 60});
    let mut client = Client::new();
    let shared = prompt_of(&[0; 7]);
    let cached = |answer: Value| answer["cachedTokens"].as_u64().unwrap();
    client.run(request(format!("{shared} {}", prompt_of(&[1; 5]))));
    let second = cached(client.run(request(format!("{shared} {}", prompt_of(&[2; 5])))).0);
    let third = cached(client.run(request(format!("{shared} {}", prompt_of(&[3; 5])))).0);
    assert!(second <= 1, "the local layers had moved on: {second}");
    assert!(third > 100, "the second prompt left its beginning behind: {third}");
}

#[test]
fn the_score_of_a_text_is_the_sum_over_its_tokens() {
    let mut client = Client::new();
    let mut score = |prefix: &str, text: &str| {
        client.run(json!({"op": "score", "prefixes": [prefix], "text": text})).0["scores"][0]["logProb"]
            .as_f64()
            .unwrap()
    };
    // "in" after "r" would merge across the border, so the parts are chosen not to.
    let whole = score("a", "12,");
    let parts = score("a", "12") + score("a12", ",");
    assert!((whole - parts).abs() < 1e-3, "{whole} {parts}");
}

#[test]
fn a_generation_under_a_schema_fits_its_limit_whatever_the_model_wants() {
    let schema = json!({"type": "object", "properties": {"title": {"type": "string"}, "values": {"type": "array", "items": {"type": "number"}}}, "required": ["title", "values"]});
    let mut client = Client::new();
    for seed in 0..20 {
        let limit = 30 + seed * 3;
        let (result, pieces) = client.run(json!({"op": "generate", "prompt": "x", "maxTokens": limit, "temperature": 2.0, "seed": seed, "schema": schema}));
        assert_eq!(result["stopReason"], "grammar");
        assert!(result["outputTokens"].as_u64().unwrap() <= limit, "{result}");
        assert_eq!(result["text"], pieces);
        let value: Value = serde_json::from_str(&pieces).unwrap();
        jsonschema::validate(&schema, &value).unwrap_or_else(|error| panic!("{error}: {pieces}"));
    }
}

#[test]
fn the_same_seed_writes_the_same_text_and_another_seed_another() {
    let request = |seed: u64| json!({"op": "generate", "prompt": "the", "maxTokens": 30, "temperature": 1.0, "topK": 40, "topP": 0.95, "seed": seed});
    let mut client = Client::new();
    let (one, again, other) = (client.run(request(1)).0, client.run(request(1)).0, client.run(request(2)).0);
    assert_eq!(one["text"], again["text"]);
    assert_ne!(one["text"], other["text"]);
}

#[test]
fn bad_requests_are_sentences() {
    let mut client = Client::new();
    assert!(client.refused(b"{").contains("not JSON"));
    assert!(client.refused(b"{}").contains("none of generate, score and compare"));
    assert!(client.refused(br#"{"op":"generate","prompt":"a"}"#).contains("maxTokens"));
    assert!(client.refused(br#"{"op":"score","prefixes":["a"],"text":""}"#).contains("empty"));
    assert!(
        client.refused(br#"{"op":"score","prefixes":[],"text":"a"}"#).contains("1 to 32 prefixes, not 0")
    );
    assert!(
        client
            .refused(br#"{"op":"score","prefixes":"a","text":"a"}"#)
            .contains("prefixes must be a list of texts")
    );
    let long = json!({"op": "generate", "prompt": "x1".repeat(600), "maxTokens": 5}).to_string();
    assert!(client.refused(long.as_bytes()).contains("does not fit the context of 512"));
    let tight =
        json!({"op": "generate", "prompt": "x", "maxTokens": 2, "schema": {"const": "a long constant text"}})
            .to_string();
    assert!(client.refused(tight.as_bytes()).contains("only 2 are allowed"));
    assert_eq!(client.0.step(), -1, "nothing is under way");
}

#[test]
fn a_request_without_a_model_is_an_error() {
    let mut host = Host::default();
    assert_eq!(host.begin(br#"{"op":"score","prefixes":["a"],"text":"b"}"#), -1);
    assert!(String::from_utf8_lossy(&host.output).contains("no model is loaded"));
    assert_eq!(host.load_chunk(b"GGUF"), -1);
    assert!(load(&tiny::gguf(3), 5000).is_ok());
}

#[test]
fn abandoning_a_request_leaves_the_engine_usable() {
    let mut client = Client::new();
    let score = json!({"op": "score", "prefixes": [PROMPT], "text": " the"});
    assert_eq!(client.0.begin(score.to_string().as_bytes()), 0);
    client.0.step();
    client.0.cancel();
    let expected = Client::new().run(score.clone()).0["scores"][0]["logProb"].as_f64().unwrap();
    let found = client.run(score).0["scores"][0]["logProb"].as_f64().unwrap();
    assert!((expected - found).abs() < 1e-3);
}

/// Answers of an engine whose requests are given up after so many steps of one layer each, then asked again.
fn after_an_abort(request: &Value, steps: usize) -> (String, usize) {
    let mut engine = Engine::new(load(&Shape::GEMMA4_E2B.gguf(1), 1 << 20).unwrap(), 512);
    engine.step_work = 1;
    let mut taken = 0;
    for most in [steps, usize::MAX] {
        match Request::parse(request.to_string().as_bytes()).unwrap() {
            Request::Generate(request) => {
                let mut generation = Generation::new(&mut engine, request).unwrap();
                taken = (0..most).take_while(|_| generation.step(&mut engine).unwrap() != Step::Done).count();
                if most == usize::MAX {
                    return (generation.drafts()[0].text(), taken);
                }
                generation.finish(&mut engine);
            }
            Request::Score(request) => {
                let mut scoring = Scoring::new(&mut engine, &request).unwrap();
                taken = (0..most).take_while(|_| scoring.step(&mut engine).unwrap() != Step::Done).count();
                if most == usize::MAX {
                    return (format!("{:.3?}", scoring.scores()[0].log_probability), taken);
                }
                scoring.finish(&mut engine);
            }
            Request::Compare(_) => unreachable!("a comparison takes no steps"),
        }
        let (snapshot, known) = (engine.snapshot(1 << 30).unwrap(), engine.learned() > 0);
        let mut other = Engine::new(load(&Shape::GEMMA4_E2B.gguf(1), 1 << 20).unwrap(), 512);
        let mut restoring = other.restoring().unwrap();
        snapshot.for_each(|part| restoring.push(&part).unwrap());
        let taken_back = other.restore(restoring);
        assert_eq!(taken_back.unwrap() > 0, known, "what is left is a whole snapshot");
    }
    unreachable!("the second round returns, after {taken} steps")
}

#[test]
fn a_request_that_is_given_up_between_any_two_layers_leaves_nothing_behind() {
    let written = json!({"op": "generate", "prompt": PROMPT, "maxTokens": 4});
    let scored = json!({"op": "score", "prefixes": [PROMPT], "text": " and the end of the chart"});
    for request in [written, scored] {
        let (expected, steps) = after_an_abort(&request, 0);
        let layers = Shape::GEMMA4_E2B.layers;
        assert!(
            steps > PROMPT.len() / 8 / 8 * layers / 2,
            "{steps} steps: a step is about one layer of a slice"
        );
        for steps in (1..steps).step_by(13) {
            assert_eq!(after_an_abort(&request, steps).0, expected, "given up after {steps} steps");
        }
    }
}

#[test]
fn a_stop_text_cuts_off_what_a_schema_holds() {
    let schema = json!({"const": "a long list of words"});
    let request = |stop: &[&str]| json!({"op": "generate", "prompt": PROMPT, "maxTokens": 40, "schema": schema, "stop": stop});
    let mut client = Client::new();
    let (reply, pieces) = client.run(request(&["list"]));
    assert_eq!((&reply["stopReason"], pieces.as_str()), (&json!("stop"), "\"a long "));
    let (reply, pieces) = client.run(request(&["of no words"]));
    assert_eq!((&reply["stopReason"], pieces.as_str()), (&json!("grammar"), "\"a long list of words\""));
}

#[test]
fn a_call_in_gemmas_notation_keeps_its_limit_and_shows_its_quotes() {
    let parameters = json!({"type": "object", "properties": {
        "city": {"type": "string", "minLength": 2, "maxLength": 12}, "unit": {"enum": ["c", "f"]}, "days": {"type": "integer", "minimum": 1, "maximum": 9}
    }, "required": ["city", "unit"]});
    let calls = json!([{"name": "weather_mcp_now", "parameters": parameters}, {"name": "weather_mcp_map", "parameters": parameters}]);
    let mut client = Client::of(&Shape::GEMMA4_E2B);
    for seed in 0..4 {
        let (reply, pieces) = client.run(json!({
            "op": "generate", "prompt": PROMPT, "calls": calls, "quote": "<|\"|>", "maxTokens": 60, "temperature": 1.5, "seed": seed
        }));
        let text = reply["text"].as_str().unwrap();
        assert_eq!((reply["stopReason"].as_str(), text), (Some("grammar"), pieces.as_str()));
        assert!(reply["outputTokens"].as_u64().unwrap() <= 60, "{reply}");
        let rest = text.strip_prefix("weather_mcp_").and_then(|rest| rest.get(3..)).unwrap();
        let parts: Vec<&str> = rest.split("<|\"|>").collect();
        assert_eq!((parts.len(), parts[0], parts[2]), (5, "{city:", ",unit:"), "{text}");
        assert!((2..=12).contains(&parts[1].chars().count()) && ["c", "f"].contains(&parts[3]), "{text}");
    }
}

#[test]
fn calls_that_cannot_be_asked_for_are_refused_in_words() {
    let mut client = Client::new();
    let mut refused = |fields: Value| {
        let mut request = json!({"op": "generate", "prompt": "x", "maxTokens": 50});
        request.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        client.refused(request.to_string().as_bytes())
    };
    let calls = json!([{"name": "a"}]);
    assert!(refused(json!({"calls": calls, "quote": 3})).contains("quote must be a text"));
    assert!(refused(json!({"calls": calls, "quote": "\""})).contains("quote must be one token"));
    assert!(refused(json!({"calls": calls, "quote": "<escape>"})).contains("no token <escape>"));
    assert!(refused(json!({"calls": calls, "quote": "<eos>"})).contains("no token <eos>"));
    assert!(refused(json!({"calls": calls, "schema": {}})).contains("either schema or calls"));
    assert!(refused(json!({"calls": [3], "quote": "<unused400>"})).contains("a list of {name, parameters}"));
    assert!(refused(json!({"calls": [], "quote": "<unused400>"})).contains("no tool to call"));
}

#[test]
fn an_answer_that_is_begun_goes_on_behind_its_beginning() {
    let schema = json!({"type": "object", "properties": {"do": {"enum": ["show", "say"]}, "name": {"enum": ["chart", "list"]}}, "required": ["do", "name"], "additionalProperties": false});
    let request = |prompt: &str, begun: &str| json!({"op": "generate", "prompt": prompt, "begun": begun, "schema": schema, "maxTokens": 40});
    let mut client = Client::new();
    let (reply, _) = client.run(request(PROMPT, r#"{"do": "say""#));
    let text = reply["text"].as_str().unwrap();
    assert!([r#", "name": "chart"}"#, r#", "name": "list"}"#].contains(&text), "{text}");
    let (whole, _) = client
        .run(json!({"op": "generate", "prompt": format!("{PROMPT}{}", r#"{"do": "say""#), "maxTokens": 1}));
    assert_eq!(reply["promptTokens"], whole["promptTokens"], "the beginning is read as part of the prompt");
    let refused = client.refused(request(PROMPT, "[").to_string().as_bytes());
    assert!(refused.contains("no answer that begins with begun"), "{refused}");
    // A conversation is continued in the same way.
    let chat = json!({"op": "generate", "rendered": PROMPT, "begun": r#"{"do": "say""#, "schema": schema, "maxTokens": 40});
    let (answered, _) = client.run(chat);
    let text = answered["text"].as_str().unwrap();
    assert!([r#", "name": "chart"}"#, r#", "name": "list"}"#].contains(&text), "{text}");
}
