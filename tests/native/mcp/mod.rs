//! The MCP client: events in, actions out.

mod chaos;
mod legacy;
mod modern;
mod streams;
mod tasks;
mod world;
