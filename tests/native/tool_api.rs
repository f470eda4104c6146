//! The Tool Execution API: every row and criterion of its documents, and what they leave open.

use serde_json::{Value, json};
use std::cell::RefCell;
use std::rc::Rc;
use webmcp_auto_ui::json::FromJson;
use webmcp_auto_ui::tool_api::{Answer, Next, Reply, Request, Settings, ToolApi};

const JSON: (&str, &str) = ("content-type", "application/json");

/// A host that keeps what it was asked.
struct Host {
    api: Rc<ToolApi>,
    tools: Value,
    /// What becomes of a call.
    answer: Answer,
    may: bool,
    asked: RefCell<Vec<String>>,
}

fn answer(content: &str) -> Answer {
    let content = json!([{"type": "text", "text": content}]);
    Answer::Returned { content, is_error: false, trace_id: String::new() }
}

fn tools() -> Value {
    let schema = json!({
        "type": "object", "required": ["msg"], "properties": {"zeta": {"type": "integer"}, "msg": {"type": "string"}},
    });
    json!([
        {"name": "echo", "description": "Says it again", "inputSchema": schema, "annotations": {"readOnlyHint": true}},
        {"name": "free", "description": "Takes anything"},
        {"name": "a/b c", "description": "An odd name", "inputSchema": {}},
        {"name": "broken", "description": "Its schema is none", "inputSchema": {"type": 42}},
        {"name": "echo", "description": "Too late"},
    ])
}

/// What `createToolApi` says where nothing is said, and `more`.
fn settings(more: &Value) -> Settings {
    let mut settings = json!({"prefix": "/explorer", "limits": {"bodyBytes": 1024}});
    settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    Settings::from_json(settings).unwrap()
}

impl Host {
    fn new(more: &Value) -> Self {
        let api = Rc::new(ToolApi::new(settings(more), None).unwrap());
        Host { api, tools: tools(), answer: answer("done"), may: true, asked: RefCell::default() }
    }

    /// As the document has it, at the root, and allowed to call.
    fn plain(more: &Value) -> Self {
        let mut settings = json!({"prefix": "", "allowExecute": true, "security": {
            "anySite": true, "anyType": true, "strictJson": false, "checkArguments": false,
        }});
        settings.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Host::new(&settings)
    }

    fn ask(&self, method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let request = Request { method: method.into(), path: path.into(), headers };
        let (mut exchange, mut next) = self.api.begin(request);
        loop {
            let told = |what: &str| self.asked.borrow_mut().push(what.to_owned());
            next = match next {
                Next::Reply(reply) => return reply,
                Next::Tools => {
                    told("tools");
                    exchange.tools(Some(&self.tools.to_string()))
                }
                Next::Authorise => {
                    told("who");
                    exchange.authorised(self.may)
                }
                Next::Body => {
                    told("body");
                    exchange.body(Some(body))
                }
                Next::Call { name, args } => {
                    told(&format!("{name} {args}"));
                    Next::Reply(exchange.answered(self.answer.clone()))
                }
            };
        }
    }

    fn get(&self, path: &str) -> Reply {
        self.ask("GET", path, &[], b"")
    }

    fn post(&self, path: &str, body: &str) -> (u16, String) {
        let reply = self.ask("POST", path, &[JSON], body.as_bytes());
        (reply.status, reply.body)
    }

    fn asked(&self) -> Vec<String> {
        self.asked.take()
    }
}

fn header<'r>(reply: &'r Reply, name: &str) -> &'r str {
    reply.headers.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
}

