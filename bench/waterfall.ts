// What partners add: every signed article of the practice web, searched in Author Mode by Zeus alone and with all partners.
// Prints contacts by verdict, wrong verdicts, and yield and cost per partner.
// npx node bench/waterfall.ts [--pages 120]
import { parseArgs } from 'node:util';
import { startPracticeWeb } from '../practice/start.ts';
import { truthOf } from '../practice/truth.ts';
import { vendorSettings } from '../practice/vendors/vendor-settings.ts';
import { finderOf } from '../server/engine/finding/finder.ts';
import type { AddressLookup } from '../server/engine/finding/look-up-address.ts';
import { type Partners, partnersOf } from '../server/engine/finding/partners/partners.ts';
import { createTestApp } from '../server/test/app.ts';
import { type TestDatabase, withTemporaryDatabase } from '../server/test/database.ts';

const { values } = parseArgs({ options: { pages: { type: 'string', default: '120' } } });

interface Tally {
  people: number;
  verdicts: Map<string, number>;
  /** Called valid, but the truth says otherwise. */
  wrong: string[];
  bySource: Map<string, { found: number; valid: number }>;
}

const nobody: Partners = { people: [], domains: [], verifiers: [] };

/** The settings that `npm run practice -- --vendors` prints. */
const settingsOf = (vendorUrl: string) =>
  Object.fromEntries(
    vendorSettings(vendorUrl)
      .split('\n')
      .flatMap((line) => (line.startsWith('#') ? [] : [line.split(/=(.*)/s).slice(0, 2)])),
  ) as Record<string, string>;

async function search(db: TestDatabase, usesPartners: boolean): Promise<Tally> {
  const practice = await startPracticeWeb({ slowMs: 100 });
  const zeus = await createTestApp({ practice, db, env: settingsOf(practice.vendorUrl) });
  try {
    const truth = truthOf(practice.world, practice.port);
    const verdictOf = new Map([...truth.people, ...truth.addresses].map((one) => [one.address, one.verdict]));
    const finder = finderOf(zeus.ctx, usesPartners ? partnersOf(zeus.ctx) : nobody);
    const call = { outbound: zeus.ctx.outbound, log: zeus.ctx.log };
    const tally: Tally = { people: 0, verdicts: new Map(), wrong: [], bySource: new Map() };
    const signed = truth.pages.filter(({ authorIds }) => authorIds.length > 0).slice(0, Number(values.pages));
    const known = new Set<string>();
    for (const { url } of signed) {
      for (const person of (await finder.studySite(url)).people.filter(({ isAuthor }) => isAuthor)) {
        const key = `${person.name} ${person.guesses[0]?.address}`;
        if (known.has(key)) continue;
        known.add(key);
        tally.people += 1;
        count(tally, await askUntilReady(() => finder.lookUpAddress(person, call)), verdictOf);
      }
    }
    if (usesPartners) await printPartners(zeus.ctx.db);
    return tally;
  } finally {
    await zeus.close();
    await practice.stop();
  }
}

/** Waits for partners and greylisting servers, as the jobs do. */
async function askUntilReady(look: () => Promise<AddressLookup>): Promise<AddressLookup> {
  for (let tries = 0; ; tries += 1) {
    const lookup = await look();
    const seconds = lookup.kind === 'could-not-look' ? lookup.why.retryAfterSeconds : undefined;
    if (seconds === undefined || seconds > 10 || tries === 5) return lookup;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

function count(tally: Tally, lookup: AddressLookup, verdictOf: ReadonlyMap<string, string>): void {
  const found = lookup.kind === 'found' ? lookup.found : lookup.kind === 'could-not-look' ? lookup.fallback : undefined;
  const verdict = found?.verification.verdict ?? lookup.kind;
  tally.verdicts.set(verdict, (tally.verdicts.get(verdict) ?? 0) + 1);
  if (!found) return;
  if (verdict === 'valid' && verdictOf.get(found.address) !== 'valid') tally.wrong.push(found.address);
  const source = 'partner' in found.from ? found.from.partner : 'zeus-own';
  const of = tally.bySource.get(source) ?? { found: 0, valid: 0 };
  tally.bySource.set(source, { found: of.found + 1, valid: of.valid + (verdict === 'valid' ? 1 : 0) });
}

/** Partners that find addresses: how often each was asked, what that brought, and what it cost. Then those that only verify. */
async function printPartners(db: Awaited<ReturnType<typeof createTestApp>>['ctx']['db']): Promise<void> {
  const rows = await db.sql<
    Record<'source' | 'calls' | 'dollars' | 'asked' | 'found' | 'valid', string | number | null>[]
  >`
    select source, bills.calls, bills.dollars, results.asked, results.found, results.valid
    from (select source, sum(calls)::int as calls, sum(dollars) as dollars from provider_usage group by source) as bills
    left join (select regexp_replace(source, '-v2$', '') as source, sum(asked)::int as asked, sum(found)::int as found, sum(valid)::int as valid
      from finder_results group by 1) as results using (source)
    order by results.valid desc nulls last, source`;
  console.log('\nyield and cost per partner');
  for (const { source, calls, dollars, asked, found, valid } of rows) {
    const price = Number(valid) > 0 ? `, $${(Number(dollars) / Number(valid)).toFixed(3)} per valid address` : '';
    const brought = asked === null ? 'verifies' : `asked ${asked}, found ${found}, valid ${valid}`;
    console.log(`  ${source}: ${brought}; ${calls} calls, $${Number(dollars).toFixed(3)}${price}`);
  }
}

function print(title: string, { people, verdicts, wrong, bySource }: Tally): void {
  console.log(`\n${title}: ${people} authors`);
  for (const [verdict, number] of [...verdicts].sort(([, a], [, b]) => b - a)) console.log(`  ${verdict}: ${number}`);
  console.log(`  called valid wrongly: ${wrong.length} ${wrong.join(', ')}`);
  for (const [source, { found, valid }] of bySource) console.log(`  found by ${source}: ${found}, valid ${valid}`);
}

let alone: Tally | undefined;
let together: Tally | undefined;
await withTemporaryDatabase(async (db) => {
  alone = await search(db, false);
});
await withTemporaryDatabase(async (db) => {
  together = await search(db, true);
});
if (!alone || !together) throw new Error('a search has no result');
print('Zeus alone', alone);
print('with partners', together);
const [before, after] = [alone, together].map(({ verdicts }) => verdicts.get('valid') ?? 0);
console.log(`\nvalid contacts: ${before} → ${after} (${(((after ?? 0) / (before || 1) - 1) * 100).toFixed(1)} % more)`);
