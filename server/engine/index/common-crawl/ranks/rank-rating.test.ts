import { expect, test } from 'vitest';
import { toDomainRank } from './rank-lines.ts';
import { ratingOf } from './rank-rating.ts';

test('the positions of the largest release give the ratings that were compared with public ones', () => {
  const pairs = { 1: 100, 100: 96, 1000: 91, 10000: 82, 100000: 68, 1000000: 51, 10000000: 29, 30000000: 17 };
  for (const [position, rating] of Object.entries(pairs)) {
    expect(Math.abs(ratingOf(Number(position), 121_091_933) - rating)).toBeLessThanOrEqual(1);
  }
});

test('a line gives the domain in its usual order, and its position by PageRank', () => {
  expect(toDomainRank('7\t2.1E7\t12\t0.0012\tuk.co.bbc\t431')).toEqual({ name: 'bbc.co.uk', position: 12 });
});

test.each([
  '#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts',
  '',
  '1\t2\t3',
  '1\t2\t0\t4\tcom.example\t1',
  '1\t2\t1e99\t4\tcom.example\t1',
  '1\t2\t3\t4\tcom.exa\\.mple\t1',
  '1\t2\t3\t4\tcom\t1',
  `1\t2\t3\t4\tcom.${'x'.repeat(300)}\t1`,
])('a line that is not understood is skipped: %j', (line) => {
  expect(toDomainRank(line)).toBeNull();
});
