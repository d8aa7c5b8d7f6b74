// The practice web with the whole app, and campaigns that are ready for the contact search.
import { type PracticeWeb, startPracticeWeb } from '../../practice/start.ts';
import { type Truth, truthOf } from '../../practice/truth.ts';
import { findContactsJob } from '../contacts/find-contacts.job.ts';
import { domainOf } from '../engine/pages/page-url.ts';
import { findContacts } from '../jobs.ts';
import { createTestApp, type TestApp } from './app.ts';
import { createBacklinks, createCampaign } from './build.ts';
import { startCampaignWorker } from './campaign-worker.ts';

export interface ContactsBench {
  zeus: TestApp;
  practice: PracticeWeb;
  truth: Truth;
  /** An article of the site with an author, or any page of it. */
  articleOf(site: string): Truth['pages'][number];
  /** A campaign whose backlinks wait for their contacts; nothing is enqueued yet. */
  newCampaign(userId: string, options: CampaignOptions): Promise<TestCampaign>;
  /** Runs the job right here, as the worker would. */
  find(backlinkId: string): Promise<void>;
  /** Enqueues the jobs of the campaign and waits until no backlink is waiting. */
  findAll(campaign: TestCampaign): Promise<void>;
  settled(campaign: TestCampaign): Promise<void>;
  contactsOf(campaign: TestCampaign): Promise<ContactRows>;
  backlinksOf(campaign: TestCampaign): ReturnType<typeof readBacklinks>;
  /** Spent email credits by reason; the balance is checked against them. */
  spentBy(userId: string): Promise<Record<string, number>>;
  startWorker(): Promise<void>;
  close(): Promise<void>;
}

export interface CampaignOptions {
  mode: 'author' | 'domain';
  urls: string[];
}

export interface TestCampaign {
  id: string;
  userId: string;
  backlinkIds: string[];
}

export type ContactRows = Awaited<ReturnType<typeof readContacts>>;

/** Starts both; close it in afterAll. */
export async function openContactsBench(): Promise<ContactsBench> {
  const practice = await startPracticeWeb({ slowMs: 100, greylistMs: 300 });
  const zeus = await createTestApp({ practice });
  const truth = truthOf(practice.world, practice.port);
  const { ctx } = zeus;
  const { db, queue, log } = ctx;
  let working: Promise<void> | undefined;
  const job = findContactsJob(ctx);

  async function newCampaign(userId: string, { mode, urls }: CampaignOptions): Promise<TestCampaign> {
    const id = await createCampaign(db, userId, { type: 'BYOB', status: 'Waiting for Emails', mode });
    const pages = urls.map((url) => ({ url_from: url, domain: domainOf(url), source: 'own' }));
    const waiting = pages.map((page) => ({ ...page, keep: true, contact_search: 'waiting' }));
    return { id, userId, backlinkIds: await createBacklinks(db, { userId, campaignId: id }, waiting) };
  }

  async function settled({ id }: TestCampaign): Promise<void> {
    for (;;) {
      const rows = await readBacklinks(db, id);
      if (rows.every((row) => row.contact_search !== 'waiting')) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  async function findAll(campaign: TestCampaign): Promise<void> {
    const payloads = campaign.backlinkIds.map((backlinkId) => ({ backlinkId }));
    const owner = { userId: campaign.userId, campaignId: campaign.id };
    await queue.enqueueMany(db.kysely, findContacts, payloads, { owner });
    await settled(campaign);
  }

  return {
    zeus,
    practice,
    truth,
    articleOf(site) {
      const pages = truth.pages.filter((page) => page.host === `${site}.localhost`);
      const found = pages.find((page) => page.kind === 'article' && page.authorIds.length > 0) ?? pages[0];
      if (!found) throw new Error(`The practice web has no site ${site}.`);
      return found;
    },
    newCampaign,
    find: (backlinkId) => job.run({ backlinkId }, { log, signal: new AbortController().signal, attempt: 1 }),
    findAll,
    settled,
    contactsOf: ({ id }) => readContacts(db, id),
    backlinksOf: ({ id }) => readBacklinks(db, id),
    async spentBy(userId) {
      const entries = await db.kysely.selectFrom('credit_entries').selectAll().where('user_id', '=', userId).execute();
      const spent = entries.filter(({ kind, delta }) => kind === 'email' && delta < 0);
      return Object.fromEntries(spent.map(({ reason, delta }) => [reason, -delta]));
    },
    startWorker: () => (working ??= startCampaignWorker(ctx)),
    async close() {
      await zeus.close();
      await practice.stop();
    },
  };
}

function readContacts(db: TestApp['ctx']['db'], campaignId: string) {
  return db.kysely.selectFrom('contacts').selectAll().where('request_id', '=', campaignId).orderBy('id').execute();
}

function readBacklinks(db: TestApp['ctx']['db'], campaignId: string) {
  return db.kysely
    .selectFrom('backlinks')
    .select([
      'id',
      'url_from',
      'contact_search',
      'contact_search_problem',
      'domain_search',
      'domain_search_problem',
      'contact_form_url',
      'contact_form_service',
    ])
    .where('requests_id', '=', campaignId)
    .execute();
}
