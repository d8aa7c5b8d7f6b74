// A new user of a running Zeus of development, for scripts that use it as a person does: signs up and finds the mail.
import { setTimeout as wait } from 'node:timers/promises';

const mailWithinMs = 30_000;

export interface Newcomer {
  email: string;
  password: string;
  /** Where the mail leads: opened in a browser it confirms the address and signs in. */
  link: string;
}

/** Signs up at the address of a running Zeus. Rejects when no mail arrives in its mailbox. */
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
