import { expect, test } from 'vitest';
import { withoutIds } from './page-counts.ts';

test.each([
  [
    'https://zeus.example/campaign/contacts/0192f0c5-7a52-7cc1-9d6f-4a3f8e1b2c3d?view=all',
    'https://zeus.example/campaign/contacts/id',
  ],
  ['https://zeus.example/login?token=secret#access_token=x', 'https://zeus.example/login'],
])('%s is counted as %s', (address, counted) => {
  expect(withoutIds(address)).toBe(counted);
});
