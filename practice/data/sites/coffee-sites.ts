import { seedsOf } from './site-seed.ts';

export const COFFEE_SITES = seedsOf(
  'coffee',
  [
    ['kettleandkiln', 'Kettle & Kiln', 'Small-batch roastery', 'shop', 3, 4, 4],
    ['slowpour', 'Slow Pour', 'A coffee journal', 'ghost', 4, 3, 5],
    ['beanledger', 'Bean Ledger', 'Prices, farms and cups', 'classic', 3, 2, 5],
    ['cafelogbook', 'Café Logbook', 'One café a week', 'newsletter', 2, 1, 4],
    ['roastlab', 'Roast Lab', 'Curves and cupping sheets', 'minimal', 2, 1, 4],
    ['morningcup', 'Morning Cup', 'Better coffee before eight', 'blocks', 3, 2, 5],
    ['lecafeclair', 'Le Café Clair', 'Le carnet d’un buveur lent', 'classic', 2, 1, 4],
    ['grindermuseum', 'The Grinder Museum', 'Four hundred hand grinders and counting', 'handmade', 1, 1, 4],
  ],
  {
    kettleandkiln: { pattern: 'first' },
    beanledger: { mail: 'closed' },
    cafelogbook: { mail: 'relay' },
    roastlab: { pattern: 'first', mail: 'catch-all' },
    morningcup: { byline: 'none' },
    lecafeclair: { language: 'fr', pattern: 'f.last' },
    grindermuseum: { mail: 'null-mx' },
  },
);
