//! The MCP client, without IO: events in, actions out. It speaks both eras of the protocol: 2024-11-05 to 2025-11-25 with sessions,
//! and 2026-07-28 without. `js/mcp/` does what it says, in pages, Workers and Node.

mod asking;
mod base64;
mod cache;
mod calling;
mod chance;
mod client;
mod connecting;
mod event;
mod exchanging;
mod failure;
mod listing;
mod message;
mod numbered;
mod outcome;
mod param_headers;
mod reading;
mod refusals;
mod requesting;
mod resuming;
mod rounds;
mod server;
mod settings;
mod state;
mod streaming;
mod tasks;
mod timing;
mod tools;

pub use client::Client;
pub use event::{Action, Event, Fetch, Lane, Listening};
pub use failure::Failure;
pub use settings::{Asked, Era, Offer, Settings, What};
