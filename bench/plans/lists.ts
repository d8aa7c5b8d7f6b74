// Every list that a user or an operator can request.
import { listUsers } from '../../server/auth/admin/list-users.ts';
import type { Auth } from '../../server/auth/auth.ts';
import { backlinkSelection, backlinksForFile, listBacklinks } from '../../server/backlinks/backlinks-data.store.ts';
import { listOwnRecords } from '../../server/billing/stores/records.store.ts';
import { readOwnSubscriptions } from '../../server/billing/stores/subscriptions.store.ts';
import { readOwnUse } from '../../server/billing/stores/use.store.ts';
import { findCampaign, listCampaigns } from '../../server/campaigns/campaigns-data.store.ts';
import { contactSelection, contactsForFile, listContacts } from '../../server/contacts/contacts-data.store.ts';
import { listCampaignSpending, listEntries as listLedger } from '../../server/credits/credits-data.store.ts';
import { findOwnScreenshot } from '../../server/pictures/screenshots/screenshots.store.ts';
import { listSearchResults, searchResultSelection } from '../../server/search-results/search-results-data.store.ts';
import { listBuckets } from '../../server/storage/buckets/buckets.store.ts';
import { measureUse } from '../../server/storage/files/files.store.ts';
import { listEntries } from '../../server/storage/objects/list-objects.store.ts';
import { findOwnProfile } from '../../server/users/profiles.store.ts';
import { backlinkOrders } from '../../shared/api/backlinks.ts';
import { contactOrders } from '../../shared/api/contacts.ts';
import { searchResultOrders } from '../../shared/api/search-results.ts';
import type { Query } from './run.ts';

const first = { limit: 10, offset: 0 };
const directions = ['asc', 'desc'] as const;
const monthAgo = () => new Date(Date.now() - 30 * 86_400_000);

const ordered = <Column extends string>(columns: readonly Column[]) =>
  columns.flatMap((column) => directions.map((direction) => ({ column, direction })));

const campaignLists: Query[] = [
  ...(ordered(searchResultOrders).map((order) => ({
    name: `search results by ${order.column} ${order.direction}`,
    run: ({ db, userId, campaignId }) => listSearchResults(db, userId, { campaignId, ...first, order }),
  })) satisfies Query[]),
  ...(ordered(backlinkOrders).map((order) => ({
    name: `backlinks by ${order.column} ${order.direction}`,
    run: ({ db, userId, campaignId }) => listBacklinks(db, userId, { campaignId, ...first, order }),
  })) satisfies Query[]),
  {
    name: 'kept backlinks, last page',
    run: ({ db, userId, campaignId, backlinkIds: { length } }) =>
      listBacklinks(db, userId, {
        ...{ campaignId, keep: true, limit: 10, offset: length / 2 },
        order: { column: 'domain_rating', direction: 'desc' },
      }),
  },
  ...(ordered(contactOrders).map((order) => ({
    name: `contacts by ${order.column} ${order.direction}`,
    run: ({ db, userId, campaignId }) => listContacts(db, userId, { campaignId, ...first, order }),
  })) satisfies Query[]),
  {
    name: 'contacts of a backlink',
    run: ({ db, userId, campaignId, backlinkIds: [backlinkId] }) =>
      listContacts(db, userId, { campaignId, backlinkId, ...first, order: { column: 'id', direction: 'asc' } }),
  },
  {
    name: 'backlinks.csv',
    run: ({ db, userId, campaignId }) => readAll(backlinksForFile(db, userId, { campaignId, kept: false })),
  },
  {
    name: 'contacts.csv',
    run: ({ db, userId, campaignId }) => readAll(contactsForFile(db, userId, { campaignId, selected: false })),
  },
];

async function readAll(batches: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of batches);
}

const selectable = [
  ['search results', searchResultSelection, 'resultIds', { words: 'a', minDr: 10, minTraffic: 1, source: 'zeus-own' }],
  ['backlinks', backlinkSelection, 'backlinkIds', { words: 'a', minDr: 10, minTraffic: 1, known: false }],
  ['contacts', contactSelection, 'contactIds', { words: 'a', source: 'zeus-own' }],
] as const;
const changeId = '01a8c5a0-5b1e-7c3a-9a51-3f6f0b1f7c11';

const selections: Query[] = selectable.flatMap(([name, selection, ids, filter]): Query[] => [
  {
    name: `save 10,000 ${name}`,
    run: ({ db, userId, campaignId, ...at }) =>
      selection(db).saveRows({ userId, campaignId, rows: at[ids].map((id) => ({ id, keep: true })) }),
  },
  {
    name: `select all ${name}`,
    run: ({ db, userId, campaignId }) =>
      selection(db).selectMatching({ userId, campaignId, filter: {}, keep: false, changeId }),
  },
  {
    name: `select matching ${name}`,
    run: ({ db, userId, campaignId }) =>
      selection(db).selectMatching({ userId, campaignId, filter, keep: true, changeId }),
  },
  {
    name: `undo a selection of ${name}`,
    run: ({ db, userId, campaignId }) => selection(db).undo({ userId, campaignId, changeId }),
  },
]);

export const lists: Query[] = [
  { name: 'campaigns', run: ({ db, userId }) => listCampaigns(db, userId, { limit: 1_000 }) },
  { name: 'one campaign', run: ({ db, userId, campaignId }) => findCampaign(db, userId, campaignId) },
  ...campaignLists,
  ...selections,
  { name: 'profile', run: ({ db, userId }) => findOwnProfile(db, userId) },
  {
    name: 'screenshot of a backlink',
    run: ({ db, userId, backlinkIds: [id = ''] }) => findOwnScreenshot(db, userId, id),
  },
  { name: 'credit entries', run: ({ db, userId }) => listLedger(db, userId, { limit: 50 }) },
  {
    name: 'credit entries, older',
    run: ({ db, userId, entryId }) => listLedger(db, userId, { limit: 50, before: entryId }),
  },
  {
    name: 'credit entries of a campaign',
    run: ({ db, userId, campaignId }) => listLedger(db, userId, { limit: 50, campaignId }),
  },
  { name: 'spending of campaigns', run: ({ db, userId }) => listCampaignSpending(db, userId, { limit: 20 }) },
  { name: 'use by day', run: ({ db, userId }) => readOwnUse(db, userId, monthAgo()) },
  {
    name: 'payments',
    run: async ({ db, userId }) => {
      const [customer] = await readOwnSubscriptions(db, userId, 'live');
      await listOwnRecords(db, { userId, customerId: customer?.customer_id ?? '' }, 100);
    },
  },
  { name: 'subscriptions', run: ({ db, userId }) => readOwnSubscriptions(db, userId, 'live') },
  {
    name: 'buckets',
    run: ({ db, userId }) => listBuckets(db, userId, { ...first, search: '', sortColumn: 'name', sortOrder: 'asc' }),
  },
  ...(['', 'folder-7'].map((folder) => ({
    name: `files in ${folder || 'a bucket'}`,
    run: ({ db, userId, bucketId }) =>
      listEntries(db, { userId, bucketId, folder, search: '', ...first, sortBy: { column: 'name', order: 'asc' } }),
  })) satisfies Query[]),
  { name: 'storage in use', run: ({ db, userId }) => measureUse(db.kysely, userId) },
  { name: 'all users', run: ({ db }) => listUsers({ db } as Auth, { page: 1, perPage: 50 }) },
];
