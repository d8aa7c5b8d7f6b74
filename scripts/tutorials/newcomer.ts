// A new user of a running development Zeus, for scripts that use it like a person: signs up and finds the email.
import { setTimeout as wait } from 'node:timers/promises';

const mailWithinMs = 30_000;

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
