// What a page costs and how it scores: gzipped JavaScript of the first load and of each further page, and Lighthouse in the
// machine's Chromium. First `npm install --prefix bench --no-package-lock --ignore-scripts`, then `node bench/web.ts`.
// `--public` scores only the pages that need no account; `--runs 3` prints the median of three.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { signUpNewcomer } from '../scripts/tutorials/newcomer.ts';
import { chromiumLaunchOptions, findChromium, howToInstallChromium } from '../server/platform/chromium/chromium.ts';
import { startZeusProcess, temporaryHome } from '../server/test/zeus-process.ts';
import { median } from './median.ts';
import { categories, type FormFactor, type Scores, scorePage } from './web/lighthouse.ts';

const built = join(import.meta.dirname, '../dist/web');
/** Pages anyone can open: Zeus is used on a desktop, but these are also read on phones. */
const publicPages = ['/login', '/signup', '/latest', '/help'];

const { values: options } = parseArgs({
  options: { runs: { type: 'string', default: '1' }, public: { type: 'boolean', default: false } },
});
const runs = Number(options.runs);
const found = await findChromium();
if (!found) throw new Error(howToInstallChromium());
const browser = found;
const { home, remove } = temporaryHome();
const profile = mkdtempSync(join(tmpdir(), 'zeus-profile-'));
const zeus = await startZeusProcess({ home, env: { LOG_LEVEL: 'error' } });
try {
  if (!options.public) {
    const campaignId = await weighPages();
    await printScores(['/', `/campaign/contacts/${campaignId}`], 'desktop', profile);
  }
  await printScores(publicPages, 'desktop');
  await printScores(publicPages, 'mobile');
} finally {
  await zeus.end();
  rmSync(profile, { recursive: true, force: true });
  remove();
}

/** Prints what each page loads. Leaves the profile signed in, and returns the id of its campaign. */
async function weighPages(): Promise<string> {
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumLaunchOptions(browser),
    baseURL: zeus.address,
  });
  try {
    const campaignId = await prepare(context);
    const steps = ['backlinks', 'screen-leads', 'contacts'].map((step) => `/campaign/${step}/${campaignId}`);
    await printWeights(context, ['/', '/campaign', '/billing', '/account', ...steps, '/help', '/latest']);
    return campaignId;
  } finally {
    await context.close();
  }
}

/** Signs up and creates a Magic campaign; returns its id. */
async function prepare(context: BrowserContext): Promise<string> {
  const link = await signUpNewcomer(zeus.address);
  const page = await context.newPage();
  await page.goto(link);
  await page.getByRole('heading', { name: 'Email Confirmed!' }).waitFor();
  return page.evaluate(async () => {
    const kept = Object.values(localStorage).find((value) => value.includes('access_token')) ?? '{}';
    const answer = await fetch('/api/campaign/new', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${(JSON.parse(kept) as { access_token?: string }).access_token}`,
      },
      body: JSON.stringify({
        keyword: 'Managed WordPress Hosting',
        magicCampaign: true,
        minDR: 0,
        maxDR: 100,
        minWords: 1,
        minTraffic: 1,
      }),
    });
    return ((await answer.json()) as { id: string }).id;
  });
}

async function printWeights(context: BrowserContext, pages: readonly string[]): Promise<void> {
  const stranger = await context.browser()?.newContext({ baseURL: zeus.address });
  const login = await scriptsOf(stranger ?? context, '/login');
  console.log(`JavaScript of /login, gzipped: ${kilobytes(login)} KB (aim: at most 130)`);
  // A signed-in user has used a form of /login, which loads the auth client.
  const known = await scriptsOf(stranger ?? context, '/login', (page) => page.getByLabel('Email').focus());
  console.log(`  once a field has the focus: ${kilobytes(known)} KB`);
  for (const path of pages) {
    const more = [...(await scriptsOf(context, path))].filter((script) => !known.has(script));
    console.log(`  more at ${path.replace(/[0-9a-f-]{36}/, '{id}')}: ${kilobytes(more)} KB (aim: at most 50)`);
  }
}

async function scriptsOf(
  context: BrowserContext,
  path: string,
  use?: (page: Page) => Promise<void>,
): Promise<Set<string>> {
  const page = await context.newPage();
  const scripts = new Set<string>();
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(new URL(request.url()).pathname);
  });
  await page.goto(path);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await use?.(page);
  await page.waitForTimeout(1_000);
  await page.close();
  return scripts;
}

function kilobytes(scripts: Iterable<string>): string {
  const bytes = [...scripts].reduce((sum, script) => sum + statSync(join(built, `${script}.gz`)).size, 0);
  return (bytes / 1_000).toFixed(1);
}

/** Without a profile, every page is opened by a fresh browser. */
async function printScores(paths: readonly string[], formFactor: FormFactor, signedIn?: string): Promise<void> {
  for (const path of paths) {
    const all: Scores[] = [];
    for (let run = 0; run < runs; run += 1) all.push(await score(path, formFactor, signedIn));
    const scores = categories.map((name) => `${name} ${median(all.map((one) => one[name]))}`);
    const page = path.replace(/[0-9a-f-]{36}/, '{id}');
    console.log(`Lighthouse ${formFactor} ${page}: ${scores.join(', ')} (aim: 98, 100, 100)${busy()}`);
  }
}

async function score(path: string, formFactor: FormFactor, signedIn?: string): Promise<Scores> {
  const own = signedIn ?? mkdtempSync(join(tmpdir(), 'zeus-profile-'));
  try {
    return await scorePage({ chromium: browser, url: zeus.address + path, formFactor, profile: own });
  } finally {
    if (!signedIn) rmSync(own, { recursive: true, force: true });
  }
}

/** Lighthouse measures real CPU time, so other programs lower the performance score, on desktop from 100 to as little as 40. */
function busy(): string {
  const [load = 0] = loadavg();
  return load > availableParallelism() * 1.5 ? `; the machine is busy (load ${load.toFixed(0)}), so measure again` : '';
}
