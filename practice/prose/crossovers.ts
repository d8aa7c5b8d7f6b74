// Articles in which a site looks beyond its own topic: this is how a coffee blog comes to link to a golf ranking.

import type { Topic } from '../data/types.ts';

export interface Crossover {
  /** One for each site that tells the story. */
  titles: readonly string[];
  opening: string;
  middle: readonly string[];
}

type Reach = 'golf' | 'hosting';

export const CROSSOVERS: Record<Topic, Record<Reach, readonly Crossover[]>> = {
  golf: {
    golf: [],
    hosting: [
      {
        titles: [
          'How a Small Golf Site Survived Its Busiest Sunday',
          'The Sunday Our Golf Site Fell Over',
          'Tee Times, Traffic and a Tired Server',
          'Our Leaderboard Page Stopped at Lunch',
          'A Golf Site Changes Its Server',
          'What Golf Season Does to a Web Server',
          'Why We Moved Our Golf Pages to a Managed Host',
        ],
        opening:
          'On the last Sunday of the season our little golf site had more visitors than in the whole of March, and the server gave up at lunchtime.',
        middle: [
          'We had always treated the server as a bill to be kept small, until the leaderboard page stopped loading.',
          'Moving to managed WordPress hosting took one evening and two cups of tea.',
          'The tee-time plugin was the slow part, and nobody had looked at it in four years.',
          'Our volunteers now have their own logins, so nobody shares a password on a sticky note.',
          'The new plan costs about the same as a dozen good golf balls a month.',
        ],
      },
      {
        titles: [
          'What Runs This Site: A Colophon',
          'Colophon: How These Golf Pages Are Made',
          'Under the Hood of a Two-Person Golf Site',
          'The Notebook and the Server: How We Publish',
          'Nine Plugins and a Pencil',
          'From Scorecard to Server',
          'Our Golf Site’s Hosting, Explained',
          'How a Golf Notebook Became a Website',
          'The Machine Behind the Rankings',
        ],
        opening:
          'People ask how a golf site with two writers is made, so here is the whole machine, from the notebook to the server.',
        middle: [
          'Drafts begin in pencil on the back of a scorecard and are typed up the same evening.',
          'The pages run on WordPress, on managed hosting, with a theme that we have trimmed like a green.',
          'Pictures are made small before they are uploaded, because our readers are often on a hillside.',
          'Backups are tested twice a year, on the days when the clocks change.',
          'There are nine plugins, and we argue about the ninth.',
        ],
      },
    ],
  },
  hosting: {
    golf: [
      {
        titles: [
          'Load Testing Taught Me to Enjoy Golf Again',
          'A Server Team Goes Golfing',
          'Uptime for the Back: Engineers on the Fairway',
          'A Spreadsheet Chose Our Golf Trip',
          'Our Engineers’ Guide to the Best Golf Courses in America',
          'Pager Off: A Golf Trip for Engineers',
          'Queueing Theory on the First Tee',
        ],
        opening:
          'A server engineer’s holiday is any place without a pager, so this summer our team walked some of the best golf courses in America.',
        middle: [
          'Slow play is a queueing problem, and the tee sheet is the only load balancer there is.',
          'Nobody on the team can break ninety, which made the rankings easy to agree on.',
          'The pager stayed in the hotel safe, next to the passports.',
          'We chose the trip by committee, in a spreadsheet, with weights, like any other migration.',
          'Walking eighteen holes is the longest uptime my back has seen this year.',
        ],
      },
      {
        titles: [
          'Case Study: A Golf Ranking That Crashed the Server',
          'How the Best Golf Courses in America Took Down a Checkout',
          'Forty Thousand Golfers and One Cache',
          'Sixty Seconds of Cache Saved a Golf Site',
          'The Tee-Time Widget That Ate the Server',
          'Anatomy of a Golf Traffic Spike',
          'What a Golf List Taught Us About Caching',
        ],
        opening:
          'A list of the best golf courses in America brought a client forty thousand readers in an hour, and the checkout with it.',
        middle: [
          'The page itself was light; the booking widget in its sidebar was not.',
          'Every reader asked the server for the same live tee times, and the server asked the clubhouse.',
          'A cache of sixty seconds turned a bad morning into a quiet one.',
          'The article still brings visitors each spring, as good rankings do.',
          'We now read what the client publishes before it is published, which is also more fun.',
        ],
      },
    ],
    hosting: [],
  },
  coffee: {
    golf: [
      {
        titles: [
          'Coffee Stops on the Way to the First Tee',
          'A Coffee Map for Early Golfers',
          'Before the First Tee: Roasters Near Great Golf',
          'Thermos Notes From the Fairway',
        ],
        opening:
          'We do not play, but the people who drive to the best golf courses in America pass some excellent roasters before dawn.',
        middle: [
          'A thermos of batch brew survives nine holes, and a flat white survives none.',
          'The café nearest to the first tee opens at five, and the regulars are greenkeepers.',
          'Pastry keeps better than sandwiches in a golf bag, as several readers have reported.',
          'One clubhouse has put a hand grinder next to the pencils, and we salute it.',
          'The drive along the coast has three roasters, two bakeries and one very steep hill.',
        ],
      },
      {
        titles: [
          'Can Clubhouse Coffee Be Good? A Tasting Tour',
          'We Tasted Clubhouse Coffee for a Week',
          'The Truth About Golf Club Coffee',
          'Clubhouse Cups, Scored Blind',
        ],
        opening:
          'Clubhouse coffee has a bad name, so we spent a week tasting it at some of the best golf courses in America.',
        middle: [
          'Most of it had been standing since the first group went out.',
          'The honorable exception weighed its beans and knew its water.',
          'Golfers tip well when the cup is hot, and leave the saucer in the cart.',
          'Paper cups blow further than golf balls in a coastal wind.',
          'We scored everything blind, at a picnic table, with a club pro as timekeeper.',
        ],
      },
    ],
    hosting: [
      {
        titles: [
          'How We Rebuilt This Coffee Blog in a Weekend',
          'Our Coffee Blog Has a New Home',
          'Eleven Seconds Is an Espresso and a Half',
          'Moving Six Years of Tasting Notes',
          'A Quicker Site, One Bag of Beans a Month',
          'Why Our Coffee Journal Changed Hosts',
        ],
        opening:
          'Our old server took longer to answer than a pour over takes to drip, so we moved the blog to managed WordPress hosting.',
        middle: [
          'The shop page was the worst: eleven seconds, which is an espresso and a half.',
          'A friend who does this for a living told us to compare restores and not home pages.',
          'Six years of tasting notes came across without losing a comma.',
          'We kept the old look because our readers like it, and threw out fourteen plugins.',
          'The bill is one bag of beans a month higher, and the site is four times quicker.',
        ],
      },
    ],
  },
  hiking: {
    golf: [
      {
        titles: [
          'Footpaths Across Famous Fairways',
          'Where Walkers May Cross the Golf Course',
          'Rights of Way on the Fairway',
          'Clifftop Paths and Putting Greens',
        ],
        opening:
          'Rights of way cross more golf courses than you would think, and a few of the best golf courses in America keep a public path along the cliffs.',
        middle: [
          'Wait for the group on the tee, wave, and cross at the marker.',
          'Greenkeepers start early and know where the owls nest.',
          'The path behind the sixteenth green has the finest sea view on this coast.',
          'Boots are welcome in the snack bar if you wipe them.',
          'A golf course at dusk is the quietest meadow in the county.',
        ],
      },
      {
        titles: [
          'A Hiker Walks Eighteen Holes',
          'My Brother Golfs, I Walk',
          'What a Hiker Learned on a Golf Course',
          'Six and a Half Miles With a Golf Bag',
        ],
        opening:
          'My brother plays, I walk, and last month we shared a day on one of the best golf courses in America to settle which of us is mad.',
        middle: [
          'The round was six and a half miles with three hundred meters of climb, which is a decent morning.',
          'Carrying a golf bag is harder than carrying a tent.',
          'Nobody looks at the view, since everybody is looking at a ball.',
          'The sandwich after nine holes is an institution that mountain huts should copy.',
          'I would go again, without the clubs.',
        ],
      },
    ],
    hosting: [
      {
        titles: [
          'Where Our Trail Reports Live: Notes on Hosting',
          'Fast Maps on One Bar of Signal',
          'How Our Walking Site Is Hosted',
          'The Server Diagram on the Hut Wall',
          'A Walking Club Buys Hosting',
          'Trail Pages That Load on a Ridge',
        ],
        opening:
          'Trail reports are read on phones with one bar of signal, which is why we care about managed WordPress hosting more than a walking club should.',
        middle: [
          'Maps are the heavy part, so each one is a small picture first and a big one only on request.',
          'The site must answer quickly from a ridge in the rain; nothing else matters.',
          'A volunteer moved everything in one wet weekend and drew a diagram on the hut wall.',
          'We lost our photographs once, in {year}, and have tested our backups ever since.',
          'The hosting costs less than the club’s tea.',
        ],
      },
    ],
  },
  energy: {
    golf: [
      {
        titles: [
          'What Golf Clubhouses Teach Us About Heating Big Rooms',
          'The Heat Pump in the Clubhouse',
          'How Golf Clubs Cut Their Heating Bills',
          'Ponds, Fairways and Heat Pumps',
          'A Clubhouse Without an Oil Tank',
          'Electric Mowers at Dawn: Energy on the Golf Course',
        ],
        opening:
          'Some of the best golf courses in America have changed their boilers for heat pumps, and their clubhouses make a fine test of large, drafty rooms.',
        middle: [
          'A clubhouse is empty at night and full at noon, which is the opposite of a home.',
          'Pond water is a steady source of heat, and golf courses have ponds to spare.',
          'The pro shop door opens four hundred times a day, so an air curtain paid for itself by June.',
          'Electric mowers charge from the roof and start quietly at dawn, to the joy of the neighbors.',
          'Members noticed the warm changing room before they noticed the missing oil tank.',
        ],
      },
    ],
    hosting: [
      {
        titles: [
          'How Much Power Does This Website Use?',
          'We Metered Our Own Website',
          'Caching Is Insulation',
          'A Website on Mostly Wind',
          'Half a Megabyte: Our Pages on a Diet',
          'The Energy Bill of a Blog',
        ],
        opening:
          'We meter everything, so we metered our own pages, and it led us to managed WordPress hosting in a data center that publishes its figures.',
        middle: [
          'A page of ours now weighs less than half a megabyte, most of it one photograph.',
          'Caching is insulation: the warmth is already there, and you stop paying for it twice.',
          'The old server idled day and night for forty readers.',
          'Our new host states its power source by the hour, and it is mostly wind.',
          'The most wasteful part was a slider that nobody had ever clicked.',
        ],
      },
    ],
  },
  finance: {
    golf: [
      {
        titles: [
          'What a Golf Trip Really Costs: A Spreadsheet',
          'Pricing a Week of Great Golf',
          'The Golf Trip Spreadsheet',
          'Green Fees Are the Second Line',
          'A Golf Week on a Budget',
        ],
        opening:
          'A reader asked us to price a week at the best golf courses in America, and the total made three of us sit down.',
        middle: [
          'Green fees were only the second largest line; the largest was getting there.',
          'Going in the shoulder season cut the bill by a third and improved the company.',
          'Caddie tips, range balls and lunch came to more than the hotel.',
          'Municipal courses gave more smiles per dollar than anything else in the sheet.',
          'The trip fits the want column, and the want column exists to be used.',
        ],
      },
      {
        titles: [
          'Is a Golf Membership Ever Worth It?',
          'Break-Even Golf: Memberships by the Numbers',
          'The Arithmetic of a Golf Club',
          'Season Ticket or Golf Club?',
          'Golf Memberships and Sunk Costs',
        ],
        opening:
          'We took the fees of a private club, the price lists of the best golf courses in America that are open to everyone, and a pencil.',
        middle: [
          'The break-even point was sixty-one rounds a year, before lunch.',
          'Joining fees are sunk the moment they are paid, however green the grass.',
          'Members play more often because they have paid, and call that a saving.',
          'A season ticket at a county course costs less than one month at the club next door.',
          'Company is worth something, and the spreadsheet has no column for it.',
        ],
      },
    ],
    hosting: [
      {
        titles: [
          'What It Costs to Run This Website',
          'Our Accounts: Hosting and Other Lines',
          'The Hosting Renewal We Forgot',
          'What We Pay to Publish',
          'Our Website’s Budget, Line by Line',
          'Renewal Prices and Other Surprises',
        ],
        opening:
          'We publish our own accounts every January, and this year the line that grew was managed WordPress hosting.',
        middle: [
          'The introductory price had ended, and nobody had put the date in the calendar.',
          'We compared renewals only, over three years, with a spreadsheet you may copy.',
          'Moving took four hours of one person, which we counted at a fair wage.',
          'The newsletter is the larger bill, and worth it.',
          'Advertising covers none of this, because there is none.',
        ],
      },
    ],
  },
};
