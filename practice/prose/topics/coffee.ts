import type { TopicProse } from './topic-prose.ts';

export const COFFEE: TopicProse = {
  label: 'Coffee',
  keyword: 'pour over coffee',
  subjects: [
    { name: 'the Harbor Street roast', place: 'Porto' },
    { name: 'Mill Lane Espresso', place: 'Bristol' },
    { name: 'the Cedar Hill washed lot', place: 'Huehuetenango' },
    { name: 'Blue Kettle', place: 'Portland' },
    { name: 'the Yellow Door blend', place: 'Trieste' },
    { name: 'Station Nine', place: 'Melbourne' },
    { name: 'the Ridge Farm natural', place: 'Sidama' },
    { name: 'Paper Lantern Roasters', place: 'Kyoto' },
  ],
  openings: [
    'Good pour over coffee is mostly patience, decent water and a grinder that does what it is told.',
    'The first cup of the day is the one you can afford to fuss about, and this is a guide to fussing well.',
    'We tasted forty-one coffees blind at a long wooden table and agreed on almost nothing except the water.',
    'Somewhere between the supermarket tin and the thirty-dollar bag there is a coffee for every kitchen.',
    'A pour over coffee costs pennies to make badly and only a few pennies more to make well.',
  ],
  aspects: [
    {
      heading: 'Water first',
      sentences: [
        'Coffee is more than nine tenths water, so soft, clean water is the cheapest upgrade in the kitchen.',
        'Very hard water flattens bright coffees, and very soft water makes them sour.',
        'A jug filter is enough for most taps, provided the cartridge is changed on time.',
        'Just off the boil is right for light roasts; give dark roasts a minute to cool.',
        'Weigh the water instead of guessing, and the second cup will taste like the first.',
      ],
    },
    {
      heading: 'Grind and dose',
      sentences: [
        'Sixty grams to the liter is a fair place to start and a fair place to stay.',
        'Grind finer when the cup is thin and sour, coarser when it is bitter and dry.',
        'A hand grinder with steel burrs beats an electric one with blades at any price.',
        'Fines clog the filter, so tap the bed flat and pour gently in the middle.',
        'Change one thing at a time and write it on the bag.',
      ],
    },
    {
      heading: 'Roast and freshness',
      sentences: [
        'Beans are at their best between one and five weeks after the roast date.',
        'Keep the bag closed, dark and away from the stove; the freezer is fine if the bag is airtight.',
        'Light roasts show where a coffee grew, dark roasts show who roasted it.',
        'A roast date on the bag is a promise, a best-before date is an excuse.',
        'Roasters in {place} publish their buying prices now, and we hope the habit spreads.',
      ],
    },
    {
      heading: 'Espresso at home',
      sentences: [
        'Buy the grinder before the machine, and buy the machine used.',
        'Eighteen grams in, thirty-six grams out, about half a minute: adjust from there.',
        'Milk wants to be glossy, never bubbly, and a thermometer helps until your hand learns.',
        'Descaling is dull, cheap and the reason old machines keep working.',
        'Noise travels at six in the morning, so consider your neighbors when choosing a pump.',
      ],
    },
    {
      heading: 'Cafés worth the walk',
      sentences: [
        'A café shows its character in the batch brew, since that is the cup nobody photographs.',
        'Good chairs, tap water and a place for a wet umbrella tell you who designed the room.',
        'The baristas at {name} remember orders, dogs and grudges.',
        'We prefer a short menu on a chalkboard to a long one in a frame.',
        'Tables by the window are for readers; laptops belong by the wall.',
      ],
    },
  ],
  entries: [
    '{name} tastes of apricot and black tea, with a finish that lasts to the bus stop.',
    'From {place} comes {name}, a coffee for people who say they do not like coffee.',
    '{name} was the only one our whole table finished.',
    'Brew {name} a little cooler than usual and it gives up its chocolate.',
    'At {price} dollars a bag, {name} is not cheap, and it is worth it on Sundays.',
  ],
  closings: [
    'Drink it slowly, rinse the filter, start again tomorrow.',
    'The best method is the one you will still use in February.',
    'Send us your recipe and we will try it on Saturday.',
  ],
  audiences: ['Small Kitchens', 'Early Mornings', 'Milk Drinkers', 'Travelers', 'Offices', 'Beginners'],
  titles: {
    ranking: [
      'The Best Coffees We Tasted This Winter',
      'Seven Pour Over Coffee Makers, Tested',
      'Our Favorite Espresso Blends for Milk',
      'The Best Coffee Gear for {who}',
    ],
    guide: [
      'Pour Over Coffee, Step by Step',
      'How to Store Coffee So It Stays Fresh',
      'A Beginner’s Guide to Water for Coffee',
      'How to Clean an Espresso Machine',
      'Dialing In Without Wasting a Bag',
      'Pour Over Coffee for {who}',
    ],
    review: ['{name}: Tasting Notes', 'A Morning With {name} in {place}', 'Is {name} Worth the Price?'],
    essay: [
      'The Last Good Café on the High Street',
      'Why I Stopped Chasing Light Roasts',
      'Coffee Is a Conversation',
      'A Rainy Morning in {place}',
    ],
    roundup: ['Coffee Links for a Slow Sunday', 'What the Roasters Are Reading', 'Coffee Reading for {who}'],
  },
};
