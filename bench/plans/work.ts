// Queries of jobs about one campaign, backlink, contact or user.

import { findSession, hasSessionFrom } from '../../server/auth/sessions/sessions.store.ts';
import { deleteUserRow, findUserByEmail } from '../../server/auth/users/users.store.ts';
import {
  giveUpPages,
  listBacklinkDomains,
  listUnreadIds,
  listUnreadPages,
  markSlowSite,
} from '../../server/backlinks/backlinks.store.ts';
import {
  awaitContactSearches,
  hasUnsearched,
  listUnsearched,
  lockBacklinks,
} from '../../server/backlinks/contact-searches.store.ts';
import { copyLinkChecks } from '../../server/backlinks/link-columns.store.ts';
import { beginRead } from '../../server/billing/stores/customers.store.ts';
import { findCampaignSearch } from '../../server/campaigns/campaign-search.store.ts';
import { lockCampaign } from '../../server/campaigns/campaigns.store.ts';
import { removeCampaign } from '../../server/campaigns/campaigns-data.store.ts';
import { countWorking, findRepeated } from '../../server/campaigns/new-campaigns.store.ts';
import { listFoundByDomain, listOfBacklink, readContact } from '../../server/contacts/rows/contacts.store.ts';
import { findPaidReason } from '../../server/contacts/rows/paid-addresses.store.ts';
import { readSavedContacts, saveSearchOutcomes } from '../../server/contacts/rows/search-end.store.ts';
import { readWorks } from '../../server/contacts/rows/work.store.ts';
import { isHostInUse } from '../../server/pictures/favicons/favicons.store.ts';
import { listTargets, recheckPages } from '../../server/pictures/links/link-checks.store.ts';
import { forgetFile } from '../../server/pictures/screenshots/screenshots.store.ts';
import { settleScreenshot } from '../../server/pictures/screenshots/settle-screenshot.ts';
import { wantScreenshots } from '../../server/pictures/wanted-screenshots.store.ts';
import {
  awaitBacklinkSearches,
  endBacklinkSearches,
  endWaitingSearches,
  lockWaitingResults,
} from '../../server/search-results/search-results.store.ts';
import { deleteObjects, findNames } from '../../server/storage/objects/objects.store.ts';
import { endWaiting } from '../../server/workflow/orchestration/end-waiting.ts';
import { lockCampaignState } from '../../server/workflow/orchestration/orchestration.store.ts';
import { countKept, isKept } from '../../server/workflow/steps/kept-rows.store.ts';
import { rolledBack } from './rolled-back.ts';
import type { Query } from './run.ts';

const some = <Item>(items: readonly Item[]) => items.slice(0, 25);

const onCampaign: Query[] = [
  rolledBack('campaign search', (tx, { campaignId }) => findCampaignSearch(tx, campaignId)),
  rolledBack('campaign state', (tx, { campaignId }) => lockCampaignState(tx, campaignId)),
  rolledBack('campaign locked', (tx, { campaignId }) => lockCampaign(tx, { campaignId })),
  rolledBack('campaign given up', (tx, { campaignId }) => endWaiting(tx, campaignId)),
  rolledBack('campaign removed', (tx, { userId, campaignId }) => removeCampaign(tx, userId, campaignId)),
  rolledBack('repeated form', (tx, { userId }) => findRepeated(tx, { userId, key: 'form:abc', waitedMs: 0 })),
  rolledBack('repeated key', (tx, { userId }) => findRepeated(tx, { userId, key: 'abc', waitedMs: 0 })),
  rolledBack('campaigns being worked on', (tx, { userId }) => countWorking(tx, userId)),
  rolledBack('kept search results', (tx, { campaignId }) => countKept(tx, 'search_results', campaignId)),
  rolledBack('exactly these kept', (tx, { campaignId, backlinkIds }) =>
    isKept(tx, 'backlinks', campaignId, backlinkIds),
  ),
  rolledBack('order backlinks', (tx, { campaignId }) => awaitBacklinkSearches(tx, campaignId, ['failed'])),
  rolledBack('order contacts', (tx, { campaignId }) =>
    awaitContactSearches(tx, campaignId, { states: ['failed'], mode: 'author' }),
  ),
  rolledBack('unsearched backlinks', (tx, { campaignId }) => hasUnsearched(tx, campaignId)),
  rolledBack('waiting results', (tx, { campaignId }) => lockWaitingResults(tx, campaignId)),
  rolledBack('results given up', (tx, { campaignId }) => endWaitingSearches(tx, campaignId)),
  rolledBack('unread pages of a campaign', (tx, { campaignId }) => listUnreadIds(tx, campaignId)),
  rolledBack('backlinks to search', (tx, { campaignId }) => listUnsearched(tx, campaignId)),
  rolledBack('domains of a campaign', (tx, { campaignId }) => listBacklinkDomains(tx, campaignId)),
];

