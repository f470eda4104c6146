use webmcp_auto_ui::bus::Bus;

fn channels(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

fn handlers(receivers: Vec<(u64, char)>) -> Vec<char> {
    receivers.into_iter().map(|(_, handler)| handler).collect()
}

#[test]
fn a_message_reaches_its_target_only_on_a_channel_it_hears() {
    let mut bus = Bus::default();
    bus.register("table", "data-table", channels(&["rows"]), 't');
    bus.register("chart", "chart", channels(&["*"]), 'c');
    assert_eq!(handlers(bus.receivers_of_send("table", "rows")), ['t']);
    assert_eq!(handlers(bus.receivers_of_send("table", "other")), Vec::<char>::new());
    assert_eq!(handlers(bus.receivers_of_send("chart", "anything")), ['c']);
    assert!(bus.would_hear("table", "rows") && !bus.would_hear("nobody", "rows"));
}

#[test]
fn a_broadcast_reaches_everybody_else_and_subscribers() {
    let mut bus = Bus::default();
    bus.register("a", "x", channels(&["n"]), 'a');
    bus.register("b", "x", channels(&["n"]), 'b');
    bus.subscribe(channels(&["n"]), 's');
    assert_eq!(handlers(bus.receivers_of_broadcast("a", "n")), ['b', 's']);
}

#[test]
fn a_name_registered_again_replaces_and_the_old_key_removes_nothing() {
    let mut bus = Bus::default();
    let old = bus.register("a", "x", channels(&["n"]), '1');
    bus.register("a", "x", channels(&["n"]), '2');
    assert!(!bus.is_live(old));
    bus.remove(old);
    assert_eq!(handlers(bus.receivers_of_send("a", "n")), ['2']);
    assert_eq!(bus.peers().count(), 1);
}

#[test]
fn links_group_and_ungroup() {
    let mut bus: Bus<()> = Bus::default();
    let group = bus.links.link(&channels(&["a", "b", "a"]), None);
    assert!(group.starts_with("_grp_"));
    assert_eq!(bus.links.link(&channels(&["c"]), Some(&group)), group);
    assert_eq!(bus.links.members(&group), ["a", "b", "c"]);
    assert_eq!(bus.links.groups_of("b"), vec![group.clone()]);
    bus.links.unlink("a", &group);
    bus.links.unlink("b", &group);
    assert!(bus.links.members(&group).is_empty(), "one alone is no group");
}
