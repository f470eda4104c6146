//! The Tool Execution API: anyone who speaks HTTP lists the tools, sees what each takes, has arguments checked, and calls one. It decides
//! without IO: a request goes in, and out comes the reply, or what the host must do before there is one.
//!
//! From the published "F3: Tool Execution API" and the protocol around it (mcp-embedded-ui 0.5.0, F1 to F7). Where that is silent or two of
//! its pages disagree, `tests/native/tool_api.rs` says what is done (`what_the_documents_leave_open…`).

mod exchange;
mod guard;
mod names;
mod page;
mod reply;
mod request;
mod route;
mod settings;
mod tools;

pub use exchange::{Answer, Exchange, Next, ToolApi};
pub use reply::Reply;
pub use request::Request;
pub use settings::Settings;