const onRows: Query[] = [
  rolledBack('end of 25 backlink searches', (tx, { resultIds }) =>
    endBacklinkSearches(
      tx,
      some(resultIds).map((id) => ({ id, state: 'done' })),
    ),
  ),
  rolledBack('25 unread pages', (tx, { backlinkIds }) => listUnreadPages(tx, some(backlinkIds))),
  rolledBack('25 pages given up', (tx, { backlinkIds }) => giveUpPages(tx, some(backlinkIds), 'gone')),
  rolledBack('slow site', (tx, { backlinkIds: [id = ''] }) => markSlowSite(tx, id)),
  rolledBack('25 contact searches', (tx, { backlinkIds }) => readWorks(tx, some(backlinkIds))),
  rolledBack('25 backlinks locked', (tx, { userId, backlinkIds }) =>
    lockBacklinks(tx, { userId, backlinkIds: some(backlinkIds) }, { withBalance: true }),
  ),
  rolledBack('before the end of 25 searches', (tx, { userId, backlinkIds }) =>
    readSavedContacts(tx, { userId, backlinkIds: some(backlinkIds), addresses: ['p1@x.example', 'new@x.example'] }),
  ),
  rolledBack('end of 25 contact searches', (tx, { campaignId, backlinkIds }) =>
    saveSearchOutcomes(tx, {
      ...{ campaignId, spends: [], isLimited: false, contacts: [] },
      backlinks: some(backlinkIds).map((id) => ({ id, sets: { contact_search: 'done' } })),
    }),
  ),
  rolledBack('contacts of one backlink', (tx, { backlinkIds: [id = ''] }) => listOfBacklink(tx, id)),
  rolledBack('contacts of a domain search', (tx, { backlinkIds: [id = ''] }) => listFoundByDomain(tx, id)),
  rolledBack('one contact', (tx, { contactIds: [id = ''] }) => readContact(tx, id)),
  rolledBack('paid address', (tx, { userId }) => findPaidReason(tx, userId, 'p1@x.example')),
];

const onUsers: Query[] = [
  rolledBack('user by email', (tx) => findUserByEmail(tx, 'person7@zeus.example')),
  rolledBack('session', (tx, { userId, sessionId }) => findSession(tx, userId, sessionId)),
  rolledBack('session from an address', (tx) => hasSessionFrom(tx, 'person7@zeus.example', '10.0.7.1')),
  rolledBack('sync of a customer', (tx) => beginRead(tx, 'cus_7', 'live')),
  { name: 'some of a bucket’s files', run: ({ db, ...at }) => findNames(db, { ...at, names: ['a', 'b'] }) },
  rolledBack('delete some files', (tx, at) => deleteObjects(tx, { ...at, names: ['a', 'b'] })),
  rolledBack('delete an account', (tx, { userId }) => deleteUserRow(tx, userId)),
];

// Nothing is enqueued here.
const queue = { enqueue: async () => undefined };

const onPictures: Query[] = [
  rolledBack('targets of a page', (tx) => listTargets(tx, 7)),
  rolledBack('copy link checks of a campaign', (tx, { campaignId }) => copyLinkChecks(tx, { campaignId })),
  rolledBack('check pages again', (tx, { campaignId }) => recheckPages(tx, campaignId)),
  rolledBack('copy link checks', (tx) => copyLinkChecks(tx, { screenshotId: 7 })),
  rolledBack('want screenshots', (tx, at) => wantScreenshots(tx, at)),
  {
    name: 'settle a screenshot',
    run: ({ db }) =>
      settleScreenshot({ db, queue }, { id: 7, url: '', attempts: 1 }, { state: 'failed', reason: 'unavailable' }),
  },
  rolledBack('forget a picture file', (tx) => forgetFile(tx, 'a1000')),
  rolledBack('host in use', (tx) => isHostInUse(tx, 'nowhere.example')),
];

export const work: Query[] = [...onCampaign, ...onRows, ...onPictures, ...onUsers];
