// The development mailbox, as a person would open it.
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { besidePage } from './browser.ts';

interface KeptMail {
  to: string;
  subject: string;
  text: string;
  links: string[];
}

/** An address not used before. */
export function newAddress(name = 'ada'): string {
  return `${name}.${randomUUID().slice(0, 8)}@example.com`;
}

/** Waits for the newest email to an address with this subject. */
export async function waitForMail(page: Page, to: string, subject: string): Promise<KeptMail & { code: string }> {
  let found: KeptMail | undefined;
  await expect
    .poll(
      async () => {
        const kept = (await (await page.request.get('/mailbox.json', { headers: besidePage })).json()) as KeptMail[];
        found = kept.find((mail) => mail.to === to && mail.subject === subject);
        return found?.subject;
      },
      { timeout: 30_000, interval: 50, message: `a mail "${subject}" to ${to}` },
    )
    .toBe(subject);
  if (!found) throw new Error('unreachable');
  return { ...found, code: /code: (\d+)/i.exec(found.text)?.[1] ?? '' };
}

/** Its first link. */
export function linkOf({ links: [link] }: KeptMail): string {
  if (!link) throw new Error('the mail has no link');
  return link;
}
