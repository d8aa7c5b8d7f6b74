import type { TopicProse } from './topic-prose.ts';

export const ENERGY: TopicProse = {
  label: 'Home energy',
  keyword: 'heat pump',
  subjects: [
    { name: 'a 1930s semi', place: 'Sheffield' },
    { name: 'the end-terrace on Albion Row', place: 'Cork' },
    { name: 'a timber bungalow', place: 'Oregon' },
    { name: 'the old schoolhouse', place: 'Jutland' },
    { name: 'a top-floor flat', place: 'Vienna' },
    { name: 'the farmhouse at Brook End', place: 'Ontario' },
  ],
  openings: [
    'A heat pump is a fridge turned inside out, and once you have heard it that way the rest is arithmetic.',
    'We metered every circuit in {name} for a year, and the results surprised the people who live there.',
    'Most homes lose their heat through the parts nobody photographs: the loft hatch, the letterbox, the gap behind the bath.',
    'Before you buy a heat pump, spend a weekend with a candle and a roll of tape.',
    'Energy bills are a story about a building, and this is how to read yours.',
  ],
  aspects: [
    {
      heading: 'Heat pumps in plain words',
      sentences: [
        'A well-sized heat pump gives three units of heat for one unit of power over a whole winter.',
        'Flow temperature is the number to watch: every five degrees lower saves about a tenth.',
        'Bigger radiators cost a few hundred and earn it back in quieter, cheaper heat.',
        'Oversizing is the common fault, because nobody gets a complaint about a warm house.',
        'The outdoor unit at {name} is quieter than the neighbor’s fridge.',
      ],
    },
    {
      heading: 'Insulation and drafts',
      sentences: [
        'Loft insulation is the cheapest comfort there is, and it takes one dusty Saturday.',
        'Seal the gaps before you buy the gadget.',
        'Solid walls need care: they must dry to at least one side.',
        'Curtains that close well are worth a surprising number of kilowatt hours.',
        'A blower-door test costs {price} dollars and ends most arguments about where the cold comes from.',
      ],
    },
    {
      heading: 'Solar on an ordinary roof',
      sentences: [
        'East and west roofs make less at noon and more at breakfast, which is when the kettle is on.',
        'Twelve panels cover most of the year’s daytime use of a household like ours.',
        'Shade on one panel matters less than it used to, but a chimney still casts a long bill.',
        'Ask for the yield in the worst month, not the best.',
        'Cleaning is mostly done by rain, and rain is free.',
      ],
    },
    {
      heading: 'Batteries and tariffs',
      sentences: [
        'A battery pays when the gap between night and evening prices is wide, and waits when it is not.',
        'Time-of-use tariffs reward the people who can read a clock.',
        'Charge the car after midnight and the house thanks you in the morning.',
        'Export rates differ by a factor of three between suppliers in the same street.',
        'Keep a simple log for a month before you change anything.',
      ],
    },
    {
      heading: 'Finding an installer',
      sentences: [
        'A good installer measures every room and asks about your showers.',
        'Three quotes, two visits, one list of radiators: that is the least.',
        'Ask for the name of a customer from three winters ago.',
        'Paperwork for the grant took us {n} minutes and one lost password.',
        'The crew in {place} took their boots off, and the commissioning sheet was filled in by hand.',
      ],
    },
  ],
  entries: [
    'In {name} the bill fell by a third after two weekends with a sealant gun.',
    'The owners of {name} in {place} kept the old boiler for one winter and never lit it.',
    '{name} now holds nineteen degrees overnight without a single pipe running.',
    'The retrofit of {name} cost less than the kitchen next door.',
    'A meter on every circuit showed that {name} spent most of its power on one tired freezer.',
  ],
  closings: [
    'Measure first, buy second, and tell us how it went.',
    'The cheapest unit is the one you did not need.',
    'We will publish the second winter’s figures in April.',
  ],
  audiences: ['Old Houses', 'Renters', 'Flats', 'Cold Bedrooms', 'First Winters', 'Bungalows'],
  titles: {
    ranking: [
      'Five Homes, Five Heat Pumps: A Winter of Data',
      'The Best First Steps for a Cold House',
      'Six Draft-Proofing Jobs by Payback',
      'The Best Upgrades for {who}',
    ],
    guide: [
      'How to Size a Heat Pump Without Guessing',
      'A Weekend Guide to Finding Drafts',
      'Reading Your Smart Meter',
      'Solar Panels on an East-West Roof',
      'Questions to Ask a Heat Pump Installer',
      'Cheaper Heat for {who}',
    ],
    review: ['A Year in {name}: The Bills', 'Retrofitting {name}, {place}', 'What We Would Do Differently in {name}'],
    essay: [
      'The Comfort Nobody Advertises',
      'Our House Is a Battery',
      'In Defense of Thick Curtains',
      'A Cold Night in {place}',
    ],
    roundup: ['Energy Links for Cold Evenings', 'What We Read About Warm Houses', 'Energy Reading for {who}'],
  },
};
