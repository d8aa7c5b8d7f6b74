// Every job of Zeus: its name, its payload, its key. Handlers are in <feature>/<verb>.job.ts and registered in worker.ts.
//
//   export const findContacts = defineUserJob({
//     name: 'contacts.find',
//     payload: z.object({ backlinkId: z.uuid() }),
//     key: ({ backlinkId }) => backlinkId,
//   });
//
// Work for a user is a defineUserJob: users take turns, and slow sites hold up nobody else (docs/decisions/0021).
import { z } from 'zod';
import { defineJob, defineUserJob, type JobSettings } from './platform/queue/job.ts';

const mailFlow = {
  redirectTo: z.string(),
  /** Given when the browser wants a code at the end instead of tokens (PKCE). */
  challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).optional(),
};

/** Names and addresses only: links and codes are made when the mail is written, so a waiting order gives nothing away. */
const authMail = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('confirm-sign-up'), email: z.string(), ...mailFlow }),
  z.object({
    kind: z.literal('sign-in'),
    email: z.string(),
    createUser: z.boolean(),
    data: z.record(z.string(), z.unknown()),
    ...mailFlow,
  }),
  z.object({ kind: z.literal('recover'), email: z.string(), ...mailFlow }),
  z.object({ kind: z.literal('change-email'), userId: z.string(), newEmail: z.string(), ...mailFlow }),
  z.object({ kind: z.literal('resend-email-change'), email: z.string(), ...mailFlow }),
  z.object({ kind: z.literal('reauthenticate'), userId: z.string() }),
  z.object({ kind: z.literal('invite'), userId: z.string(), redirectTo: z.string() }),
  z.object({ kind: z.literal('email-changed'), to: z.string(), newEmail: z.string() }),
  z.object({ kind: z.literal('password-changed'), to: z.string() }),
  z.object({ kind: z.literal('two-factor-changed'), to: z.string(), on: z.boolean() }),
  z.object({ kind: z.literal('recovery-code-used'), to: z.string(), remaining: z.number() }),
  z.object({ kind: z.literal('sign-in-linked'), to: z.string(), provider: z.string() }),
]);

export type AuthMail = z.infer<typeof authMail>;

/** A mail of the auth service; whether the account exists is looked up by the job, not while somebody waits. */
export const sendAuthMail = defineJob({ name: 'auth.send-mail', payload: authMail, attempts: 8 });

/** Removes what has expired in the auth service; each run orders the next. */
export const cleanUpAuth = defineJob({ name: 'auth.clean-up', payload: z.object({}), key: () => 'auth' });

/** Crawls sites into our own link index; `resume`: those whose crawl was not finished, because they asked for rest. */
export const crawlIndex = defineJob({
  name: 'index.crawl',
  payload: z.object({ urls: z.array(z.url()).max(1_000), resume: z.boolean().optional() }),
  key: ({ urls, resume }) => `${resume ? 'resume ' : ''}${urls.length} from ${urls[0]}`,
  // A whole practice web takes seconds; real sites answer once a second each.
  timeLimitSeconds: 3_600,
  concurrency: 1,
});

/** Brings the ratings of the index up to date; ordered at the end of every crawl. */
export const rateIndex = defineJob({
  name: 'index.rate',
  payload: z.object({}),
  key: () => 'index',
  // The first time with 10 million links takes minutes, later less than one.
  timeLimitSeconds: 3_600,
  concurrency: 1,
});

/** Removes verdicts about addresses that are too old to be believed, and idle web hosts; each run orders the next. */
export const cleanUpVerdicts = defineJob({
  name: 'verification.clean-up',
  payload: z.object({}),
  key: () => 'verdicts',
});

/** Removes stored answers of vendors that have expired, and old calls; each run orders the next. */
export const cleanUpVendorCalls = defineJob({
  name: 'vendors.clean-up',
  payload: z.object({}),
  key: () => 'vendors',
});

const ofCampaign = { payload: z.object({ campaignId: z.uuid() }), key: (of: { campaignId: string }) => of.campaignId };

/** The search results of an organic campaign. */
export const findSearchResults = defineUserJob({ name: 'search-results.find', ...ofCampaign, timeLimitSeconds: 120 });

/** The backlinks of a campaign: of its search results that wait for them, or of a Magic Search. */
export const findBacklinks = defineUserJob({ name: 'backlinks.find', ...ofCampaign, timeLimitSeconds: 600 });

