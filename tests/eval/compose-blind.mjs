/**
 * Wishes by a reader who knew the widgets' schemas, and four short wishes of the other sets. Their first run is recorded in
 * `../bench/README.md`; what it showed was mended since, so they no longer judge unseen wishes.
 */

/** @type {import("./compose-wishes.mjs").Wish[]} */
export const blind = [
	// stat
	{
		wish: "Just the number please, huge: our bakery sold 1,284 croissants last weekend",
		widgets: ["stat"],
		values: ["1284|1,284|1,284 croissants|1284 croissants"],
	},
	{
		wish: "resting heart rate this morning 52 bpm, down 3 from last week",
		widgets: ["stat"],
		values: [
			[
				"52 bpm|52",
				"-3|−3|3|down 3|-3 bpm|−3 bpm|3 bpm|down 3 bpm|down 3 from last week|3 from last week|-3 from last week|3 down",
			],
		],
	},
	{
		wish: "Could you show me the outside temperature in Tromsø as one big figure? It's -11.5 °C.",
		widgets: ["stat"],
		values: ["-11.5 °C|-11.5°C|-11.5|−11.5 °C|−11.5°C|-11.5 C"],
	},

	// chart
	{
		wish: "Pie of where my salary goes – rent 1150, groceries 420, train pass 89.50, savings 300",
		widgets: ["chart"],
		values: ["pie", ["rent", "1150"], ["groceries", "420"], ["train pass", "89.5|89.50"], ["savings", "300"]],
	},
	{
		wish: "can i get a line graph of Wanjiru's 5k times in minutes? March 27.4; April 26.1; May 25.8; June 24.9",
		widgets: ["chart"],
		values: ["line", ["March|Mar", "27.4"], ["April|Apr", "26.1"], ["May", "25.8"], ["June|Jun", "24.9"]],
	},
	{
		wish: "Compare the heights in a bar chart: Aconcagua (6,961 m), Denali (6,190 m), Kilimanjaro (5,895 m) and Elbrus (5,642 m)",
		widgets: ["chart"],
		values: [
			["Aconcagua", "6961"],
			["Denali", "6190"],
			["Kilimanjaro", "5895"],
			["Elbrus", "5642"],
		],
	},

	// data-table
	{
		wish: "Table with player, goals, assists: Okafor 14, 6; Lindqvist 9, 11; Marchetti 7, 3",
		widgets: ["data-table"],
		values: [
			["Okafor", "14", "6"],
			["Lindqvist", "9", "11"],
			["Marchetti", "7", "3"],
		],
	},
	{
		wish: "Make me a tabel I can sort of the flats we viewed (address, size, rent): Rua Augusta 12 has 64 m² at €980, Travessa do Sol 5 has 71 m² at €1,120",
		widgets: ["data-table"],
		values: [
			["Rua Augusta 12", "64 m²|64m²|64|64 m2", "€980|980|980 €|EUR 980|980 EUR"],
			[
				"Travessa do Sol 5",
				"71 m²|71m²|71|71 m2",
				"€1,120|€1120|1120|1,120|1,120 €|1120 €|EUR 1120|1120 EUR",
			],
		],
	},
	{
		wish: "lab readings as a table\nsample, pH, mass\nA1, 6.8, 12.04 g\nA2, 7.3, 11.87 g\nB1, 5.9, 13.52 g",
		widgets: ["data-table"],
		values: [
			["A1", "6.8", "12.04 g|12.04"],
			["A2", "7.3", "11.87 g|11.87"],
			["B1", "5.9", "13.52 g|13.52"],
		],
	},

	// list
	{
		wish: "What to pack for the hut trip, bullet points: headlamp, sleeping bag liner, blister plasters, earplugs and cash",
		widgets: ["list"],
		values: ["headlamp", "sleeping bag liner", "blister plasters", "earplugs", "cash"],
	},
	{
		wish: "list the pancake ingredients pls - 250 g flour, 3 eggs, half a litre of milk, a pinch of salt",
		widgets: ["list"],
		values: [
			"250 g flour|250g flour",
			"3 eggs",
			"half a litre of milk|half a litre milk|0.5 litre of milk|½ litre of milk",
			"a pinch of salt|pinch of salt",
		],
	},
	{
		wish: "Saturday chores:\nmow the lawn\nreturn library books\nfix Jonas's bike\ncall grandma",
		widgets: ["list"],
		values: ["mow the lawn", "return library books", "fix Jonas's bike|fix Jonas’s bike", "call grandma"],
	},

	// text
	{
		wish: "Put up a note saying: Thank you all for the lovely farewell evening, I will miss this choir.",
		widgets: ["text"],
		values: [
			"Thank you all for the lovely farewell evening, I will miss this choir.|Thank you all for the lovely farewell evening, I will miss this choir",
		],
	},
	{
		wish: 'Show this as a paragraph: "Basalt forms when lava cools quickly. It is dark, dense and fine-grained."',
		widgets: ["text"],
		values: [
			'Basalt forms when lava cools quickly. It is dark, dense and fine-grained.|Basalt forms when lava cools quickly. It is dark, dense and fine-grained|"Basalt forms when lava cools quickly. It is dark, dense and fine-grained."',
		],
	},
	{
		wish: "just display this text - We moved the piano to the attic in 1987 and nobody has played it since",
		widgets: ["text"],
		values: [
			"We moved the piano to the attic in 1987 and nobody has played it since|We moved the piano to the attic in 1987 and nobody has played it since.",
		],
	},

	// cards
	{
		wish: "Three cards for our massage offers: Back Relief, 30 minutes for £35; Full Body, 60 minutes for £62; Hot Stone, 75 minutes for £80",
		widgets: ["cards"],
		values: [
			["Back Relief", "30 minutes for £35|£35|30 minutes, £35|30 minutes - £35|30 minutes – £35"],
			["Full Body", "60 minutes for £62|£62|60 minutes, £62|60 minutes - £62|60 minutes – £62"],
			["Hot Stone", "75 minutes for £80|£80|75 minutes, £80|75 minutes - £80|75 minutes – £80"],
		],
	},
	{
		wish: "Show our holiday ideas side by side: Azores – whale watching and hot springs; Ljubljana – castle and river cafés; Fez – medina walks",
		widgets: ["cards"],
		values: [
			["Azores", "whale watching and hot springs|whale watching and hot springs."],
			["Ljubljana", "castle and river cafés|castle and river cafés."],
			["Fez", "medina walks|medina walks."],
		],
	},
	{
		wish: "cards please, one per workshop: Linocut (carve and print a postcard), Bookbinding (sew a small notebook), Marbling (paint on water)",
		widgets: ["cards"],
		values: [
			["Linocut", "carve and print a postcard|carve and print a postcard."],
			["Bookbinding", "sew a small notebook|sew a small notebook."],
			["Marbling", "paint on water|paint on water."],
		],
	},

	// kv
	{
		wish: "Details of the rental car: model Skoda Octavia, plate KR 7H204, fuel diesel, mileage 38,412 km",
		widgets: ["kv"],
		values: [
			["model", "Skoda Octavia"],
			["plate", "KR 7H204"],
			["fuel", "diesel"],
			["mileage", "38,412 km|38412 km|38412|38,412"],
		],
	},
	{
		wish: "specs for my new tent – weight 2.35 kg, capacity 3 people, packed size 46 x 18 cm, waterproofing 3000 mm",
		widgets: ["kv"],
		values: [
			["weight", "2.35 kg|2.35kg"],
			["capacity", "3 people|3"],
			["packed size", "46 x 18 cm|46 × 18 cm|46x18 cm"],
			["waterproofing", "3000 mm|3,000 mm|3000mm"],
		],
	},
	{
		wish: "Could you show the guest wifi settings? SSID: Heron-Guest; channel: 11; band: 5 GHz; DHCP: off",
		widgets: ["kv"],
		values: [
			["SSID", "Heron-Guest"],
			["channel", "11"],
			["band", "5 GHz|5GHz"],
			["DHCP", "off"],
		],
	},

	// tags
	{
		wish: "topics of the talk as little pills: coral bleaching, ocean acidification, citizen science, reef restoration",
		widgets: ["tags"],
		values: ["coral bleaching", "ocean acidification", "citizen science", "reef restoration"],
	},
	{
		wish: "Tag this recipe with vegan, gluten-free, one-pot and under 30 minutes",
		widgets: ["tags"],
		values: ["vegan", "gluten-free", "one-pot", "under 30 minutes"],
	},
	{
		wish: "I'd like the keywords of my thesis as labels in a row, please: baroque opera; Händel; castrati; London 1711",
		widgets: ["tags"],
		values: ["baroque opera", "Händel", "castrati", "London 1711"],
	},

	// timeline
	{
		wish: "Timeline of our firm: 2009 founded, 2014 second shop in Ghent, 2018 online store, March 2023 hundredth employee",
		widgets: ["timeline"],
		values: [
			["2009", "founded|firm founded|our firm founded|company founded"],
			["2014", "second shop in Ghent|second shop|second shop in Ghent opened"],
			["2018", "online store|online store opened|online store launched"],
			["March 2023|2023-03|Mar 2023", "hundredth employee|100th employee"],
		],
	},
	{
		wish: "Agenda for parents' evening: 18:00 welcome, 18:20 talk by Ms. Abernathy, 19:15 classroom visits, 20:00 tea and cake",
		widgets: ["timeline"],
		values: [
			["18:00", "welcome"],
			["18:20", "talk by Ms. Abernathy|talk by Ms Abernathy|talk"],
			["19:15", "classroom visits"],
			["20:00", "tea and cake"],
		],
	},
	{
		wish: "How did the race to the South Pole go, in order? 14 December 1911: Amundsen reaches the Pole; 17 January 1912: Scott arrives; 29 March 1912: Scott's last diary entry",
		widgets: ["timeline"],
		values: [
			[
				"14 December 1911|1911-12-14|December 14, 1911|14 Dec 1911",
				"Amundsen reaches the Pole|Amundsen reaches the South Pole",
			],
			["17 January 1912|1912-01-17|January 17, 1912|17 Jan 1912", "Scott arrives"],
			[
				"29 March 1912|1912-03-29|March 29, 1912|29 Mar 1912",
				"Scott's last diary entry|Scott’s last diary entry",
			],
		],
	},

	// profile
	{
		wish: "Contact card for Ximena Restrepo-Dahl, veterinarian, phone +57 2 555 0148, email ximena@patitas.example",
		widgets: ["profile"],
		values: ["Ximena Restrepo-Dahl", "veterinarian", "+57 2 555 0148", "ximena@patitas.example"],
	},
	{
		wish: "profile of our new goalkeeper: Tomasz Wieczorek, age 23, height 1.94 m, hometown Gdynia, shirt number 31",
		widgets: ["profile"],
		values: [
			"Tomasz Wieczorek",
			["age", "23|23 years"],
			["height", "1.94 m|1.94m|1.94"],
			["hometown", "Gdynia"],
			["shirt number|shirt", "31|#31"],
		],
	},
	{
		wish: "Make a business card: Nordhavn Boatyard, wooden boat repair. Address: Kajgade 8, Aarhus. Opening hours: weekdays 7–15",
		widgets: ["profile"],
		values: [
			"Nordhavn Boatyard",
			"wooden boat repair",
			["address", "Kajgade 8, Aarhus|Kajgade 8, Aarhus."],
			["opening hours|hours|open", "weekdays 7–15|weekdays 7-15"],
		],
	},

	// code
	{
		wish: "show this command so I can copy it: ffmpeg -i talk.mov -vn -b:a 128k talk.mp3",
		widgets: ["code"],
		values: ["ffmpeg -i talk.mov -vn -b:a 128k talk.mp3"],
	},
	{
		wish: "SQL snippet please:\nSELECT city, COUNT(*) FROM guests WHERE year = 2021 GROUP BY city;",
		widgets: ["code"],
		values: [
			"SELECT city, COUNT(*) FROM guests WHERE year = 2021 GROUP BY city;|SELECT city, COUNT(*) FROM guests WHERE year = 2021 GROUP BY city",
		],
	},
	{
		wish: "here's my python function, display it nicely\ndef area(r):\n    return 3.1416 * r ** 2",
		widgets: ["code"],
		values: ["def area(r):\n    return 3.1416 * r ** 2|def area(r):\n    return 3.1416 * r ** 2\n"],
	},

	// alert
	{
		wish: "Warn everyone: the swimming pool is closed until Monday because of a broken filter!",
		widgets: ["alert"],
		values: [
			"the swimming pool is closed until Monday because of a broken filter|the swimming pool is closed until Monday because of a broken filter!|the swimming pool is closed until Monday because of a broken filter.|the swimming pool is closed until Monday|swimming pool closed until Monday|swimming pool is closed until Monday|the swimming pool is closed|swimming pool closed|swimming pool is closed|pool closed|pool closed until Monday",
		],
	},
	{
		wish: 'Error alert, title "Payment declined", and underneath: the card ending in 4471 has expired',
		widgets: ["alert"],
		values: [
			[
				"error",
				"Payment declined",
				"the card ending in 4471 has expired|the card ending in 4471 has expired.|card ending in 4471 has expired",
			],
		],
	},
	{
		wish: "Please show a success notice: Backup finished - all 2,316 photos are safe on the second drive",
		widgets: ["alert"],
		values: [
			"success",
			"Backup finished|Backup finished - all 2,316 photos are safe on the second drive|Backup finished – all 2,316 photos are safe on the second drive",
			"all 2,316 photos are safe on the second drive|all 2,316 photos are safe on the second drive.|all 2316 photos are safe on the second drive|Backup finished - all 2,316 photos are safe on the second drive|Backup finished – all 2,316 photos are safe on the second drive",
		],
	},

	// log
	{
		wish: "server log: 09:14:02 info worker started; 09:14:07 warn queue is slow; 09:15:30 error connection lost",
		widgets: ["log"],
		values: [
			["09:14:02", "info", "worker started"],
			["09:14:07", "warn", "queue is slow"],
			["09:15:30", "error", "connection lost"],
		],
	},
	{
		wish: "Print these as log output:\n2024-05-03 22:01 ERROR greenhouse sensor not responding\n2024-05-03 22:03 INFO greenhouse sensor back online",
		widgets: ["log"],
		values: [
			[
				"2024-05-03 22:01|2024-05-03T22:01",
				"error",
				"greenhouse sensor not responding|sensor not responding|not responding",
			],
			[
				"2024-05-03 22:03|2024-05-03T22:03",
				"info",
				"greenhouse sensor back online|sensor back online|back online",
			],
		],
	},
	{
		wish: "what did the espresso machine log this morning – 06:30 INFO boiler heating, 06:42 DEBUG pressure 9.1 bar, 06:45 WARN water tank low",
		widgets: ["log"],
		values: [
			["06:30", "info", "boiler heating|heating"],
			["06:42", "debug", "pressure 9.1 bar"],
			["06:45", "warn", "water tank low"],
		],
	},
];
