/**
 * Wishes by a writer who knew the widgets' schemas and wrote them as 13 invented people. Their first run is recorded in `../bench/README.md`; what it
 * showed was mended since, so they no longer judge unseen wishes.
 */

/** @type {import("./compose-wishes.mjs").Wish[]} */
export const last = [
	// alert
	{
		wish: "please put up a warning for the next shift: the defibrillator in bay 6 has a flat battery, use the one by the lifts until friday",
		widgets: ["alert"],
		values: [
			"the defibrillator in bay 6 has a flat battery|defibrillator in bay 6 has a flat battery|the defibrillator in bay 6 has a flat battery, use the one by the lifts until friday|defibrillator in bay 6 has a flat battery, use the one by the lifts until friday",
			"use the one by the lifts until friday|the defibrillator in bay 6 has a flat battery, use the one by the lifts until friday|defibrillator in bay 6 has a flat battery, use the one by the lifts until friday",
		],
	},
	{
		wish: "Foulbrood has been found in Wexcombe, nobody is to move any hives!! Put that up as an urgent warning where no member can miss it.",
		widgets: ["alert"],
		values: [
			"Foulbrood has been found in Wexcombe|Foulbrood found in Wexcombe|Foulbrood has been found in Wexcombe, nobody is to move any hives|Foulbrood in Wexcombe",
			"nobody is to move any hives|nobody is to move hives|nobody move any hives|do not move any hives|Foulbrood has been found in Wexcombe, nobody is to move any hives",
		],
	},
	{
		wish: "Hi, can you flag as an error that the key card encoder is down, guests need to be let in by hand",
		widgets: ["alert"],
		values: [
			"the key card encoder is down|key card encoder is down|key card encoder down|the key card encoder is down, guests need to be let in by hand|key card encoder is down, guests need to be let in by hand",
			"guests need to be let in by hand|the key card encoder is down, guests need to be let in by hand|key card encoder is down, guests need to be let in by hand",
			"error",
		],
	},

	// cards
	{
		wish: "need tiles for the classes in my game idea. Rootmage: heals allies w/ moss. Tinblade: two swords no armour. Hushbow: shoots from shadow",
		widgets: ["cards"],
		values: [
			["Rootmage", "heals allies w/ moss|heals allies with moss"],
			["Tinblade", "two swords no armour|two swords, no armour"],
			["Hushbow", "shoots from shadow|shoots from the shadow"],
		],
	},
	{
		wish: "We sell three cheeses at the market and I'd like one card for each with a line beneath: Brindle – washed rind, smells of cellar; Little Nun – fresh goat, ash coated; Old Tollgate – hard, aged 14 months",
		widgets: ["cards"],
		values: [
			["Brindle", "washed rind, smells of cellar|washed rind"],
			["Brindle", "washed rind, smells of cellar|smells of cellar"],
			["Little Nun", "fresh goat, ash coated|fresh goat"],
			["Little Nun", "fresh goat, ash coated|ash coated"],
			["Old Tollgate", "hard, aged 14 months|hard"],
			["Old Tollgate", "hard, aged 14 months|aged 14 months"],
		],
	},
	{
		wish: "Could we have the courses for Saturday on cards, side by side?\nWren - 2.1 km and flat\nBuzzard - 5.6 km with two climbs\nRaven - 9.4 km, mostly marsh",
		widgets: ["cards"],
		values: [
			["Wren", "2.1 km and flat|2.1 km, flat|2.1 km"],
			["Wren", "2.1 km and flat|2.1 km, flat|flat|and flat"],
			["Buzzard", "5.6 km with two climbs|5.6 km, two climbs|5.6 km"],
			["Buzzard", "5.6 km with two climbs|5.6 km, two climbs|two climbs|with two climbs"],
			["Raven", "9.4 km, mostly marsh|9.4 km mostly marsh|9.4 km"],
			["Raven", "9.4 km, mostly marsh|9.4 km mostly marsh|mostly marsh"],
		],
	},

	// chart
	{
		wish: "Honey per hive this summer in kilos. Hawthorn 17.5, Orchard 22, Chapel 9.25, Ditch 13. A graph would do nicely so I can compare them.",
		widgets: ["chart"],
		values: [
			["Hawthorn", "17.5"],
			["Orchard", "22"],
			["Chapel", "9.25"],
			["Ditch", "13"],
		],
	},
	{
		wish: "line plot pls, pendulum amplitude in cm: swing 1 = 14.8, swing 5 = 12.1, swing 10 = 9.7, swing 20 = 6.3, swing 40 = 2.6",
		widgets: ["chart"],
		values: [
			"line",
			["swing 1|1", "14.8"],
			["swing 5|5", "12.1"],
			["swing 10|10", "9.7"],
			["swing 20|20", "6.3"],
			["swing 40|40", "2.6"],
		],
	},
	{
		wish: "Where did our downtime hours go? gearbox 31, grid 12, icing 44 and inspections 8.5. As a pie if you can",
		widgets: ["chart"],
		values: ["pie", ["gearbox", "31"], ["grid", "12"], ["icing", "44"], ["inspections|inspection", "8.5"]],
	},

	// code
	{
		wish: "this bit of my server.properties, so my mates can copy it exactly how it is:\nmax-players=12\ndifficulty=hard\npvp=false",
		widgets: ["code"],
		values: ["max-players=12\ndifficulty=hard\npvp=false"],
	},
	{
		wish: "Could you display my little Python function with the formatting kept?\n\ndef decay(n0, lam, t):\n    return n0 * exp(-lam * t)",
		widgets: ["code"],
		values: ["def decay(n0, lam, t):\n    return n0 * exp(-lam * t)"],
	},
	{
		wish: "shell one-liner for the staff wiki, to copy and paste: rsync -av --delete /srv/pupils/ vault:/pupils/",
		widgets: ["code"],
		values: [
			"rsync -av --delete /srv/pupils/ vault:/pupils/|$ rsync -av --delete /srv/pupils/ vault:/pupils/",
		],
	},

	// data-table
	{
		wish: "i need a table of the drops w/ town, pallets and weight. Goole 11 6.2t, Selby 4 1.9t, Thirsk 7 3.85t",
		widgets: ["data-table"],
		values: [
			["Goole", "11", "6.2t|6.2 t|6.2"],
			["Selby", "4", "1.9t|1.9 t|1.9"],
			["Thirsk", "7", "3.85t|3.85 t|3.85"],
		],
	},
	{
		wish: "yo make a table of our clan, nick rank and kills - Vexxo gold 418, pud1ng silver 263, n0mad bronze 97",
		widgets: ["data-table"],
		values: [
			["Vexxo", "gold", "418"],
			["pud1ng", "silver", "263"],
			["n0mad", "bronze", "97"],
		],
	},
	{
		wish: "Arrivals this evening, in a table please with guest, room, nights and board: Okonkwo, 308, 2, half board; Lindqvist, 112, 5, breakfast; Ferrante, 415, 1, none. Thanks!",
		widgets: ["data-table"],
		values: [
			["Okonkwo", "308", "2", "half board|half"],
			["Lindqvist", "112", "5", "breakfast"],
			["Ferrante", "415", "1", "none"],
		],
	},

	// kv
	{
		wish: "settings of infusion pump 0337 at a glance pls: rate 83 ml/h, volume 500 ml, pressure limit 3 psi, keypad locked",
		widgets: ["kv"],
		values: [
			["rate", "83 ml/h"],
			["volume", "500 ml"],
			["pressure limit", "3 psi"],
			["keypad", "locked"],
		],
	},
	{
		wish: "laser in lab 2.07: wavelength 632.8 nm, output 4.5 mW, beam width 0.81 mm, class 3R, serial HN-5512. just the specs, name and value",
		widgets: ["kv"],
		values: [
			["wavelength", "632.8 nm"],
			["output", "4.5 mW"],
			["beam width", "0.81 mm"],
			["class", "3R|class 3R"],
			["serial|serial number|serial no", "HN-5512"],
		],
	},
	{
		wish: "Give me the technical data of turbine T-09. Hub height is 94 m, rotor diameter 101 m, gearbox oil VG 320 and it was commissioned in May 2016",
		widgets: ["kv"],
		values: [
			["hub height", "94 m"],
			["rotor diameter", "101 m"],
			["gearbox oil", "VG 320"],
			[
				"commissioned|commissioned in|commissioning|commissioning date|date commissioned",
				"May 2016|in May 2016",
			],
		],
	},

	// list
	{
		wish: "Things the basses must bring on Sunday, one under the other if you please: black folder, pencil, peppermints and a torch.",
		widgets: ["list"],
		values: ["black folder|a black folder", "pencil|a pencil", "peppermints", "a torch|torch"],
	},
	{
		wish: "for the brine room by tonight\nscrub boards\nturn the tommes\ncheck salt at 18 %\nempty the drip trays\n\nbullets pls",
		widgets: ["list"],
		values: [
			"scrub boards|scrub the boards",
			"turn the tommes|turn tommes",
			"check salt at 18 %|check salt at 18%",
			"empty the drip trays|empty drip trays",
		],
	},
	{
		wish: "Kit for the control setters is 14 SI units, red tape, a whistle, spare batteries and the laminated map. Just a plain list of that, thank you.",
		widgets: ["list"],
		values: [
			"14 SI units|SI units (14)|SI units x 14|SI units x14",
			"red tape",
			"a whistle|whistle",
			"spare batteries",
			"the laminated map|laminated map|a laminated map",
		],
	},

	// log
	{
		wish: "heres what the tacho unit spat out, can u show it as log lines: 22:47 error card not read, 22:51 warn speed sensor weak, 23:05 info calibration ok",
		widgets: ["log"],
		values: [
			["22:47", "error", "card not read"],
			["22:51", "warn", "speed sensor weak"],
			["23:05", "info", "calibration ok"],
		],
	},
	{
		wish: "2024-11-03 02:14 WARN raid array degraded\n2024-11-03 02:15 INFO rebuild started\n2024-11-03 05:52 ERROR rebuild aborted at 71%\n\nthat's the log of the backup box, show it please",
		widgets: ["log"],
		values: [
			[
				"2024-11-03 02:14|02:14|2024-11-03T02:14|2024-11-03 02:14:00|2024-11-03T02:14:00",
				"warn",
				"raid array degraded",
			],
			[
				"2024-11-03 02:15|02:15|2024-11-03T02:15|2024-11-03 02:15:00|2024-11-03T02:15:00",
				"info",
				"rebuild started",
			],
			[
				"2024-11-03 05:52|05:52|2024-11-03T05:52|2024-11-03 05:52:00|2024-11-03T05:52:00",
				"error",
				"rebuild aborted at 71%|rebuild aborted at 71 %",
			],
		],
	},
	{
		wish: "The yaw controller wrote these lines just before it stopped: 11:36:02 debug yaw start; 11:36:40 warn yaw slow; 11:37:15 error motor overcurrent; 11:37:16 info brake set",
		widgets: ["log"],
		values: [
			["11:36:02", "debug", "yaw start"],
			["11:36:40", "warn", "yaw slow"],
			["11:37:15", "error", "motor overcurrent"],
			["11:37:16", "info", "brake set"],
		],
	},

	// profile
	{
		wish: "I should like a small card introducing Miss Philippa Thorngate, organist at St Botolph's; telephone 01728 555 014, free on Tuesdays and Thursdays.",
		widgets: ["profile"],
		values: [
			"Philippa Thorngate|Miss Philippa Thorngate",
			"organist at St Botolph's|organist, St Botolph's|organist|organist at St Botolph’s",
			"01728 555 014|01728555014",
			"Tuesdays and Thursdays|free on Tuesdays and Thursdays|on Tuesdays and Thursdays|Tuesdays, Thursdays|Tuesday and Thursday",
		],
	},
	{
		wish: "Please make a contact for my cousin who does the German branch of the family - Roswitha Eckl, archivist, lives in Passau, roswitha.eckl@example.net",
		widgets: ["profile"],
		values: [
			"Roswitha Eckl",
			"archivist|archivist, Passau|archivist in Passau|archivist, lives in Passau",
			"Passau|lives in Passau|in Passau|archivist, Passau|archivist in Passau|archivist, lives in Passau",
			"roswitha.eckl@example.net",
		],
	},
	{
		wish: "Visitors keep asking who Bartholomew Quist is!! He is our curator of maps, has been here since 1997, speaks Dutch and Malay, office in the tower",
		widgets: ["profile"],
		values: [
			"Bartholomew Quist",
			"curator of maps|our curator of maps",
			"1997|since 1997|here since 1997|has been here since 1997",
			"Dutch and Malay|Dutch, Malay|Dutch & Malay|speaks Dutch and Malay",
			"the tower|tower|in the tower|office in the tower",
		],
	},

	// stat
	{
		wish: "Falls on our ward since January: 4, that's down 3 on last year. One big figure please, it is for the screen in the corridor",
		widgets: ["stat"],
		values: [
			[
				"falls on our ward since January|falls on our ward|falls on the ward since January|falls on ward since January|falls since January|ward falls since January|falls",
				"4|4 falls",
				"3|-3|−3|down 3|3 on last year|-3 on last year|down 3 on last year|-3 vs last year|3 vs last year|-3 from last year|3 down|3 down on last year|3 fewer than last year",
			],
		],
	},
	{
		wish: "chromebooks waiting for repair: 46, up 9 since monday. want it as a big number on the wall",
		widgets: ["stat"],
		values: [
			[
				"chromebooks waiting for repair|chromebooks awaiting repair|chromebooks in repair",
				"46|46 chromebooks",
				"9|+9|up 9|9 since monday|+9 since monday|up 9 since monday",
			],
		],
	},
	{
		wish: "the ph in vat 2 is 5.34, show me only that, huge so i can read it from the press",
		widgets: ["stat"],
		values: [
			[
				"the ph in vat 2|ph in vat 2|ph of vat 2|ph vat 2|vat 2 ph|ph (vat 2)|ph, vat 2|vat 2|ph",
				"5.34|ph 5.34|5.34 ph",
			],
		],
	},

	// tags
	{
		wish: "Would you kindly put these as small labels on the Schütz motet: Advent, double choir, Latin, unaccompanied.",
		widgets: ["tags"],
		values: ["Advent", "double choir", "Latin", "unaccompanied"],
	},
	{
		wish: "wedding / uniform / unknown child / glass plate / 1911 -- these as keywords beneath the picture from Trieste please",
		widgets: ["tags"],
		values: ["wedding", "uniform", "unknown child", "glass plate", "1911"],
	},
	{
		wish: "the sextant came in today, tag it brass, Bristol, 1780s and on loan pls",
		widgets: ["tags"],
		values: ["brass", "Bristol", "1780s", "on loan"],
	},

	// text
	{
		wish: "Jot this down for me, would you? The queen in the Ditch hive is marked blue and was last seen on the ninth of June.",
		widgets: ["text"],
		values: ["The queen in the Ditch hive is marked blue and was last seen on the ninth of June"],
	},
	{
		wish: "Good morning, please add a short paragraph for our guests: Breakfast is served in the winter garden from half past six. Dogs are welcome on the terrace.",
		widgets: ["text"],
		values: ["Breakfast is served in the winter garden from half past six. Dogs are welcome on the terrace"],
	},
	{
		wish: "I need this on the page as it stands, with Opening Day for a heading: We thank the ferrymen who lent us their oars.",
		widgets: ["text"],
		values: [
			"# Opening Day\n\nWe thank the ferrymen who lent us their oars|## Opening Day\n\nWe thank the ferrymen who lent us their oars|### Opening Day\n\nWe thank the ferrymen who lent us their oars|**Opening Day**\n\nWe thank the ferrymen who lent us their oars",
		],
	},

	// timeline
	{
		wish: "my run tomorow\n04:40 leave Felixstowe\n09:15 break at Tebay\n13:30 tip in Cumbernauld\nput it up as a schedule so the missus can follow it",
		widgets: ["timeline"],
		values: [
			["04:40|4:40", "leave Felixstowe"],
			["09:15|9:15", "break at Tebay"],
			["13:30", "tip in Cumbernauld"],
		],
	},
	{
		wish: "Great-grandfather Anselm's life in sequence, please: 1871 born in Pilsen; 1893 emigrated to Trieste; 1902 opened a bakery; 1938 died there of pneumonia",
		widgets: ["timeline"],
		values: [
			["1871", "born in Pilsen|born"],
			["1893", "emigrated to Trieste|emigrated"],
			["1902", "opened a bakery|opened bakery"],
			["1938", "died there of pneumonia|died of pneumonia|died there|died|died in Trieste of pneumonia"],
		],
	},
	{
		wish: "The race day plan is 7.45 flags out and 9.00 registration, then 10.30 mass start and finally 14.15 prizes. Please lay it out so people can see what happens when.",
		widgets: ["timeline"],
		values: [
			["7.45|7:45|07:45|07.45", "flags out"],
			["9.00|9:00|09:00|09.00", "registration"],
			["10.30|10:30", "mass start"],
			["14.15|14:15", "prizes"],
		],
	},
];
