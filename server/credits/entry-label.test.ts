import { expect, test } from 'vitest';
import { entryItem, entryLabel } from './entry-label.ts';

const golf = { campaignId: '1', keyword: 'Best Golf Courses' };

test.each([
  ['trial', 100, {}, 'Trial'],
  ['offer:launch', 200, {}, 'Offer “launch”'],
  ['invoice:in_1', 500, {}, 'Starter plan'],
  ['invoice:in_1', 2_000, {}, 'Growth plan'],
  ['invoice:in_1', 1_500, { plan: 'growth' }, 'Growth plan'],
  ['invoice:in_1', 7, {}, 'Paid plan'],
  ['backlink:7', -1, golf, 'Backlink for “Best Golf Courses”'],
  ['backlinks:1:0', -40, golf, '40 backlinks for “Best Golf Courses”'],
  ['backlinks:1:0', -1, golf, 'Backlink for “Best Golf Courses”'],
  ['email:mia@golf.example', -1, golf, 'Email mia@golf.example for “Best Golf Courses”'],
  ['email:mia@golf.example', -1, {}, 'Email mia@golf.example'],
  ['domain:7', -1, { ...golf, domain: 'golf.example' }, 'Domain search of golf.example for “Best Golf Courses”'],
  ['domain:7', -1, { keyword: 5 }, 'Domain search'],
  ['refund:backlink:7', 1, golf, 'Refund: Backlink for “Best Golf Courses”'],
  ['test', 1, null, 'test'],
  ['something:new', 1, [], 'something:new'],
])('%s of %i with %j is "%s"', (reason, delta, details, label) => {
  expect(entryLabel({ reason, delta, details })).toBe(label);
});

test.each([
  ['trial', {}, null],
  ['backlink:7', { url: 'https://golf.example/' }, 'https://golf.example/'],
  ['backlinks:1:0', golf, null],
  ['email:mia@golf.example', {}, 'mia@golf.example'],
  ['refund:email:mia@golf.example', {}, 'mia@golf.example'],
  ['domain:7', { addresses: ['a@golf.example', 'b@golf.example'] }, 'a@golf.example, b@golf.example'],
  ['test', null, null],
])('%s with %j bought %s', (reason, details, item) => {
  expect(entryItem({ reason, details })).toBe(item);
});
