/**
 * Wishes by a writer who knew the widgets' schemas. Their first run is recorded in `../bench/README.md`; what it
 * showed was mended since, so they no longer judge unseen wishes.
 */

/** @type {import("./compose-wishes.mjs").Wish[]} */
export const unseen = [
	// stat
	{
		wish: "we've had 1,284 sign-ups since the launch on Monday, can you put that up as one big number",
		widgets: ["stat"],
		values: ["1284|1,284|1,284 sign-ups|1284 sign-ups"],
	},
	{
		wish: "Resting heart rate 58 bpm, that's down 4 from last month. Just the figure please, nice and large.",
		widgets: ["stat"],
		values: [
			[
				"58 bpm|58|58bpm",
				"4|-4|−4|down 4|4 bpm|-4 bpm|−4 bpm|down 4 bpm|4 from last month|-4 from last month|−4 from last month|down 4 from last month|-4 bpm from last month|down 4 bpm from last month",
			],
		],
	},
	{
		wish: "freezer 2 is at -18.5 °C right now, show the temprature so big i can read it from the door",
		widgets: ["stat"],
		values: ["-18.5 °C|-18.5°C|-18.5 C|-18.5|−18.5 °C|−18.5°C|−18.5"],
	},

	// alert
	{
		wish: "Please put up a warning for all visitors: the lift in building C is out of order, use the stairs on the left instead.",
		widgets: ["alert"],
		values: [
			"the lift in building C is out of order|lift in building C is out of order|lift in building C out of order|building C lift is out of order|building C lift out of order|lift out of order in building C|lift out of order|the lift is out of order|the lift in building C is out of order, use the stairs on the left instead|the lift in building C is out of order, use the stairs on the left|the lift in building C is out of order. use the stairs on the left instead|the lift in building C is out of order; use the stairs on the left instead|the lift in building C is out of order, please use the stairs on the left instead",
			"use the stairs on the left instead|use the stairs on the left|please use the stairs on the left instead|please use the stairs on the left|the lift in building C is out of order, use the stairs on the left instead|the lift in building C is out of order, use the stairs on the left|the lift in building C is out of order. use the stairs on the left instead|the lift in building C is out of order; use the stairs on the left instead|the lift in building C is out of order, please use the stairs on the left instead",
		],
	},
	{
		wish: "payment declined, the card has expired – show that as an error so the customer notices pls",
		widgets: ["alert"],
		values: [
			[
				"payment declined|the payment was declined|payment was declined|payment declined, the card has expired|payment declined: the card has expired|payment declined – the card has expired|payment declined - the card has expired|payment declined, card has expired|payment declined: card has expired|payment declined: card expired|payment declined, card expired",
				"error",
			],
			"the card has expired|card has expired|card expired|your card has expired|payment declined, the card has expired|payment declined: the card has expired|payment declined – the card has expired|payment declined - the card has expired|payment declined, card has expired|payment declined: card has expired|payment declined: card expired|payment declined, card expired",
		],
	},
	{
		wish: "Good news! All 212 exam papers have been uploaded. Could you announce that with a green success notice?",
		widgets: ["alert"],
		values: [
			[
				"all 212 exam papers have been uploaded|all 212 exam papers uploaded|212 exam papers have been uploaded|212 exam papers uploaded|all 212 exam papers are uploaded|good news! all 212 exam papers have been uploaded|good news: all 212 exam papers have been uploaded|good news, all 212 exam papers have been uploaded",
				"success",
			],
		],
	},

	// cards
	{
		wish: "Hello, we let out three places in the village and I'd like a card for each one. Rose Cottage sleeps four and has a garden; The Old Forge has two bedrooms near the pub; Harbour Flat comes with a sea view.",
		widgets: ["cards"],
		values: [
			[
				"Rose Cottage",
				"sleeps four and has a garden|sleeps four, has a garden|sleeps four, with a garden|sleeps four with a garden|sleeps four with garden|sleeps four, garden|sleeps four and garden|sleeps 4 and has a garden|sleeps 4, has a garden|sleeps four",
			],
			[
				"The Old Forge|Old Forge",
				"two bedrooms near the pub|has two bedrooms near the pub|two bedrooms, near the pub|2 bedrooms near the pub|two bedrooms",
			],
			[
				"Harbour Flat",
				"sea view|a sea view|with a sea view|comes with a sea view|with sea view|has a sea view",
			],
		],
	},
	{
		wish: "Margherita - tomato and mozzarella\nDiavola - spicy salami\nBianca - potato and rosemary\nshow these pizzas as cards side by side",
		widgets: ["cards"],
		values: [
			["Margherita", "tomato and mozzarella|tomato, mozzarella|tomato & mozzarella"],
			["Diavola", "spicy salami"],
			["Bianca", "potato and rosemary|potato, rosemary|potato & rosemary"],
		],
	},
	{
		wish: "we're comparing bikes for our daughter, the Comet (light and fast) and the Rover (sturdy, with stabilisers), can i see each on its own card",
		widgets: ["cards"],
		values: [
			["Comet|the Comet", "light and fast|light, fast|light & fast"],
			["Rover|the Rover", "sturdy, with stabilisers|sturdy with stabilisers|sturdy and with stabilisers"],
		],
	},

	// chart
	{
		wish: "rainfall in mm, jan 82, feb 61, mar 55, apr 40. make it a line chart",
		widgets: ["chart"],
		values: ["line", ["jan|january", "82"], ["feb|february", "61"], ["mar|march", "55"], ["apr|april", "40"]],
	},
	{
		wish: "Where does my money go every month? Rent 1150; food 420; transport 95; going out 160. A pie would be lovely.",
		widgets: ["chart"],
		values: ["pie", ["rent", "1150"], ["food", "420"], ["transport", "95"], ["going out", "160"]],
	},
	{
		wish: "Can you draw a bar graph of the goals this season? Aylin scored 14, Marta 9, Jo got 11, Priya 6 and Sam only 2",
		widgets: ["chart"],
		values: [
			["Aylin", "14"],
			["Marta", "9"],
			["Jo", "11"],
			["Priya", "6"],
			["Sam", "2"],
		],
	},

	// code
	{
		wish: "Please show this shell command so that people can copy it: docker compose up -d --build",
		widgets: ["code"],
		values: ["docker compose up -d --build|$ docker compose up -d --build"],
	},
	{
		wish: "here's the css for the cards: .card { padding: 12px; border-radius: 8px; }  just put it in a code block",
		widgets: ["code"],
		values: [".card { padding: 12px; border-radius: 8px; }"],
	},
	{
		wish: "def area(r):\n    return 3.14159 * r ** 2\n\nthats my python function from class, can you display it properly",
		widgets: ["code"],
		values: ["def area(r):\n    return 3.14159 * r ** 2"],
	},

	// data-table
	{
		wish: "Table with the columns Player, Games, Points:\nOkafor, 12, 231\nLindqvist, 11, 198\nReyes, 9, 175\nTanaka, 10, 160",
		widgets: ["data-table"],
		values: [
			["Okafor", "12", "231"],
			["Lindqvist", "11", "198"],
			["Reyes", "9", "175"],
			["Tanaka", "10", "160"],
		],
	},
	{
		wish: "put this morning's flights in a table - BA117 to New York at 8:25, LH903 to Frankfurt at 9:40, TP1351 to Lisbon at 11:05",
		widgets: ["data-table"],
		values: [
			["BA117|BA 117", "New York|to New York", "8:25|08:25|8:25 am|at 8:25"],
			["LH903|LH 903", "Frankfurt|to Frankfurt", "9:40|09:40|9:40 am|at 9:40"],
			["TP1351|TP 1351", "Lisbon|to Lisbon", "11:05|11:05 am|at 11:05"],
		],
	},
	{
		wish: "Oat milk, 24 in stock, 1.89 each, aisle 3. Brown rice, 60 in stock, 2.40 each, aisle 5. I need that as a table I can sort.",
		widgets: ["data-table"],
		values: [
			["oat milk", "24|24 in stock", "1.89|1.89 each", "3|aisle 3"],
			["brown rice", "60|60 in stock", "2.40|2.4|2.40 each", "5|aisle 5"],
		],
	},

	// kv
	{
		wish: "Passport application details – reference PX-4471, fee 88.50 pounds, submitted 3 March, status under review",
		widgets: ["kv"],
		values: [
			["reference|reference number|ref|application reference", "PX-4471"],
			["fee|application fee", "88.50 pounds|88.50|£88.50|88.5 pounds|88.50 GBP|£ 88.50"],
			["submitted|submitted on|date submitted|submission date|submission", "3 March|March 3|3rd March"],
			["status", "under review"],
		],
	},
	{
		wish: "my telescope: aperture is 130 mm, focal length 650 mm, mount equatorial and it weighs 12.7 kg. show its properties, name and value",
		widgets: ["kv"],
		values: [
			["aperture", "130 mm|130mm"],
			["focal length", "650 mm|650mm"],
			["mount|mount type", "equatorial"],
			["weight|weighs|it weighs", "12.7 kg|12.7kg"],
		],
	},
	{
		wish: "network = Guesthouse_5G\npassword = mango-tree-77\nchannel = 36\nShow these wifi settings to our guests please",
		widgets: ["kv"],
		values: [
			["network|network name", "Guesthouse_5G"],
			["password", "mango-tree-77"],
			["channel", "36"],
		],
	},

	// list
	{
		wish: "Could you make me a packing list for the lake weekend? Swimsuit, sunscreen, two towels, a book and my phone charger",
		widgets: ["list"],
		values: [
			"swimsuit|a swimsuit",
			"sunscreen",
			"two towels|2 towels|towels (2)|towels x2|towels (two)",
			"a book|book",
			"my phone charger|phone charger",
		],
	},
	{
		wish: "proofread chapter 4\nemail the printer\nbook the hall\n\nall that as bullet points with the title Before the fair",
		widgets: ["list"],
		values: ["before the fair", "proofread chapter 4", "email the printer", "book the hall"],
	},
	{
		wish: "list of chores 4 saturday: hoover; clean the fish tank; take the bins out; water the plants",
		widgets: ["list"],
		values: [
			"hoover",
			"clean the fish tank|clean fish tank",
			"take the bins out|take bins out|take out the bins",
			"water the plants|water plants",
		],
	},

	// log
	{
		wish: "2024-05-02 03:14:07 INFO nightly backup started\n2024-05-02 03:15:41 ERROR cannot reach nas01\n\nthese two lines are from the server log, display them",
		widgets: ["log"],
		values: [
			[
				"2024-05-02 03:14:07|2024-05-02T03:14:07|2024-05-02T03:14:07Z|03:14:07",
				"info",
				"nightly backup started",
			],
			[
				"2024-05-02 03:15:41|2024-05-02T03:15:41|2024-05-02T03:15:41Z|03:15:41",
				"error",
				"cannot reach nas01",
			],
		],
	},
	{
		wish: "the dishwasher controller printed 14:02 info cycle started, 14:20 warn water pressure low and 14:33 error drain blocked, show me that as a log",
		widgets: ["log"],
		values: [
			["14:02", "info", "cycle started"],
			["14:20", "warn", "water pressure low"],
			["14:33", "error", "drain blocked"],
		],
	},
	{
		wish: "Kindly display the log output of our build server: debug resolving 41 packages; warn lockfile out of date; info tests passed; info build finished",
		widgets: ["log"],
		values: [
			["debug", "resolving 41 packages"],
			["warn", "lockfile out of date"],
			["info", "tests passed"],
			["info", "build finished"],
		],
	},

	// profile
	{
		wish: "Dr Amina Yusuf, paediatrician, room 214, phone 020 7946 0112 – make a contact card",
		widgets: ["profile"],
		values: [
			["Dr Amina Yusuf|Dr. Amina Yusuf|Amina Yusuf", "paediatrician"],
			"214|room 214",
			["phone|telephone|tel|phone number", "020 7946 0112"],
		],
	},
	{
		wish: "can you do a little profile of our new goalkeeper? her name is Freya Lindholm, she comes from Malmö, is 186 cm tall and used to play for Lund",
		widgets: ["profile"],
		values: [
			"Freya Lindholm",
			"goalkeeper|new goalkeeper|our new goalkeeper|goalkeeper from Malmö|goalkeeper, Malmö|new goalkeeper from Malmö",
			"Malmö|Malmo|from Malmö|goalkeeper from Malmö|goalkeeper, Malmö|new goalkeeper from Malmö",
			"186 cm|186cm|186 cm tall|186",
			"Lund|played for Lund|used to play for Lund",
		],
	},
	{
		wish: "Business card for Tomasz Zielinski. He is a piano tuner, his email is tomasz@keys.example and the workshop is at 8 Mill Lane",
		widgets: ["profile"],
		values: [
			["Tomasz Zielinski", "piano tuner|a piano tuner"],
			["email|e-mail|mail|email address", "tomasz@keys.example"],
			"8 Mill Lane|at 8 Mill Lane",
		],
	},

	// tags
	{
		wish: "The lentil stew recipe should get the tags vegan, gluten-free, cheap and one-pot",
		widgets: ["tags"],
		values: ["vegan", "gluten-free|gluten free", "cheap", "one-pot|one pot"],
	},
	{
		wish: "keywords of my paper are coral bleaching, remote sensing, Red Sea - put them in a row of little labels pls",
		widgets: ["tags"],
		values: ["coral bleaching", "remote sensing", "Red Sea"],
	},
	{
		wish: "hiking / chess / jazz / baking / sci-fi. Those are Nuria's interests, can you show them as pills?",
		widgets: ["tags"],
		values: ["hiking", "chess", "jazz", "baking", "sci-fi"],
	},

	// text
	{
		wish: "Write a short note for the babysitter: Leo may have one biscuit after dinner and must be in bed by eight.",
		widgets: ["text"],
		values: [
			"Leo may have one biscuit after dinner and must be in bed by eight|Leo may have one biscuit after dinner, and must be in bed by eight|for the babysitter: Leo may have one biscuit after dinner and must be in bed by eight|note for the babysitter: Leo may have one biscuit after dinner and must be in bed by eight|# Note for the babysitter Leo may have one biscuit after dinner and must be in bed by eight|## Note for the babysitter Leo may have one biscuit after dinner and must be in bed by eight|**Note for the babysitter** Leo may have one biscuit after dinner and must be in bed by eight|**Note for the babysitter:** Leo may have one biscuit after dinner and must be in bed by eight",
		],
	},
	{
		wish: "can you put this paragraph on the page\n\nThe river path floods every spring. Wear boots and allow an extra hour.",
		widgets: ["text"],
		values: ["The river path floods every spring. Wear boots and allow an extra hour"],
	},
	{
		wish: "jot down for me that the spare key to the shed is under the blue flowerpot",
		widgets: ["text"],
		values: [
			"the spare key to the shed is under the blue flowerpot|spare key to the shed is under the blue flowerpot|that the spare key to the shed is under the blue flowerpot|note: the spare key to the shed is under the blue flowerpot",
		],
	},

	// timeline
	{
		wish: "Our wedding day: 11:30 ceremony, 13:00 lunch, 15:30 photos in the park, 19:00 dancing. As a timeline, please!",
		widgets: ["timeline"],
		values: [
			["11:30", "ceremony"],
			["13:00", "lunch"],
			["15:30", "photos in the park|photos"],
			["19:00", "dancing"],
		],
	},
	{
		wish: "show the history of our football club, founded in 1923, moved to the new ground in 1957, won the cup in 1984",
		widgets: ["timeline"],
		values: [
			["1923|in 1923", "founded|club founded|the club was founded|founded the club|football club founded"],
			["1957|in 1957", "moved to the new ground|moved to new ground|move to the new ground"],
			["1984|in 1984", "won the cup|won cup|cup won"],
		],
	},
	{
		wish: "how the kitchen renovation stands, on a timeline: March demolition, done. April plumbing, active at the moment. May tiling, still pending.",
		widgets: ["timeline"],
		values: [
			["March", "demolition", "done"],
			["April", "plumbing", "active"],
			["May", "tiling", "pending"],
		],
	},
];
