import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { creditsOf, planOf } from './credits-of.ts';

const starter = (share: number) => ({ plan: 'starter' as const, share });
const growth = (share: number) => ({ plan: 'growth' as const, share });

describe('an invoice grants', () => {
  test.each([
    ['a month of Starter', [starter(1)], 500],
    ['a month of Growth', [growth(1)], 2_000],
    ['nothing, without a plan on it', [], 0],
    ['nothing for a free trial', [starter(0)], 0],
    ['the difference on the first day', [starter(-1), growth(1)], 1_500],
    ['a third of the difference with a third of the month left', [starter(-967 / 2900), growth(2633 / 7900)], 499],
    ['nothing when more is given back than charged', [growth(-1), starter(1)], 0],
    ['both, when both are on it', [starter(1), growth(1)], 2_500],
  ])('%s', (_name, shares, credits) => {
    expect(creditsOf({ shares })).toEqual({ backlink: credits, email: credits });
  });

  test('never more than 30 credits per dollar, the rate of the step to Growth, however often the plan changes', () => {
    const rest = fc.integer({ min: 1, max: 30 }).map((days) => days / 30);
    fc.assert(
      fc.property(fc.array(rest, { maxLength: 10 }), (upgrades) => {
        const invoices = [[starter(1)], ...upgrades.map((share) => [starter(-share), growth(share)])];
        const paid = 29 + upgrades.reduce((sum, share) => sum + 50 * share, 0);
        const brought = invoices.reduce((sum, shares) => sum + creditsOf({ shares }).backlink, 0);
        expect(brought).toBeLessThanOrEqual(paid * 30 + 1);
      }),
    );
  });
});

test('belongs to the plan it charges most for', () => {
  expect(planOf({ shares: [starter(-1), growth(0.5)] })).toBe('growth');
  expect(planOf({ shares: [] })).toBeNull();
});
