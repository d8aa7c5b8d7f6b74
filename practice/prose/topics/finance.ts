import type { TopicProse } from './topic-prose.ts';

export const FINANCE: TopicProse = {
  label: 'Personal finance',
  keyword: 'index funds',
  subjects: [
    { name: 'the three-envelope budget', place: 'our kitchen' },
    { name: 'a plain index fund', place: 'a workplace plan' },
    { name: 'the one-page will', place: 'a small town' },
    { name: 'a fixed mortgage', place: 'the suburbs' },
    { name: 'the boring savings account', place: 'a credit union' },
    { name: 'a first pension', place: 'a new job' },
  ],
  openings: [
    'Index funds are dull on purpose, and the dullness is what you are paying so little for.',
    'Money advice ages badly, so this page sticks to arithmetic and to things our grandmothers said.',
    'We asked {n} readers to keep a spending diary for a month; nobody spent what they thought they did.',
    'You can learn everything you need about index funds in the time it takes to bake bread.',
    'A budget is a plan for the things you like, written down before the things you do not like arrive.',
  ],
  aspects: [
    {
      heading: 'The cushion',
      sentences: [
        'Three months of spending in a dull account is the first investment worth making.',
        'An emergency fund is for emergencies, and a sale is not one.',
        'Keep the cushion at a different bank, where it takes a day to reach.',
        'Automatic transfers on payday beat good intentions on the thirtieth.',
        'Start with the price of one broken washing machine.',
      ],
    },
    {
      heading: 'Funds and fees',
      sentences: [
        'A fee of one percent takes about a quarter of the result over a working life.',
        'A world index fund owns thousands of companies and has no opinion about any of them.',
        'Rebalancing once a year is enough, and a birthday is as good a day as any.',
        'Past returns are printed large because the fees are printed small.',
        'Choose the mix you can sleep with, then stop looking.',
      ],
    },
    {
      heading: 'Borrowing well',
      sentences: [
        'Pay the dearest debt first and the smallest debt when you need a win.',
        'A fixed rate buys sleep, a variable rate sells it.',
        'Read the early repayment clause before you read the rate.',
        'Overpaying by the price of a takeaway each week shortens a mortgage by years.',
        'A credit card is a fine tool for people who do not need one.',
      ],
    },
    {
      heading: 'Budgets that last',
      sentences: [
        'Three categories are enough: must, want, later.',
        'Round up every estimate and you will be wrong in the pleasant direction.',
        'Talk about money on a walk, where nobody can slam a door.',
        'Subscriptions deserve an annual review with a red pen.',
        'Give every person in the house some money that needs no explanation.',
      ],
    },
    {
      heading: 'The long run',
      sentences: [
        'Take the employer’s match, because it is the only free lunch in {place}.',
        'A pension started ten years early is worth more than one that is twice as large.',
        'Write down what you would want if you could not decide, and tell two people where it is.',
        'Inflation is patient, and so should you be.',
        'Insurance is for what would ruin you, not for what would annoy you.',
      ],
    },
  ],
  entries: [
    '{name} asks for ten minutes a month and forgives most mistakes.',
    'In {place}, {name} did better than the clever plan it replaced.',
    'We have used {name} since {year} and changed it twice.',
    '{name} works because it is boring enough to keep.',
    'The cost of {name} came to {price} dollars in the first year.',
  ],
  closings: [
    'None of this is advice for your own case; it is arithmetic and a little experience.',
    'Write down one number tonight. That is the whole homework.',
    'Questions are welcome, and we answer the awkward ones first.',
  ],
  audiences: ['Families', 'Freelancers', 'New Parents', 'Students', 'Late Starters', 'Couples'],
  titles: {
    ranking: [
      'Eight Money Habits, Ranked by Effort',
      'The Best Boring Savings Accounts',
      'Five Index Funds and What They Really Own',
      'The Best Money Habits for {who}',
    ],
    guide: [
      'Index Funds Explained at the Kitchen Table',
      'How to Build an Emergency Fund',
      'A Budget for People Who Hate Budgets',
      'How to Read a Mortgage Offer',
      'Your First Pension: A Short Guide',
      'Index Funds for {who}',
    ],
    review: ['A Year With {name}', '{name}: What We Learned', 'Why We Gave Up {name} and Came Back'],
    essay: [
      'Enough Is a Number',
      'My Grandmother’s Ledger',
      'The Freedom of a Dull Portfolio',
      'What the Envelope Taught Us',
      'A Quiet Year for Our Money',
    ],
    roundup: ['Money Links for Calm People', 'What We Read Before Payday', 'Money Reading for {who}'],
  },
};
