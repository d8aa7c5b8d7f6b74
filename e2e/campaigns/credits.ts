// The balances of a user, read as the user and changed in the database.
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { openDatabase } from '../../server/platform/db.ts';
import { embeddedServerOptions } from '../../server/platform/embedded-postgres/configured.ts';
import { callAs } from './prepared.ts';

interface Balances {
  id: string;
  credits: number;
  email_credits: number;
}

export const balances = (page: Page) => callAs<Balances>(page, 'GET', '/data/profiles/me');

/** Takes away all credits of this kind but so many: spending them would take a minute. */
export async function leaveCredits(page: Page, kind: 'backlink' | 'email', left: number) {
  const { id: user_id, credits, email_credits } = await balances(page);
  const delta = left - (kind === 'backlink' ? credits : email_credits);
  const { dataDir, password } = embeddedServerOptions({ home: inject('zeus').home });
  const address = { host: dataDir, port: 5432, user: 'zeus', password, database: 'zeus' };
  const db = openDatabase(address, { poolSize: 1 });
  try {
    await db.kysely.insertInto('credit_entries').values({ user_id, kind, delta, reason: 'test' }).execute();
  } finally {
    await db.close();
  }
}
