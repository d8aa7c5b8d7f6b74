// Creates the rows a test starts from. Each function takes what matters to the test and fills in the rest.
import { randomUUID } from 'node:crypto';
import type { Database } from '../platform/db.ts';

/** Creates a user with a confirmed email and a profile, with credits if requested. Returns the id. */
export async function createUser(
  { kysely }: Database,
  credits: { backlink?: number; email?: number } = {},
): Promise<string> {
  const email = `${randomUUID()}@zeus.example`;
  const person = { email, email_confirmed_at: new Date() };
  const { id } = await kysely.insertInto('auth.users').values(person).returning('id').executeTakeFirstOrThrow();
  await kysely.insertInto('profiles').values({ id }).execute();
  for (const kind of ['backlink', 'email'] as const) {
    const delta = credits[kind] ?? 0;
    if (delta > 0)
      await kysely.insertInto('credit_entries').values({ user_id: id, kind, delta, reason: 'test' }).execute();
  }
  return id;
}

/** Creates a campaign of the user. Returns its id. */
export async function createCampaign({ kysely }: Database, user_id: string, more: object = {}): Promise<string> {
  const row = { user_id, keyword: 'golf', type: 'Guest Posts', status: 'Waiting to Pick Backlinks', ...more };
  return (await kysely.insertInto('requests').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

export interface Owned {
  userId: string;
  campaignId: string;
}

/** Creates search results of a campaign, in the order of their positions, each with `more`. Returns their ids. */
export async function createSearchResults(
  { kysely }: Database,
  { userId: user_id, campaignId: requests_id }: Owned,
  more: object[] = [{}],
): Promise<string[]> {
  const rows = more.map((one, index) => ({
    user_id,
    requests_id,
    position: index + 1,
    url: `https://site-${index}.example/${randomUUID()}`,
    title: `Result ${index}`,
    ...one,
  }));
  const made = await kysely.insertInto('search_results').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
}

/** Creates backlinks of a campaign, each with `more`. Returns their ids. */
export async function createBacklinks(
  { kysely }: Database,
  { userId: user_id, campaignId: requests_id }: Owned,
  more: object[] = [{}],
): Promise<string[]> {
  const rows = more.map((one, index) => ({
    user_id,
    requests_id,
    url_from: `https://site-${index}.example/${randomUUID()}`,
    domain: `site-${index}.example`,
    title: `Page ${index}`,
    source: 'zeus-own',
    ...one,
  }));
  const made = await kysely.insertInto('backlinks').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
}

/** Creates contacts of a backlink, each with `more`. Returns their ids. */
export async function createContacts(
  { kysely }: Database,
  { userId: user_id, campaignId: request_id, backlinkId: backlink_id }: Owned & { backlinkId: string },
  more: object[] = [{}],
): Promise<string[]> {
  const rows = more.map((one) => ({ user_id, request_id, backlink_id, source: 'zeus-own', ...one }));
  const made = await kysely.insertInto('contacts').values(rows).returning('id').execute();
  return made.map(({ id }) => id);
}
