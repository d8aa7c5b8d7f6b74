import { seedsOf } from './site-seed.ts';

export const HIKING_SITES = seedsOf(
  'hiking',
  [
    ['ridgeline', 'Ridgeline', 'The mountain monthly', 'magazine', 4, 5, 5],
    ['trailnotes', 'Trail Notes', 'Walks that start at a bus stop', 'classic', 3, 3, 5],
    ['bootandmap', 'Boot & Map', 'Walks of a retired surveyor', 'handmade', 2, 1, 5],
    ['longwayround', 'The Long Way Round', 'Letters from the path', 'newsletter', 3, 1, 4],
    ['switchback', 'Switchback', 'Stories with elevation', 'ghost', 3, 2, 5],
    ['peakforum', 'Peak Forum', 'Routes, boots and weather', 'forum', 3, 2, 5],
    ['hutwarden', 'Hut Warden', 'Notes from 2,140 meters', 'minimal', 2, 1, 4],
    ['daywalks', 'Day Walks', 'Out by nine, home by six', 'blocks', 2, 2, 4],
  ],
  {
    ridgeline: { pattern: 'flast', mail: 'slow' },
    trailnotes: { byline: 'guest', mail: 'blocked-at-connect' },
    longwayround: { pattern: 'first' },
    hutwarden: { pattern: 'last', mail: 'no-mx' },
    daywalks: { byline: 'admin' },
  },
);