#[test]
fn f1_the_page_is_html_with_its_title_escaped_once_and_nothing_left_to_fill_in() {
    let title = "<script>alert(1)</script> {{PROJECT}} \"'&";
    let host = Host::plain(
        &json!({"title": title, "projectName": "Mine & yours", "projectUrl": "https://example.com/?a=\"b"}),
    );
    let page = host.get("/");
    assert_eq!((page.status, header(&page, "content-type")), (200, "text/html; charset=utf-8"));
    let shown = "&lt;script&gt;alert(1)&lt;/script&gt; {{PROJECT}} &quot;&#39;&amp;";
    assert_eq!(page.body.matches(shown).count(), 2, "once in the head, once on the page");
    assert!(!page.body.contains("{{TITLE}}") && !page.body.contains("{{SCRIPT}}"));
    assert!(page.body.contains(
        "&middot; <a href=\"https://example.com/?a=&quot;b\" rel=\"noreferrer\">Mine &amp; yours</a>"
    ));
    assert!(page.body.contains("data-execute=\"true\""));
    assert!(
        Host::new(&json!({})).get("/explorer/").body.contains("data-execute=\"false\""),
        "off unless said"
    );
    for address in ["java\tscript:alert(1)", "javascript:alert(1)", "data:text/html,x", "//", ""] {
        let page = Host::plain(&json!({"projectName": "Mine", "projectUrl": address})).get("/").body;
        assert_eq!(page.contains("<a href"), address == "//", "{address}");
    }
}

#[test]
fn the_page_runs_and_styles_itself_by_nothing_but_its_own_text() {
    let page = Host::plain(&json!({"title": "T"})).get("/");
    let policy = header(&page, "content-security-policy");
    let between = |begin: &str, end: &str| -> Vec<String> {
        page.body.split(begin).skip(1).map(|rest| rest.split(end).next().unwrap().to_owned()).collect()
    };
    let scripts = between("<script>", "</script>");
    assert_eq!(scripts.len(), 2);
    for text in scripts.iter().chain(&between("<style>", "</style>")) {
        let hash = super::hash::sha256_base64(text.as_bytes());
        assert!(policy.contains(&format!("'sha256-{hash}'")), "{hash} is the hash of {}…", &text[..40]);
    }
    for part in [
        "default-src 'none'",
        "frame-ancestors 'none'",
        "base-uri 'none'",
        "form-action 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    ] {
        assert!(policy.contains(part), "{policy}");
    }
    assert!(!policy.contains("unsafe"));
}