/** Title and ratings of own backlinks. Few attempts: a page that cannot be read stays in the list and says so. */
export const analyzeBacklinks = defineUserJob({
  name: 'backlinks.analyze',
  payload: z.object({ backlinkIds: z.array(z.uuid()).min(1).max(100) }),
  key: ({ backlinkIds }) => `${backlinkIds.length} from ${backlinkIds[0]}`,
  attempts: 3,
  // A hundred pages of one host at a second each, some of them slow.
  timeLimitSeconds: 900,
});

/** How often a site or mail server that could not be looked at was tried, and how long that took; absent at the first try. */
const tried = z
  .object({
    times: z.int(),
    seconds: z.number(),
    /** How often it was tried after the campaign went on without it. */
    late: z.int().optional(),
  })
  .optional();

export type Tried = z.infer<typeof tried>;

/**
 * The contacts of one kept backlink, in its campaign's mode. Many at once: it mostly waits for other servers, and a tenth of
 * a second for others to be written with.
 */
export const findContacts = defineUserJob({
  name: 'contacts.find',
  payload: z.object({ backlinkId: z.uuid(), tried }),
  key: ({ backlinkId }) => backlinkId,
  concurrency: 40,
  perUser: 28,
  // Nine pages of a slow site and a mail server that lets us wait.
  timeLimitSeconds: 600,
});

/** The full domain search of one backlink, asked for on the contacts page. */
export const searchDomain = defineUserJob({
  name: 'contacts.search-domain',
  payload: z.object({ backlinkId: z.uuid(), tried }),
  key: ({ backlinkId }) => backlinkId,
  timeLimitSeconds: 600,
});

/** The address of one contact. */
export const fetchEmail = defineUserJob({
  name: 'contacts.fetch-email',
  payload: z.object({ contactId: z.uuid(), tried }),
  key: ({ contactId }) => contactId,
});

/** Asks again about addresses of a backlink whose mail server let us wait for longer than the campaign could. */
export const confirmEmails = defineUserJob({
  name: 'contacts.confirm',
  payload: z.object({ backlinkId: z.uuid(), tried }),
  key: ({ backlinkId }) => backlinkId,
  timeLimitSeconds: 600,
});

/** Looks at a campaign's rows and sets the status they say; ordered by every step that has moved. */
export const advanceCampaign = defineJob({
  name: 'campaigns.advance',
  ...ofCampaign,
  attempts: 10,
  backoffSeconds: 1,
  timeLimitSeconds: 60,
});

/** Finds campaigns on which nobody works although their status says so; each run orders the next. */
export const watchCampaigns = defineJob({ name: 'campaigns.watch', payload: z.object({}), key: () => 'campaigns' });

/** Takes the screenshots that wait, the most wanted first, until none is left. What waits stands in the table. */
export const takeScreenshots = defineJob({
  name: 'pictures.take',
  payload: z.object({ lane: z.int().min(0).max(15) }),
  key: ({ lane }) => String(lane),
  timeLimitSeconds: 600,
  // Two pages keep two cores busy; more only add delay (docs/decisions/0014).
  concurrency: 2,
});

/** Finds screenshots that wait without a job; each run orders the next. */
export const sweepPictures = defineJob({ name: 'pictures.sweep', payload: z.object({}), key: () => 'pictures' });

/** Removes pictures that nobody wants any more; each run orders the next. */
export const cleanUpPictures = defineJob({ name: 'pictures.clean-up', payload: z.object({}), key: () => 'pictures' });

/** Removes stored files that no longer belong to an object. Each run enqueues the next. */
export const cleanUpStorage = defineJob({ name: 'storage.clean-up', payload: z.object({}), key: () => 'storage' });

/** Reads a customer's truth from the payment provider after it said that something happened: to a customer, or to a charge. */
export const syncPaymentCustomer = defineJob({
  name: 'billing.sync-customer',
  payload: z.object({ subject: z.string() }),
  key: ({ subject }) => subject,
  attempts: 10,
});

/** Reads again what a lost event would have told; each run orders the next. */
export const syncBilling = defineJob({
  name: 'billing.sync',
  payload: z.object({}),
  key: () => 'billing',
  timeLimitSeconds: 3_000,
  concurrency: 1,
});

/** All of them: the queue prepares each one, and the worker refuses to start when one has no handler. */
export const jobs: readonly JobSettings[] = [
  sendAuthMail,
  cleanUpAuth,
  crawlIndex,
  rateIndex,
  cleanUpVerdicts,
  cleanUpVendorCalls,
  syncPaymentCustomer,
  syncBilling,
  takeScreenshots,
  sweepPictures,
  cleanUpPictures,
  cleanUpStorage,
  findSearchResults,
  findBacklinks,
  analyzeBacklinks,
  findContacts,
  searchDomain,
  fetchEmail,
  confirmEmails,
  advanceCampaign,
  watchCampaigns,
];
