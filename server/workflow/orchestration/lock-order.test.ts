// Code that changes several rows of a campaign locks them by id, as a user's selection does. Otherwise two transactions that
// change the same rows would deadlock, and PostgreSQL would abort one of them.
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { giveUpPages, savePageReadings } from '../../backlinks/backlinks.store.ts';
import { copyScreenshotStates } from '../../backlinks/screenshot-columns.store.ts';
import { removeCampaign } from '../../campaigns/campaigns-data.store.ts';
import { stopLateFetches } from '../../contacts/rows/contacts.store.ts';
import { wantScreenshots } from '../../pictures/wanted-screenshots.store.ts';
import type { Tx } from '../../platform/db.ts';
import { endBacklinkSearches, endWaitingSearches } from '../../search-results/search-results.store.ts';
import { appForTests } from '../../test/app.ts';
import { createBacklinks, createCampaign, createContacts, createSearchResults, type Owned } from '../../test/build.ts';
import { countWaitingForLock } from '../../test/database.ts';
import { endWaiting } from './end-waiting.ts';

const zeus = appForTests();

interface Rows extends Owned {
  /** In id order; inserted in reverse. */
  ids: [first: string, second: string];
  /** The screenshot both backlinks show, in another state than their columns say. */
  picture: number;
}

type Table = 'search_results' | 'backlinks' | 'contacts';

async function twoRows(table: Table): Promise<Rows> {
  const { db } = zeus.ctx;
  const { id: userId } = await zeus.newUser();
  const of = { userId, campaignId: await createCampaign(db, userId) };
  const ids = [randomUUID(), randomUUID()].sort() as Rows['ids'];
  const { id: picture } = await db.kysely
    .insertInto('screenshots')
    .values({ url: `https://site.example/${ids[0]}`, state: 'failed', reason: 'timeout', settled_at: new Date() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rowsWith = (more: object) => ids.toReversed().map((id) => ({ id, ...more }));
  if (table === 'search_results') await createSearchResults(db, of, rowsWith({ backlink_search: 'waiting' }));
  const waiting = { page_read: 'waiting', contact_search: 'waiting', screenshot_id: picture };
  if (table === 'backlinks') await createBacklinks(db, of, rowsWith(waiting));
  if (table === 'contacts') {
    const [backlinkId = ''] = await createBacklinks(db, of);
    await createContacts(db, { ...of, backlinkId }, rowsWith({ email_state: 'fetching' }));
  }
  return { ...of, ids, picture };
}

const reading = {
  ...{ title: 'A', problem: null, domainRating: 1, urlRating: 1, searchTraffic: 1, trafficValue: 1 },
  figureSources: {},
};

const changes: [name: string, table: Table, change: (tx: Tx, rows: Rows) => Promise<unknown>][] = [
  [
    'pages are read',
    'backlinks',
    (tx, { ids }) =>
      savePageReadings(
        tx,
        ids.toReversed().map((id) => ({ id, ...reading })),
      ),
  ],
  ['pages are given up', 'backlinks', (tx, { ids }) => giveUpPages(tx, ids.toReversed(), 'no')],
  ['pictures are wanted', 'backlinks', (tx, rows) => wantScreenshots(tx, rows)],
  ['a picture is ready', 'backlinks', (tx, { picture }) => copyScreenshotStates(tx, [picture])],
  [
    'the backlink search of search results ends',
    'search_results',
    (tx, { ids }) =>
      endBacklinkSearches(
        tx,
        ids.toReversed().map((id) => ({ id, state: 'done' as const })),
      ),
  ],
  ['search results are given up', 'search_results', (tx, { campaignId }) => endWaitingSearches(tx, campaignId)],
  ['the watch gives up backlinks', 'backlinks', (tx, { campaignId }) => endWaiting(tx, campaignId)],
  ['the user stops late emails', 'contacts', (tx, { campaignId }) => stopLateFetches(tx, campaignId)],
  ['the watch gives up search results', 'search_results', (tx, { campaignId }) => endWaiting(tx, campaignId)],
  ...(['search_results', 'backlinks', 'contacts'] as const).map((table): (typeof changes)[number] => [
    `the campaign with its ${table} is deleted`,
    table,
    (tx, { userId, campaignId }) => removeCampaign(tx, userId, campaignId),
  ]),
];

test.each(changes)('%s while a user changes the selection', async (_name, table, change) => {
  const rows = await twoRows(table);
  const { kysely } = zeus.ctx.db;
  const lock = (tx: Tx, id: string) => tx.selectFrom(table).select('id').where('id', '=', id).forUpdate().execute();
  let changed: Promise<unknown> = Promise.resolve();
  await kysely.transaction().execute(async (tx) => {
    await lock(tx, rows.ids[0]);
    changed = kysely.transaction().execute((other) => change(other, rows));
    changed.catch(() => undefined);
    await expect.poll(() => countWaitingForLock(zeus.ctx.db)).toBe(1);
    await lock(tx, rows.ids[1]);
  });
  await changed;
});
