// Stories in which a site about something else comes to talk about golf.

import type { Crossover, CrossoverTopic } from './crossover.ts';

export const GOLF_CROSSOVERS: Record<CrossoverTopic<'golf'>, readonly Crossover[]> = {
  hosting: [
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
        'When Golfers Arrive All at Once',
        'A Quiet Cache for a Loud Golf List',
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
  coffee: [
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
  hiking: [
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
  energy: [
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
  finance: [
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
};
