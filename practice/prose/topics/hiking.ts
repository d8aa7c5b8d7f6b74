import type { TopicProse } from './topic-prose.ts';

export const HIKING: TopicProse = {
  label: 'Hiking',
  keyword: 'day hikes',
  subjects: [
    { name: 'the Lantern Ridge loop', place: 'the Cascades' },
    { name: 'Kestrel Pass', place: 'the Dolomites' },
    { name: 'the Old Drovers’ Way', place: 'the Pennines' },
    { name: 'Marmot Meadows', place: 'the Tatra' },
    { name: 'the Salt Path North', place: 'Cornwall' },
    { name: 'Three Lakes Circuit', place: 'the Adirondacks' },
    { name: 'Cloudberry Plateau', place: 'Jotunheimen' },
    { name: 'the Cork Oak Trail', place: 'the Alentejo' },
  ],
  openings: [
    'The best day hikes begin with a bus timetable and end with soup.',
    'You do not need a mountain to have a mountain day, only a long path and an early start.',
    'We walked {n} kilometers last season to find day hikes that still feel quiet on a Saturday.',
    'A good map, dry socks and an honest idea of your own pace will take you further than any gadget.',
    'Day hikes are the unglamorous heart of walking, and this page is written in their honor.',
  ],
  aspects: [
    {
      heading: 'Planning the day',
      sentences: [
        'Count an hour for every four kilometers and another for every four hundred meters of climb, then add lunch.',
        'Tell someone where you are going and when you will ring.',
        'Start early enough that a mistake costs you time instead of daylight.',
        'Loops are kinder than out-and-back walks, because the way home is new.',
        'A bus from {place} saves the car shuttle and lets everyone have a beer.',
      ],
    },
    {
      heading: 'Boots and packs',
      sentences: [
        'Boots should be half a size too big in the shop and will be exactly right at three in the afternoon.',
        'A twenty-liter pack holds a day, and a bigger one holds things you did not need.',
        'Wool socks, two pairs, one of them dry in a bag: that is the whole secret.',
        'Poles save knees on the way down and look silly only to people who have never used them.',
        'Trail shoes are enough for most paths that have a name.',
      ],
    },
    {
      heading: 'Weather and light',
      sentences: [
        'Mountain forecasts are written by region, so read the one for your valley and the one behind it.',
        'Cloud on the ridge at breakfast often lifts by ten; cloud that arrives at ten stays for lunch.',
        'Turn round when the wind makes you stop talking.',
        'A headlamp weighs less than an excuse.',
        'Snow lingers in north-facing gullies well into June.',
      ],
    },
    {
      heading: 'Finding the way',
      sentences: [
        'Paper maps do not run out of battery and look better on a kitchen wall.',
        'Waymarks fade, and the fork without a sign is always the important one.',
        'Download the tiles before you leave the valley, because the hut has no signal and is proud of it.',
        'Look back now and then: the path looks different in the other direction.',
        'Cairns on {name} are rebuilt each spring by volunteers with strong opinions.',
      ],
    },
    {
      heading: 'Huts, food and manners',
      sentences: [
        'Book the hut, then write to say thank you; wardens remember both.',
        'Cheese, bread, an apple and something with salt will take most people over most passes.',
        'Carry everything out, including the things that someone else carried in.',
        'Gates are to be left as you find them, and dogs on a lead near sheep.',
        'Say hello on the narrow parts; the person going up has the right of way.',
      ],
    },
  ],
  entries: [
    '{name} takes five hours at a talking pace and gives you {place} in one long look.',
    'The climb to {name} is steep for the first hour and generous ever after.',
    'On {name} we met two farmers, one fox and nobody else.',
    '{name} is best in late May, when the streams are loud and the flies are not yet awake.',
    'The view from the top of {name} takes in most of {place} and, on a clear day, the sea.',
  ],
  closings: [
    'Go on a Tuesday if you can, and leave the path as you found it.',
    'The mountain will be there next week; the last bus will not.',
    'Walk gently, eat well, ring home.',
  ],
  audiences: ['Families', 'Beginners', 'Bad Knees', 'Short Days', 'Dog Owners', 'Rainy Weeks'],
  titles: {
    ranking: [
      'Nine Day Hikes You Can Reach by Bus',
      'The Best Quiet Day Hikes Near the City',
      'Our Favorite Autumn Ridge Walks',
      'The Best Day Hikes for {who}',
    ],
    guide: [
      'How to Plan Day Hikes Without a Car',
      'What to Pack for a Day in the Hills',
      'How to Read a Mountain Forecast',
      'A Gentle Guide to Navigation',
      'How to Choose Boots That Fit',
      'Day Hikes for {who}: A Short Guide',
    ],
    review: ['Walking {name}: A Field Report', '{name} in Three Seasons', 'A Long Day on {name}'],
    essay: ['On Getting Lost Slowly', 'The Hut Warden’s Winter', 'Why I Walk Alone', 'One Wet Week in {place}'],
    roundup: ['Trail Reading for the Dark Months', 'Links From the Trailhead', 'Walking Links for {who}'],
  },
};
