// Sites that write about anything: a platform with many authors, a regional paper, personal pages. Each is filed under its most
// frequent topic.

import { seedsOf } from './site-seed.ts';

export const GENERAL_SITES = [
  ...seedsOf(
    'golf',
    [
      ['weekendatlas', 'Weekend Atlas', 'Two-day trips, well planned', 'classic', 4, 3, 6],
      ['postcardsfrom', 'Postcards From', 'A travel letter', 'newsletter', 2, 1, 4],
    ],
    { weekendatlas: { pattern: 'first' } },
  ),
  ...seedsOf(
    'hosting',
    [
      ['inkwell', 'Inkwell', 'A place for good writing', 'platform', 5, 9, 10],
      ['smallbizalmanac', 'Small Biz Almanac', 'For shops of one to ten', 'blocks', 3, 2, 5],
      ['opendesk', 'Open Desk', 'Tools for remote teams', 'corporate', 3, 5, 4],
    ],
    { inkwell: { pattern: 'firstlast' }, opendesk: { pattern: 'first', mail: 'catch-all' } },
  ),
  ...seedsOf(
    'finance',
    [
      ['ashfordherald', 'The Ashford Herald', 'Your valley’s newspaper', 'magazine', 4, 6, 6],
      ['nightshift', 'Night Shift Notes', 'A nurse writes about money and sleep', 'minimal', 1, 1, 4],
    ],
    { ashfordherald: { mail: 'mailboxes' }, nightshift: { pattern: 'first' } },
  ),
  ...seedsOf('coffee', [['breadandcode', 'Bread and Code', 'Notes from a small kitchen', 'minimal', 1, 1, 4]], {
    breadandcode: { pattern: 'first' },
  }),
  ...seedsOf('hiking', [['campvan', 'Slow Camper', 'A van, a dog, a map', 'ghost', 2, 1, 4]], {
    campvan: { pattern: 'first', mail: 'unseen' },
  }),
];
