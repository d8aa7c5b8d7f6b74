import { seedsOf } from './site-seed.ts';

export const FINANCE_SITES = seedsOf(
  'finance',
  [
    ['thriftdesk', 'The Thrift Desk', 'Money, without the shouting', 'magazine', 4, 5, 5],
    ['plainpenny', 'Plain Penny', 'Arithmetic for families', 'classic', 3, 2, 5],
    ['quietindex', 'The Quiet Index', 'Long-run investing', 'ghost', 3, 2, 5],
    ['budgetbench', 'Budget Bench', 'Tools for tidy money', 'blocks', 3, 2, 5],
    ['familyledger', 'Family Ledger', 'A household’s accounts, in public', 'newsletter', 2, 1, 4],
    ['mortgagenotes', 'Harbour Mortgage Advice', 'Independent mortgage advisers', 'corporate', 2, 5, 3],
    ['fiscalfox', 'Fiscal Fox', 'Spreadsheets and opinions', 'minimal', 2, 1, 4],
    ['pensionpages', 'Pension Pages', 'Plain pages about pensions', 'handmade', 2, 1, 4],
  ],
  {
    thriftdesk: { pattern: 'first.last', mail: 'second-mx' },
    plainpenny: { pattern: 'flast', byline: 'guest' },
    quietindex: { pattern: 'first', mail: 'gateway' },
    budgetbench: { byline: 'organisation' },
    mortgagenotes: { pattern: 'first_last', mail: 'edge' },
    fiscalfox: { mail: 'blocked', pattern: 'first' },
  },
);
