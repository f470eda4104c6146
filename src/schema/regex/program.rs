//! The machine: all ways through a pattern at once, so that no text makes it go back.

use super::Refusal;
use super::class::Class;
use super::parse::Ast;

/// A larger program comes from nested counts; it is refused.
const MAX_INSTRUCTIONS: usize = 10_000;
/// About a fifth of a second of work; a text that needs more is not decided.
const MAX_STEPS: usize = 20_000_000;

enum Step {
    Class(Class),
    Split(usize, usize),
    Jump(usize),
    Start,
    End,
    Word(bool),
    Match,
}

pub(super) struct Program {
    steps: Vec<Step>,
    anchored: bool,
}

/// The ways that are open, each once.
struct Open {
    list: Vec<usize>,
    mark: Vec<u32>,
    round: u32,
}

impl Open {
    fn new(size: usize) -> Self {
        Open { list: Vec::new(), mark: vec![0; size], round: 1 }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.mark.fill(0);
            self.round = 1;
        }
    }

    fn enter(&mut self, at: usize) -> bool {
        match self.mark.get_mut(at) {
            Some(mark) if *mark != self.round => {
                *mark = self.round;
                true
            }
            _ => false,
        }
    }
}

impl Program {
    pub(super) fn compile(ast: &Ast) -> Result<Self, Refusal> {
        let anchored = match ast {
            Ast::Start => true,
            Ast::Cat(parts) => matches!(parts.first(), Some(Ast::Start)),
            _ => false,
        };
        let mut program = Program { steps: Vec::new(), anchored };
        program.emit(ast)?;
        program.push(Step::Match)?;
        Ok(program)
    }

    fn push(&mut self, step: Step) -> Result<usize, Refusal> {
        if self.steps.len() >= MAX_INSTRUCTIONS {
            return Err(Refusal::Uncovered(format!("more than {MAX_INSTRUCTIONS} steps")));
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    fn set(&mut self, at: usize, step: Step) {
        if let Some(place) = self.steps.get_mut(at) {
            *place = step;
        }
    }

    fn emit(&mut self, ast: &Ast) -> Result<(), Refusal> {
        match ast {
            Ast::Empty => {}
            Ast::Class(class) => drop(self.push(Step::Class(class.clone()))?),
            Ast::Start => drop(self.push(Step::Start)?),
            Ast::End => drop(self.push(Step::End)?),
            Ast::Word(inside) => drop(self.push(Step::Word(*inside))?),
            Ast::Cat(parts) => parts.iter().try_for_each(|part| self.emit(part))?,
            Ast::Alt(branches) => {
                let mut ends = Vec::new();
                for (index, branch) in branches.iter().enumerate() {
                    if index + 1 == branches.len() {
                        self.emit(branch)?;
                        break;
                    }
                    let split = self.push(Step::Match)?;
                    self.emit(branch)?;
                    ends.push(self.push(Step::Match)?);
                    self.set(split, Step::Split(split + 1, self.steps.len()));
                }
                for end in ends {
                    self.set(end, Step::Jump(self.steps.len()));
                }
            }
            Ast::Repeat { body, min, max } => self.repeat(body, *min, *max)?,
        }
        Ok(())
    }

    fn repeat(&mut self, body: &Ast, min: u32, max: Option<u32>) -> Result<(), Refusal> {
        for _ in 0..min {
            let before = self.steps.len();
            self.emit(body)?;
            if self.steps.len() == before {
                return Ok(()); // An empty body stays empty however often it is repeated.
            }
        }
        let Some(max) = max else {
            let split = self.push(Step::Match)?;
            self.emit(body)?;
            self.push(Step::Jump(split))?;
            self.set(split, Step::Split(split + 1, self.steps.len()));
            return Ok(());
        };
        let mut splits = Vec::new();
        for _ in min..max {
            splits.push(self.push(Step::Match)?);
            self.emit(body)?;
        }
        for split in splits {
            self.set(split, Step::Split(split + 1, self.steps.len()));
        }
        Ok(())
    }

    pub(super) fn is_match(&self, text: &str) -> Option<bool> {
        let mut now = Open::new(self.steps.len());
        let mut then = Open::new(self.steps.len());
        let mut stack = Vec::new();
        let mut budget = MAX_STEPS;
        let mut rest = text.chars();
        let mut before = None;
        let mut next = rest.next();
        loop {
            if before.is_none() || !self.anchored {
                stack.push(0);
                if self.follow(&mut stack, &mut now, before, next, &mut budget)? {
                    return Some(true);
                }
            }
            let Some(c) = next else { return Some(false) };
            if now.list.is_empty() && self.anchored {
                return Some(false);
            }
            next = rest.next();
            then.clear();
            for at in &now.list {
                if matches!(self.steps.get(*at), Some(Step::Class(class)) if class.contains(c)) {
                    stack.push(at + 1);
                    if self.follow(&mut stack, &mut then, Some(c), next, &mut budget)? {
                        return Some(true);
                    }
                }
            }
            budget = budget.checked_sub(now.list.len())?;
            std::mem::swap(&mut now, &mut then);
            before = Some(c);
        }
    }

    /// Follows all that takes no character; `Some(true)` when the pattern is found.
    fn follow(
        &self,
        stack: &mut Vec<usize>,
        open: &mut Open,
        before: Option<char>,
        next: Option<char>,
        budget: &mut usize,
    ) -> Option<bool> {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        while let Some(at) = stack.pop() {
            if !open.enter(at) {
                continue;
            }
            *budget = budget.checked_sub(1)?;
            match self.steps.get(at) {
                Some(Step::Match) => return Some(true),
                Some(Step::Class(_)) => open.list.push(at),
                Some(Step::Jump(to)) => stack.push(*to),
                Some(Step::Split(a, b)) => stack.extend([*b, *a]),
                Some(Step::Start) if before.is_none() => stack.push(at + 1),
                Some(Step::End) if next.is_none() => stack.push(at + 1),
                Some(Step::Word(inside)) if (is_word(before) != is_word(next)) == *inside => {
                    stack.push(at + 1);
                }
                _ => {}
            }
        }
        Some(false)
    }
}
