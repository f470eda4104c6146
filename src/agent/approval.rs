//! Which calls wait for the person. Judged is what a call would do: the tool that it leads to, whatever name it was
//! called by, and the arguments that this tool would get.

use super::call::Call;
use super::driver::Driver;
use super::entry::Entry;
use super::options::Approval;
use crate::dispatch::{Dispatcher, Proposal};
use crate::error::Result;
use crate::model::ToolDef;

impl Approval {
    async fn holds(
        &self,
        dispatcher: &Dispatcher,
        id: &str,
        proposal: &Proposal,
        tool: Option<&ToolDef>,
    ) -> Result<bool> {
        Ok(match self {
            Approval::Always => true,
            Approval::Destructive => tool.is_some_and(ToolDef::is_destructive),
            Approval::Listed(names) => names.iter().any(|name| dispatcher.identity(name) == proposal.name),
            Approval::Ask(ask) => ask(id, proposal, tool).await?,
        })
    }
}

impl Driver {
    /// Whether a rule applies to `call` and has not judged it yet: what it would do could not be said then.
    pub(super) fn is_open(&self, call: &Call) -> bool {
        call.judged.is_none() && self.is_ruled(call)
    }

    /// Whether it can be said now what `call` would do.
    pub(super) fn is_known(&self, call: &Call) -> bool {
        self.options.dispatcher.proposal(&call.name, &call.args).is_some()
    }

    fn is_ruled(&self, call: &Call) -> bool {
        let marked = self.options.dispatcher.definition(&call.name).is_some_and(|tool| tool.needs_approval);
        marked || self.options.host.needs_approval.is_some()
    }

    /// What becomes of a call that the model asked for. What no tool would run needs no approval: the model reads why.
    pub(super) async fn verdict(&self, call: &Call) -> Result<Entry> {
        let id = call.id.clone();
        if let Some(text) = self.not_offered(&call.name) {
            return Ok(Entry::Refused { id, text });
        }
        let dispatcher = &self.options.dispatcher;
        let proposal = self.is_ruled(call).then(|| dispatcher.proposal(&call.name, &call.args)).flatten();
        let Some(proposal) = proposal else { return Ok(Entry::Approved { id, judged: None }) };
        let tool = dispatcher.definition(&call.name);
        let marked = tool.is_some_and(|tool| tool.needs_approval);
        let hold = marked
            || match &self.options.host.needs_approval {
                Some(rule) => rule.holds(dispatcher, &id, &proposal, tool).await?,
                None => false,
            };
        let judged = Some(proposal);
        Ok(if hold { Entry::Held { id, judged } } else { Entry::Approved { id, judged } })
    }
}
