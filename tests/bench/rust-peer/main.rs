//! `mcp-embedded-ui` serving five tools that say their arguments again. Arguments: the port and the tools' schema.
use mcp_embedded_ui::{Content, Tool, ToolCallHandler, ToolsProvider, UiConfig, create_app};
use serde_json::Value;
use std::sync::Arc;

struct Named {
    name: String,
    schema: Value,
}

impl Tool for Named {
    fn name(&self) -> &str {
        &self.name
    }

    fn description(&self) -> &str {
        "A tool"
    }

    fn input_schema(&self) -> Value {
        self.schema.clone()
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (Some(port), Some(schema)) = (arguments.next(), arguments.next()) else {
        return Err("usage: rust-peer PORT SCHEMA".into());
    };
    let schema: Value = serde_json::from_str(&schema)?;
    let tools: Vec<Arc<dyn Tool>> = (0..5)
        .map(|n| Arc::new(Named { name: format!("t{n}"), schema: schema.clone() }) as Arc<dyn Tool>)
        .collect();
    let call = ToolCallHandler::Basic(Arc::new(|_, arguments| {
        Box::pin(async move {
            let text = Some(arguments.to_string());
            let content = Content { content_type: "text".into(), text, mime_type: None, data: None };
            Ok((vec![content], false, Some("t-1".into())))
        })
    }));
    let tools: Arc<dyn ToolsProvider> = Arc::new(tools);
    let app = create_app(tools, call, UiConfig { allow_execute: true, ..UiConfig::default() });
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port.parse::<u16>()?)).await?;
    Ok(axum::serve(listener, app).await?)
}
