//! FONC, Functions Over Networked Components: widgets send messages to names, not calls to objects.

mod links;

use links::Links;

/// A peer on the bus. `H` is whatever handles its messages.
#[derive(Clone, Debug)]
pub struct Peer<H> {
    /// Its name; empty for an anonymous subscriber.
    pub id: String,
    /// What it is, such as a widget's type.
    pub kind: String,
    /// What it listens to; `*` is everything.
    pub channels: Vec<String>,
    /// Distinguishes registrations under one name.
    pub key: u64,
    /// Receives messages.
    pub handler: H,
}

/// Peers, channels and links. The bus decides who is told; the caller does the telling, with no
/// borrow held, so that handlers may use the bus.
#[derive(Debug)]
pub struct Bus<H> {
    peers: Vec<Peer<H>>,
    next_key: u64,
    /// Groups of linked peers.
    pub links: Links,
}

impl<H: Clone> Default for Bus<H> {
    fn default() -> Self {
        Bus { peers: Vec::new(), next_key: 0, links: Links::default() }
    }
}

impl<H: Clone> Bus<H> {
    /// Adds a peer under `id`, in place of an earlier one of that name; returns its key.
    pub fn register(&mut self, id: &str, kind: &str, channels: Vec<String>, handler: H) -> u64 {
        self.peers.retain(|peer| peer.id != id);
        self.add(id, kind, channels, handler)
    }

    /// Adds an anonymous listener; returns its key.
    pub fn subscribe(&mut self, channels: Vec<String>, handler: H) -> u64 {
        self.add("", "subscriber", channels, handler)
    }

    fn add(&mut self, id: &str, kind: &str, channels: Vec<String>, handler: H) -> u64 {
        self.next_key += 1;
        let key = self.next_key;
        self.peers.push(Peer { id: id.to_owned(), kind: kind.to_owned(), channels, key, handler });
        key
    }

    /// Takes away the registration `key`. A later one under the same name stays.
    pub fn remove(&mut self, key: u64) {
        self.peers.retain(|peer| peer.key != key);
    }

    /// Whether the registration `key` still stands; asked before each delivery.
    pub fn is_live(&self, key: u64) -> bool {
        self.peers.iter().any(|peer| peer.key == key)
    }

    /// Who is told of a message to `to` on `channel`: the peer of that name, if it listens, and
    /// every anonymous listener of the channel.
    pub fn receivers_of_send(&self, to: &str, channel: &str) -> Vec<(u64, H)> {
        self.select(|peer| (peer.id == to || peer.id.is_empty()) && hears(peer, channel))
    }

    /// Who is told of a broadcast by `from` on `channel`: everybody who listens, but not `from`.
    pub fn receivers_of_broadcast(&self, from: &str, channel: &str) -> Vec<(u64, H)> {
        self.select(|peer| (peer.id.is_empty() || peer.id != from) && hears(peer, channel))
    }

    /// Whether `to` is registered and listens to `channel`.
    pub fn would_hear(&self, to: &str, channel: &str) -> bool {
        self.peers.iter().any(|peer| !to.is_empty() && peer.id == to && hears(peer, channel))
    }

    /// The named peers, in the order of their registration.
    pub fn peers(&self) -> impl Iterator<Item = &Peer<H>> {
        self.peers.iter().filter(|peer| !peer.id.is_empty())
    }

    fn select(&self, wanted: impl Fn(&Peer<H>) -> bool) -> Vec<(u64, H)> {
        self.peers.iter().filter(|peer| wanted(peer)).map(|peer| (peer.key, peer.handler.clone())).collect()
    }
}

fn hears<H>(peer: &Peer<H>, channel: &str) -> bool {
    peer.channels.iter().any(|own| own == channel || own == "*")
}