#[test]
fn f2_tools_are_listed_in_order_with_annotations_only_where_there_are_some_and_detailed_with_their_schema() {
    let host = Host::plain(&json!({}));
    let list = host.get("/tools");
    assert_eq!((list.status, header(&list, "content-type")), (200, "application/json"));
    assert_eq!(
        list.body,
        r#"[{"name":"echo","description":"Says it again","annotations":{"readOnlyHint":true}},{"name":"free","description":"Takes anything"},{"name":"a/b c","description":"An odd name"},{"name":"broken","description":"Its schema is none"}]"#
    );
    let detail = host.get("/tools/echo");
    assert_eq!(
        detail.body,
        r#"{"name":"echo","description":"Says it again","inputSchema":{"type":"object","required":["msg"],"properties":{"zeta":{"type":"integer"},"msg":{"type":"string"}}},"annotations":{"readOnlyHint":true}}"#,
        "keys stay in the host's order"
    );
    assert_eq!(host.get("/tools/nope").body, r#"{"error":"Tool not found: nope"}"#);
    assert_eq!(host.get("/tools/nope").status, 404);
    assert_eq!(host.asked(), ["tools"; 4], "asked for each request");
}

#[test]
fn f3_the_criteria_of_the_published_document() {
    let call = |host: &Host, body: &str| host.post("/tools/echo/call", body);
    // 1: a call, with its trace.
    let mut host = Host::plain(&json!({}));
    let content = json!([{"type": "text", "text": "result here"}]);
    let returned = |is_error: bool, trace: &str| Answer::Returned {
        content: content.clone(),
        is_error,
        trace_id: trace.into(),
    };
    host.answer = returned(false, "abc-123");
    let wanted = r#"{"content":[{"type":"text","text":"result here"}],"isError":false,"_meta":{"_trace_id":"abc-123"}}"#;
    assert_eq!(call(&host, r#"{"msg":"hi"}"#), (200, wanted.into()));
    assert_eq!(host.asked(), ["tools", "body", r#"echo {"msg":"hi"}"#]);
    // 2: what the tool itself calls an error.
    host.answer = returned(true, "");
    assert_eq!(
        call(&host, "{}"),
        (500, r#"{"content":[{"type":"text","text":"result here"}],"isError":true}"#.into())
    );
    // 3 and 4: an unknown tool; no calls at all, which is said first.
    assert_eq!(host.post("/tools/nope/call", "{}"), (404, r#"{"error":"Tool not found: nope"}"#.into()));
    let closed = Host::plain(&json!({"allowExecute": false}));
    for name in ["echo", "nope"] {
        let said = closed.post(&format!("/tools/{name}/call"), "{}");
        assert_eq!(said, (403, r#"{"error":"Tool execution is disabled."}"#.into()));
    }
    assert!(closed.asked().is_empty());
    // 5: what is no JSON counts as {}.
    host.answer = answer("done");
    host.asked();
    for body in ["", "{", "nope", "{\"msg\": \"hi\"} and more"] {
        assert_eq!(call(&host, body).0, 200);
        assert_eq!(host.asked().pop().unwrap(), "echo {}", "{body}");
    }
    // 6: what it throws.
    host.answer = Answer::Threw("no \"disk\"".into());
    assert_eq!(
        call(&host, "{}"),
        (500, r#"{"content":[{"type":"text","text":"no \"disk\""}],"isError":true}"#.into())
    );
    // 7: no trace, no _meta.
    host.answer = returned(false, "");
    assert!(!call(&host, "{}").1.contains("_meta"));
}

#[test]
fn f4_the_hook_guards_calls_alone_and_a_stranger_hears_one_word() {
    let mut host = Host::plain(&json!({"asksWho": true}));
    assert_eq!(host.post("/tools/echo/call", "{}").0, 200);
    assert_eq!(host.asked(), ["tools", "who", "body", "echo {}"]);
    host.may = false;
    assert_eq!(host.post("/tools/echo/call", "{}"), (401, r#"{"error":"Unauthorized"}"#.into()));
    assert_eq!(host.asked(), ["tools", "who"], "a stranger's body is not read, and nothing runs");
    for path in ["/", "/tools", "/tools/echo"] {
        assert_eq!(host.get(path).status, 200);
    }
    assert_eq!(host.post("/tools/echo/validate", r#"{"msg":"a"}"#), (200, r#"{"valid":true}"#.into()));
    assert!(!host.asked().contains(&"who".to_owned()));
}

#[test]
fn f7_arguments_are_checked_without_a_call() {
    let host = Host::plain(&json!({"allowExecute": false}));
    let check = |name: &str, body: &str| host.post(&format!("/tools/{name}/validate"), body);
    assert_eq!(check("echo", r#"{"msg":"a"}"#), (200, r#"{"valid":true}"#.into()));
    let (status, said) = check("echo", r#"{"zeta":"x"}"#);
    let said: Value = serde_json::from_str(&said).unwrap();
    assert_eq!((status, &said["valid"]), (200, &json!(false)));
    let found = |path: &str| {
        said["errors"].as_array().unwrap().iter().find(|error| error["path"] == path).cloned().unwrap()
    };
    assert_eq!(found("/msg")["keyword"], "required", "of a missing property its own path");
    assert_eq!(found("/zeta")["keyword"], "type", "all that is wrong is told");
    assert_eq!(check("nope", "{}"), (404, r#"{"error":"Tool not found: nope"}"#.into()));
    for body in ["", "{", "\u{feff}nope"] {
        let (status, said) = check("echo", body);
        assert_eq!(status, 400);
        assert!(
            said.starts_with(r#"{"valid":false,"errors":[{"path":"","message":"Invalid JSON: "#),
            "{said}"
        );
        assert!(said.ends_with(r#""keyword":"format"}]}"#), "{said}");
    }
    for name in ["free", "a%2Fb%20c"] {
        assert_eq!(check(name, "[1]"), (200, r#"{"valid":true}"#.into()), "no schema, nothing wrong");
    }
    let (status, said) = check("broken", "{}");
    assert_eq!(status, 200);
    assert!(said.starts_with(r#"{"valid":false,"errors":[{"path":"","message":"Invalid schema: "#), "{said}");
    assert!(said.ends_with(r#""keyword":"schema"}]}"#), "{said}");
    assert!(host.asked().iter().all(|asked| asked == "tools" || asked == "body"), "no tool was called");
}

#[test]
fn what_the_documents_leave_open_has_one_answer_each() {
    let host = Host::plain(&json!({}));
    assert_eq!(host.get("/tools/").body, host.get("/tools").body, "a slash at the end counts for nothing");
    for path in ["/tools/a/b%20c", "/tools/a%2fb%20c", "/tools/a/b%20c/"] {
        assert!(host.get(path).body.contains("An odd name"), "{path}");
    }
    assert_eq!(host.post("/tools/a/b%20c/call", "{}").0, 200);
    assert_eq!(host.get("/tools/%ff%zz").body, r#"{"error":"Tool not found: �%zz"}"#);
    for path in ["/nope", "/toolsx", "/tools/a/call/call/x"] {
        assert_eq!(
            (host.get(path).status, header(&host.get(path), "content-type")),
            (404, "application/json"),
            "{path}"
        );
    }
    for (method, path, allowed) in [
        ("POST", "/tools", "GET, HEAD, OPTIONS"),
        ("DELETE", "/", "GET, HEAD, OPTIONS"),
        ("PUT", "/tools/echo/call", "POST, OPTIONS"),
        ("GET", "/tools/echo/call", "POST, OPTIONS"),
        ("HEAD", "/tools/echo/validate", "POST, OPTIONS"),
    ] {
        let reply = host.ask(method, path, &[], b"");
        assert_eq!((reply.status, header(&reply, "allow")), (405, allowed), "{method} {path}");
        let options = host.ask("OPTIONS", path, &[], b"");
        assert_eq!((options.status, options.body.as_str(), header(&options, "allow")), (204, "", allowed));
    }
    let head = host.ask("HEAD", "/tools", &[], b"");
    assert_eq!((head.status, head.body.as_str()), (200, ""));
    // What is JSON and no object, a mark of the byte order, numbers beyond 2^53.
    host.asked();
    for (body, args) in [
        ("null", "{}"),
        ("\"s\"", "{}"),
        ("[1,2]", "{}"),
        ("\u{feff}{\"msg\":\"b\"}", r#"{"msg":"b"}"#),
        (r#"{"n":18446744073709551615}"#, r#"{"n":18446744073709551615}"#),
        (r#"{"b":1,"a":2}"#, r#"{"b":1,"a":2}"#),
    ] {
        assert_eq!(host.post("/tools/free/call", body).0, 200, "{body}");
        assert_eq!(host.asked().pop().unwrap(), format!("free {args}"), "{body}");
    }
    let odd = host.ask("POST", "/tools/free/call", &[JSON], b"{\"a\":\"\xff\"}");
    assert_eq!((odd.status, host.asked().pop().unwrap().as_str()), (200, "free {}"));
    // Below a prefix nothing is served beside it.
    let below = Host::new(&json!({}));
    for (path, status) in [
        ("/explorer", 200),
        ("/explorer/", 200),
        ("/explorer/tools", 200),
        ("/tools", 404),
        ("/explorerx", 404),
    ] {
        assert_eq!(below.get(path).status, status, "{path}");
        assert_eq!(below.api.matches(path), path.starts_with("/explorer") && path != "/explorerx", "{path}");
    }
    // A list that is none.
    let wrong = Host { tools: json!([{"description": "no name"}]), ..Host::plain(&json!({})) };
    assert_eq!(
        (wrong.get("/tools").status, wrong.get("/tools").body.as_str()),
        (500, r#"{"error":"The tools could not be listed."}"#)
    );
}

#[test]
fn where_nothing_is_said_pages_of_other_sites_call_nothing() {
    let host =
        Host::new(&json!({"prefix": "", "allowExecute": true, "security": {"hosts": ["mine.example:8080"]}}));
    let own = ("host", "mine.example:8080");
    let call = |headers: &[(&str, &str)], body: &str| {
        let reply = host.ask("POST", "/tools/echo/call", headers, body.as_bytes());
        let ran = host.asked().iter().any(|asked| asked.starts_with("echo"));
        assert_eq!(ran, reply.status == 200, "{headers:?} {body}");
        reply.status
    };
    let fine = r#"{"msg":"a"}"#;
    for (headers, status) in [
        (vec![own, JSON], 200),
        (vec![own, JSON, ("origin", "http://mine.example:8080")], 200),
        (vec![own, JSON, ("sec-fetch-site", "same-origin")], 200),
        (vec![own, JSON, ("sec-fetch-site", "cross-site")], 403),
        (vec![own, JSON, ("sec-fetch-site", "same-site")], 403),
        (vec![own, JSON, ("origin", "https://evil.example")], 403),
        (vec![own, JSON, ("origin", "null")], 403),
        (vec![own, ("content-type", "text/plain")], 415),
        (vec![own, ("content-type", "application/x-www-form-urlencoded")], 415),
        (vec![own], 415),
        (vec![own, ("content-type", "Application/JSON; charset=utf-8")], 200),
        (vec![("host", "evil.example"), JSON], 421),
        (vec![JSON], 421),
    ] {
        assert_eq!(call(&headers, fine), status, "{headers:?}");
    }
    for (body, status) in [("{", 400), ("[]", 400), ("null", 400), ("{}", 500), (r#"{"msg":1}"#, 500)] {
        assert_eq!(call(&[own, JSON], body), status, "{body}");
    }
    let reply = host.ask("POST", "/tools/echo/call", &[own, JSON], b"{}");
    assert!(reply.body.contains("The arguments do not fit: /msg: "), "{}", reply.body);
}

#[test]
fn bodies_and_calls_are_held_to_their_limits() {
    let host = Host::plain(&json!({"limits": {"bodyBytes": 20, "concurrency": 1}}));
    let long = r#"{"msg":"0123456789abcdef"}"#;
    assert_eq!(
        host.post("/tools/echo/call", long),
        (413, r#"{"error":"The body has more than 20 bytes."}"#.into())
    );
    host.asked();
    let told = host.ask("POST", "/tools/echo/call", &[JSON, ("content-length", "21")], b"{}");
    assert_eq!((told.status, host.asked().len()), (413, 0), "its length is enough to know");
    // Of two at a time one waits; a place is free again when its call has ended, or nobody waits for it.
    let begin = || {
        let request = Request { method: "POST".into(), path: "/tools/echo/call".into(), headers: Vec::new() };
        let (mut exchange, next) = host.api.begin(request);
        assert_eq!(next, Next::Tools);
        assert_eq!(exchange.tools(Some(&tools().to_string())), Next::Body);
        let next = exchange.body(Some(b"{}"));
        (exchange, next)
    };
    let (mut first, next) = begin();
    assert!(matches!(next, Next::Call { .. }));
    let (_, Next::Reply(busy)) = begin() else { panic!() };
    assert_eq!((busy.status, header(&busy, "retry-after")), (429, "1"));
    assert_eq!(first.answered(answer("done")).status, 200);
    let (left, next) = begin();
    assert!(matches!(next, Next::Call { .. }));
    drop(left);
    assert!(matches!(begin().1, Next::Call { .. }));
}

#[test]
fn what_a_tool_threw_need_not_be_told_and_its_own_errors_may_be_answers() {
    let quiet = |security: Value| {
        let mut host = Host::plain(&json!({}));
        let settings = settings(&json!({"prefix": "", "allowExecute": true, "security": security}));
        host.api = Rc::new(ToolApi::new(settings, None).unwrap());
        host
    };
    let mut host = quiet(json!({"exposeErrors": false}));
    host.answer = Answer::Threw("/home/me/secret".into());
    assert_eq!(
        host.post("/tools/free/call", "{}"),
        (500, r#"{"content":[{"type":"text","text":"The tool failed."}],"isError":true}"#.into())
    );
    host.answer = Answer::TookTooLong;
    assert_eq!(host.post("/tools/free/call", "{}").0, 504);
    let mut host = quiet(json!({"toolErrorsAre200": true}));
    host.answer = Answer::Returned { content: json!([]), is_error: true, trace_id: String::new() };
    assert_eq!(host.post("/tools/free/call", "{}"), (200, r#"{"content":[],"isError":true}"#.into()));
}
