// `npm run providers`: which live sources are configured, whether they work, what is left in the accounts, what was used, who is
// asked first, and whether port 25 is open. Exit code 1 if a source does not work. Makes only free calls to vendors.
import { backlinkSources } from '../../server/engine/backlinks/sources.ts';
import { domainFinders, personFinders } from '../../server/engine/email-finders/sources.ts';
import { metricsSources } from '../../server/engine/metrics/sources.ts';
import { screenshotServices } from '../../server/engine/screenshots/services/services.ts';
import { searchSources } from '../../server/engine/search/sources.ts';
import { openVendorOutbound } from '../../server/engine/vendors/all-vendors.ts';
import type { SourceParts } from '../../server/engine/vendors/open-sources.ts';
import { practicePartners, withPracticePartners } from '../../server/engine/vendors/practice-partners.ts';
import { type ProviderLine, reportProviders } from '../../server/engine/vendors/provider-report.ts';
import { allAccounts, usableAccounts } from '../../server/engine/vendors/usable-accounts.ts';
import type { UsageSum } from '../../server/engine/vendors/usage.store.ts';
import { verifiersInOrder } from '../../server/engine/verification/partners/sources.ts';
import { detectPort25 } from '../../server/engine/verification/port-25.ts';
import type { Config } from '../../server/platform/config.ts';
import type { Database } from '../../server/platform/db.ts';
import { createLog } from '../../server/platform/log.ts';
import { findRunningPractice } from '../../server/start-practice.ts';
import { readConfig, runForOperator, withMigratedDatabase } from './configured-database.ts';

runForOperator(async () => {
  const config = readConfig();
  await withMigratedDatabase(config, 'providers', (db) => report(config, db));
});

async function report(settings: Config, db: Database): Promise<void> {
  const practice = await findRunningPractice(settings);
  const config = withPracticePartners(settings, practice);
  const vendorOutbound = openVendorOutbound(config);
  try {
    const accounts = usableAccounts({ config, practice });
    const lines = await reportProviders({ db, vendorOutbound }, accounts);
    print(lines, config.practice);
    printPracticeNote(config, { hasLines: lines.length > 0 });
    const unused = allAccounts(config).filter((account) => !accounts.includes(account));
    if (unused.length > 0) {
      console.log(`\nNot used while PRACTICE is on: ${unused.map(({ source }) => source).join(', ')}`);
    }
    printOrder({ config, db, log: createLog(config), practice, vendorOutbound });
    await printPort25(config);
    if (lines.some(({ works }) => works === false)) process.exitCode = 1;
  } finally {
    await vendorOutbound.close();
  }
}

function printPracticeNote({ practice, liveSources }: Config, { hasLines }: { hasLines: boolean }): void {
  if (!practice) return;
  if (hasLines)
    console.log('\nStand-ins answer from the practice web. They are not the real services, and no money is spent.');
  else if (liveSources.accounts.length === 0) {
    console.log(`While Zeus runs on its practice web, stand-ins are on: ${practicePartners.join(', ')}.`);
  }
}

/** Who is asked first for each capability. */
function printOrder(parts: SourceParts): void {
  const { finders, magic } = backlinkSources(parts);
  const orders = {
    'Search results': searchSources(parts),
    Backlinks: finders,
    'Magic Search': magic,
    'Ratings and traffic': metricsSources(parts),
    'Address of a person': personFinders(parts),
    'Everyone at a domain': domainFinders(parts),
    Verification: verifiersInOrder(parts, zeusOwn),
    Screenshots: [zeusOwn, ...screenshotServices(parts)],
  };
  console.log('');
  for (const [name, order] of Object.entries(orders)) {
    console.log(`${name}: ${[...new Set(order.map(({ source }) => source))].join(', then ') || 'none'}`);
  }
}

/** For the list only. */
const zeusOwn = { source: 'zeus-own', verify: () => Promise.reject(new Error('nothing is verified here')) };

/** Whether Zeus can ask mail servers itself. */
async function printPort25(config: Config): Promise<void> {
  const { state, why } = await detectPort25({ config, practice: config.practice || undefined });
  const says = { open: 'open', closed: 'CLOSED', unknown: 'not known' }[state];
  const then = state === 'closed' ? ' zeus-own only checks DNS; partners verify addresses.' : '';
  console.log(`\nPort 25: ${says} (${why}).${then}`);
}

function print(lines: readonly ProviderLine[], isPractice: boolean): void {
  if (lines.length === 0) {
    console.log('No live source is configured. See docs/going-live.md.');
    return;
  }
  const head = ['source', 'works', 'balance', ...period('today'), ...period('month')];
  const rows = lines.map(({ source, works, resting, balance, today, month }) => [
    isPractice ? `${source} (stand-in)` : source,
    works === null ? 'not tried' : !works ? 'NO' : resting.length > 0 ? 'partly' : 'yes',
    balance ?? '-',
    ...figures(today),
    ...figures(month),
  ]);
  const widths = head.map((title, column) => Math.max(...[head, ...rows].map((row) => (row[column] ?? title).length)));
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) => cell.padEnd(widths[column] ?? 0));
    console.log(cells.join('  ').trimEnd());
  }
  for (const { source, problem, resting } of lines) {
    if (problem) console.log(`\n${source}: ${problem}`);
    for (const part of resting) {
      console.log(`\n${source}: not used for ${part.capability}, which the plan does not include: ${part.problem}`);
    }
  }
}

const period = (name: string) => [`calls ${name}`, 'hits', 'errors', 'dollars', 'ms'];

const figures = ({ calls, hits, errors, dollars, averageMs }: UsageSum) => [
  String(calls),
  String(hits),
  String(errors),
  `$${dollars.toFixed(4)}`,
  averageMs === null ? '-' : String(averageMs),
];
