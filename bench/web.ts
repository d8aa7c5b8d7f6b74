// What a page costs and how it scores: gzipped JavaScript of the first load and of each further page, and Lighthouse in
// the machine's Chromium. `npm install --prefix bench --no-package-lock --ignore-scripts` first, then `node bench/web.ts`.
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { signUpNewcomer } from '../scripts/tutorials/newcomer.ts';
import { chromiumLaunchOptions, findChromium, howToInstallChromium } from '../server/platform/chromium/chromium.ts';
import { startZeusProcess, temporaryHome } from '../server/test/zeus-process.ts';

const built = join(import.meta.dirname, '../dist/web');
const categories = ['performance', 'accessibility', 'best-practices'];

/** As Lighthouse's own desktop preset. */
const desktop = {
  formFactor: 'desktop',
  throttling: {
    rttMs: 40,
    throughputKbps: 10_240,
    cpuSlowdownMultiplier: 1,
    requestLatencyMs: 0,
    downloadThroughputKbps: 0,
    uploadThroughputKbps: 0,
  },
  screenEmulation: { mobile: false, width: 1350, height: 940, deviceScaleFactor: 1, disabled: false },
};

type Lighthouse = (
  url: string,
  flags: object,
  config?: object,
) => Promise<{ lhr: { categories: Record<string, { score: number | null }> } } | undefined>;

const { home, remove } = temporaryHome();
const zeus = await startZeusProcess({ home, env: { LOG_LEVEL: 'error' } });
const profile = mkdtempSync(join(tmpdir(), 'zeus-profile-'));
const port = await freePort();
const found = await findChromium();
if (!found) throw new Error(howToInstallChromium());
const launch = chromiumLaunchOptions(found);
const context = await chromium.launchPersistentContext(profile, {
  ...launch,
  args: [...(launch.args ?? []), `--remote-debugging-port=${port}`],
  baseURL: zeus.address,
});
try {
  const campaignId = await prepare(context);
  const guarded = ['/', '/campaign', '/billing', '/account', `/campaign/backlinks/${campaignId}`];
  const pages = [
    ...guarded,
    `/campaign/screen-leads/${campaignId}`,
    `/campaign/contacts/${campaignId}`,
    '/help',
    '/latest',
  ];
  await printWeights(context, pages);
  await printScores(['/', `/campaign/contacts/${campaignId}`, '/login', '/help']);
} finally {
  await context.close();
  await zeus.end();
  rmSync(profile, { recursive: true, force: true });
  remove();
}

/** Signs up and makes a Magic campaign; gives its id. */
async function prepare(context: BrowserContext): Promise<string> {
  const { link } = await signUpNewcomer(zeus.address);
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
  // Whoever is signed in has used a form of /login, which brings the auth client.
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

async function printScores(paths: readonly string[]): Promise<void> {
  const lighthouse = await loadLighthouse();
  for (const path of paths) {
    const flags = { port, onlyCategories: categories, disableStorageReset: true, logLevel: 'error' };
    // A desktop screen: the product is a tool for the desk.
    const config = { extends: 'lighthouse:default', settings: desktop };
    const result = await lighthouse(zeus.address + path, flags, config);
    const scores = categories.map((name) => `${name} ${Math.round((result?.lhr.categories[name]?.score ?? 0) * 100)}`);
    console.log(`Lighthouse ${path.replace(/[0-9a-f-]{36}/, '{id}')}: ${scores.join(', ')} (aim: 98, 100, 100)`);
  }
}

async function loadLighthouse(): Promise<Lighthouse> {
  const require = createRequire(join(import.meta.dirname, 'node_modules/'));
  const { default: lighthouse } = (await import(pathToFileURL(require.resolve('lighthouse')).href)) as {
    default: Lighthouse;
  };
  return lighthouse;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
