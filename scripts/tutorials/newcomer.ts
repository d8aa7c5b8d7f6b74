// A new user of a development Zeus, for scripts that use it like a person.
import { setTimeout as wait } from 'node:timers/promises';
import { type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { chromiumLaunchOptions, findChromium, howToInstallChromium } from '../../server/platform/chromium/chromium.ts';
import { practiceIsCrawled, startZeusProcess, temporaryHome } from '../../server/test/zeus-process.ts';

const mailWithinMs = 30_000;

/** Starts a Zeus with these settings on the practice web, signs up, and passes on the page. Throws if there is no browser. */
export async function withNewcomer(
  { env, ...context }: BrowserContextOptions & { env: Record<string, string> },
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const found = await findChromium();
  if (!found) throw new Error(howToInstallChromium());
  const { home, remove } = temporaryHome();
  const zeus = await startZeusProcess({ home, env: { LOG_LEVEL: 'error', ...env } });
  const browser = await chromium.launch(chromiumLaunchOptions(found));
  try {
    const opened = await browser.newContext({ baseURL: zeus.address, colorScheme: 'light', ...context });
    const page = await opened.newPage();
    await practiceIsCrawled(zeus.address);
    await page.goto(await signUpNewcomer(zeus.address));
    await page.getByRole('heading', { name: 'Email Confirmed!' }).waitFor();
    await use(page);
  } finally {
    await browser.close();
    await zeus.end();
    remove();
  }
}

/**
 * Signs up at a running Zeus. Returns the link in the email: opened in a browser, it confirms the address and signs in. Rejects if
 * no email arrives.
 */
export async function signUpNewcomer(address: string): Promise<string> {
  const email = `newcomer.${Date.now()}@example.com`;
  const answer = await fetch(`${address}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'correct horse' }),
  });
  if (!answer.ok) throw new Error(`sign-up was refused: ${answer.status} ${await answer.text()}`);
  const until = Date.now() + mailWithinMs;
  while (Date.now() < until) {
    const mails = (await (await fetch(`${address}/mailbox.json`)).json()) as { to: string; links: string[] }[];
    const link = mails.find(({ to }) => to === email)?.links[0];
    if (link) return link;
    await wait(200);
  }
  throw new Error(`no mail for ${email} within ${mailWithinMs / 1_000} s`);
}
