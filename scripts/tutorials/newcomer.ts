// A new user of a running development Zeus, for scripts that use it like a person: waits until there is something to find, signs up
// and finds the email.
import { setTimeout as wait } from 'node:timers/promises';

const mailWithinMs = 30_000;
const crawledWithinMs = 180_000;

export interface Newcomer {
  email: string;
  password: string;
  /** The link in the email: opened in a browser, it confirms the address and signs in. */
  link: string;
}

/** Signs up at a running Zeus. Rejects if no email arrives in its mailbox. */
export async function signUpNewcomer(address: string): Promise<Newcomer> {
  const email = `newcomer.${Date.now()}@example.com`;
  const password = 'correct horse';
  const answer = await fetch(`${address}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-up was refused: ${answer.status} ${await answer.text()}`);
  const until = Date.now() + mailWithinMs;
  while (Date.now() < until) {
    const mails = (await (await fetch(`${address}/mailbox.json`)).json()) as { to: string; links: string[] }[];
    const link = mails.find(({ to }) => to === email)?.links[0];
    if (link) return { email, password, link };
    await wait(200);
  }
  throw new Error(`no mail for ${email} within ${mailWithinMs / 1_000} s`);
}

/** Resolves when the practice web is in the link index and rated; before that, a search finds little. */
export async function practiceIsCrawled(address: string): Promise<void> {
  const isCrawling = /zeus_jobs\{job="index\.(?:crawl|rate)",state="(?:waiting|running)"\} [1-9]/;
  const until = Date.now() + crawledWithinMs;
  while (isCrawling.test(await (await fetch(`${address}/metrics`)).text())) {
    if (Date.now() > until) throw new Error(`the practice web is not crawled within ${crawledWithinMs / 1_000} s`);
    await wait(500);
  }
}
