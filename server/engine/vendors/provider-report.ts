// The operator's report on the configured vendors: whether each works, what is left in the account, and what was used.
import type { Context } from '../../platform/context.ts';
import { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { VendorAccount } from '../../platform/settings/live-sources.ts';
import { ProviderError } from '../provider.ts';
import { allVendors } from './all-vendors.ts';
import { withoutKeys } from './attempt.ts';
import { listRests, type Rest, retryAfterCheck } from './rests.store.ts';
import { sendAuthorized } from './send.ts';
import { readUsage, type SourceUsage, type UsageSum } from './usage.store.ts';
import { limitsOf } from './vendor.ts';

export interface ProviderLine {
  source: string;
  /** Null: not tried yet, and the vendor has no free call to try. */
  works: boolean | null;
  /** Why it does not work. */
  problem: string | null;
  /** What the account's plan lacks, and what the vendor said about it. */
  resting: { capability: string; problem: string }[];
  /** What is left in the account, if the vendor says so. */
  balance: string | null;
  today: UsageSum;
  month: UsageSum;
}

type Parts = Pick<Context, 'db' | 'vendorOutbound'>;

/** One line per account, in the given order. Makes only free calls. */
export async function reportProviders(ctx: Parts, accounts: readonly VendorAccount[]): Promise<ProviderLine[]> {
  const usage = await readUsage(ctx.db.kysely);
  const rests = await listRests(ctx.db.kysely);
  const lines = accounts.map(async (account) => {
    const today = sumOf(usage, account.source, 'today');
    const month = sumOf(usage, account.source, 'month');
    const own = rests.filter(({ source }) => source === account.source);
    const state = budgetProblem(account, { today, month }) ?? (await stateOf(ctx, account, { month, rests: own }));
    const resting = own.flatMap(({ capability, message }) => (capability ? [{ capability, problem: message }] : []));
    return { source: account.source, ...state, resting, today, month };
  });
  return Promise.all(lines);
}

type State = Pick<ProviderLine, 'works' | 'problem' | 'balance'>;

interface Past {
  month: UsageSum;
  rests: readonly Rest[];
}

async function stateOf(ctx: Parts, account: VendorAccount, past: Past): Promise<State> {
  const vendor = allVendors[account.source];
  const check = vendor.check?.(account);
  if (!check) return lastState(past);
  const context = { vendor, account, outbound: ctx.vendorOutbound };
  try {
    const balance = check.read(await sendAuthorized(context, check.request));
    // The operator has acted: workers need not wait any longer.
    await retryAfterCheck(ctx.db.kysely, account.source);
    return { works: true, problem: null, balance };
  } catch (error) {
    if (error instanceof OutboundError) return { works: false, problem: error.message, balance: null };
    if (!(error instanceof ProviderError)) throw error;
    return { works: false, problem: withoutKeys(account, error).message, balance: null };
  }
}

/** For vendors without a free call: the outcome of the last paid one. */
function lastState({ month, rests }: Past): State {
  const rest = rests.find(({ capability }) => capability === null);
  if (rest) return { works: false, problem: rest.message, balance: null };
  return { works: month.calls > 0 ? true : null, problem: null, balance: null };
}

function budgetProblem(account: VendorAccount, { today, month }: Pick<ProviderLine, 'today' | 'month'>): State | null {
  const { dollarsPerDay, dollarsPerMonth, dollarsPerUnit } = limitsOf({ vendor: allVendors[account.source], account });
  const isUsedUp = (sum: UsageSum, budget: number) => dollarsPerUnit > 0 && sum.dollars + dollarsPerUnit > budget;
  const problem = (period: string) => `The budget for this ${period} is used up (VENDOR_LIMITS).`;
  if (isUsedUp(today, dollarsPerDay)) return { works: false, problem: problem('day'), balance: null };
  if (isUsedUp(month, dollarsPerMonth)) return { works: false, problem: problem('month'), balance: null };
  return null;
}

const nothing: UsageSum = { calls: 0, hits: 0, errors: 0, units: 0, dollars: 0, averageMs: null };

/** Sums all capabilities of the source. */
function sumOf(usage: readonly SourceUsage[], source: string, period: SourceUsage['period']): UsageSum {
  const own = usage.filter((one) => one.source === source && one.period === period);
  return own.reduce<UsageSum>(
    (all, { sum }) => ({
      ...{ calls: all.calls + sum.calls, hits: all.hits + sum.hits, errors: all.errors + sum.errors },
      ...{ units: all.units + sum.units, dollars: all.dollars + sum.dollars },
      averageMs: sum.averageMs === null ? all.averageMs : Math.max(all.averageMs ?? 0, sum.averageMs),
    }),
    nothing,
  );
}
