use futures_util::future::{join, pending};
use webmcp_auto_ui::agent::AbortToken;

#[test]
fn a_race_ends_when_the_flag_is_raised() {
    let token = AbortToken::default();
    let raised = token.clone();
    let (outcome, ()) = pollster::block_on(join(token.race(pending::<u8>()), async move { raised.abort() }));
    assert_eq!(outcome, None);
}

#[test]
fn a_race_gives_the_value_of_the_work_that_is_done() {
    assert_eq!(pollster::block_on(AbortToken::default().race(async { 3 })), Some(3));
}

#[test]
fn a_raised_flag_wins_over_work_that_is_ready() {
    let token = AbortToken::default();
    token.abort();
    assert_eq!(pollster::block_on(token.race(async { 3 })), None);
}
