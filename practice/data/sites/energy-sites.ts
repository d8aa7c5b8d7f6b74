import { seedsOf } from './site-seed.ts';

export const ENERGY_SITES = seedsOf(
  'energy',
  [
    ['homeretrofit', 'Home Retrofit', 'Old houses, new numbers', 'magazine', 3, 4, 5],
    ['warmhouse', 'The Warm House', 'Comfort, measured', 'classic', 3, 2, 5],
    ['heatpumpdiary', 'Heat Pump Diary', 'Four winters of data', 'ghost', 3, 1, 5],
    ['wattwise', 'Wattwise', 'Energy advice for households', 'corporate', 3, 5, 4],
    ['draughtbusters', 'Draught Busters', 'Gaps, tape and candles', 'handmade', 1, 1, 4],
    ['solarshed', 'Solar Shed', 'Panels, code and tea', 'minimal', 2, 1, 4],
    ['gridletter', 'The Grid Letter', 'Power, explained on Mondays', 'newsletter', 3, 1, 4],
    ['meterreader', 'Meter Reader', 'What your bill is telling you', 'blocks', 2, 2, 4],
  ],
  {
    warmhouse: { pattern: 'first', mail: 'greylist' },
    wattwise: { pattern: 'f.last' },
    draughtbusters: { mail: 'servfail' },
    solarshed: { pattern: 'first' },
    meterreader: { byline: 'staff', mail: 'catch-all' },
  },
);
