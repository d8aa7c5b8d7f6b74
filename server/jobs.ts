// Every job of Zeus: its name, its payload, its key. Handlers are in <feature>/<verb>.job.ts and registered in worker.ts.
// Each value exported here is a job; a worker refuses to start if one has no handler.
//
//   export const findContacts = defineUserJob({
//     name: 'contacts.find',
//     payload: z.object({ backlinkId: z.uuid() }),
//     key: ({ backlinkId }) => backlinkId,
//   });
//
// Work for a user is a defineUserJob: users take turns, and slow sites delay no one else (docs/decisions/0021).
import { z } from 'zod';
import { defineJob, defineUserJob } from './platform/queue/job.ts';

const mailFlow = {
  redirectTo: z.string(),
  /** Set when the browser wants a code at the end instead of tokens (PKCE). */
  challenge: z.object({ challenge: z.string(), method: z.enum(['s256', 'plain']) }).optional(),
};

/** Names and addresses only: links and codes are created when the email is written, so a waiting job reveals nothing. */
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

/**
 * An email of the auth service; the job looks up whether the account exists, so that response times reveal nothing. It is tried for
 * about two hours, because mail services fail for longer than minutes.
 */
export const sendAuthMail = defineJob({ name: 'auth.send-mail', payload: authMail, attempts: 12 });

/** Deletes expired rows of the auth service; each run enqueues the next. */
export const cleanUpAuth = defineJob({ name: 'auth.clean-up', payload: z.object({}), key: () => 'auth' });

/** Crawls sites into our own link index; `resume`: sites whose crawl is unfinished because they asked for a pause. */
export const crawlIndex = defineJob({
  name: 'index.crawl',
  payload: z.object({ urls: z.array(z.url()).max(1_000), resume: z.boolean().optional() }),
  key: ({ urls, resume }) => `${resume ? 'resume ' : ''}${urls.length} from ${urls[0]}`,
  // A whole practice web takes seconds; real sites answer once a second each.
  timeLimitSeconds: 3_600,
  concurrency: 1,
});

/** Updates the ratings of the index; enqueued at the end of every crawl. */
export const rateIndex = defineJob({
  name: 'index.rate',
  payload: z.object({}),
  key: () => 'index',
  // The first run with 10 million links takes minutes, later ones less than one.
  timeLimitSeconds: 3_600,
  concurrency: 1,
});

/** Loads one file of a crawl into the page sample; enqueued by `npm run index -- add pages`. */
export const loadIndexFile = defineJob({
  name: 'index.load-file',
  payload: z.object({ part: z.int(), number: z.int(), path: z.string(), source: z.string() }),
  key: ({ part, number }) => `${part}/${number}`,
  // A slow connection, or the indexes of a large part, which the last file builds.
  timeLimitSeconds: 24 * 3_600,
  // One file is downloaded while the other is written.
  concurrency: 2,
  // A killed worker costs one.
  attempts: 10,
});

/** Deletes expired verdicts about addresses, and idle web hosts; each run enqueues the next. */
export const cleanUpVerdicts = defineJob({
  name: 'verification.clean-up',
  payload: z.object({}),
  key: () => 'verdicts',
});

/** Deletes expired vendor answers, and old calls; each run enqueues the next. */
export const cleanUpVendorCalls = defineJob({
  name: 'vendors.clean-up',
  payload: z.object({}),
  key: () => 'vendors',
});

const ofCampaign = { payload: z.object({ campaignId: z.uuid() }), key: (of: { campaignId: string }) => of.campaignId };

/** The search results of an organic campaign. */
export const findSearchResults = defineUserJob({ name: 'search-results.find', ...ofCampaign, timeLimitSeconds: 120 });

/** The backlinks of a campaign: of its waiting search results, or of a Magic Search. */
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

/** How often a site or mail server that could not be reached was tried, and for how long; absent at the first attempt. */
const tried = z
  .object({
    times: z.int(),
    seconds: z.number(),
    /** Attempts made after the campaign continued without it. */
    late: z.int().optional(),
  })
  .optional();

export type Tried = z.infer<typeof tried>;

/**
 * The contacts of one kept backlink, in its campaign's mode. Many at once: it mostly waits for other servers, and a tenth of a
 * second to be saved together with others.
 */
export const findContacts = defineUserJob({
  name: 'contacts.find',
  payload: z.object({ backlinkId: z.uuid(), tried }),
  key: ({ backlinkId }) => backlinkId,
  concurrency: 40,
  perUser: 28,
  // Nine pages of a slow site and a slow mail server.
  timeLimitSeconds: 600,
});

/** The full domain search of one backlink, started on the contacts page. */
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

/** Checks addresses of a backlink again whose mail server made us wait longer than the campaign could. */
export const confirmEmails = defineUserJob({
  name: 'contacts.confirm',
  payload: z.object({ backlinkId: z.uuid(), tried }),
  key: ({ backlinkId }) => backlinkId,
  timeLimitSeconds: 600,
});

/** "Check again": asks the mail server of one contact's address once more. */
export const checkEmail = defineUserJob({
  name: 'contacts.check',
  payload: z.object({ contactId: z.uuid(), tried, orderedAt: z.iso.datetime().optional() }),
  key: ({ contactId }) => contactId,
});

/** Sets a campaign's status from its rows; enqueued by every step that has made progress. */
export const advanceCampaign = defineJob({
  name: 'campaigns.advance',
  ...ofCampaign,
  attempts: 10,
  backoffSeconds: 1,
  timeLimitSeconds: 60,
});

/** Finds campaigns that have stopped although their status says otherwise; each run enqueues the next. */
export const watchCampaigns = defineJob({ name: 'campaigns.watch', payload: z.object({}), key: () => 'campaigns' });

/** Takes the waiting screenshots, most wanted first, until none is left. The queue is in the table. */
export const takeScreenshots = defineJob({
  name: 'pictures.take',
  payload: z.object({ lane: z.int().min(0).max(15) }),
  key: ({ lane }) => String(lane),
  timeLimitSeconds: 600,
  // Two pages keep two cores busy; more only add delay (docs/decisions/0014).
  concurrency: 2,
});

/** Refunds backlinks whose link was gone when Zeus opened the page. */
export const refundGoneLinks = defineJob({
  name: 'pictures.refund-gone-links',
  payload: z.object({ userId: z.uuid(), backlinkIds: z.array(z.uuid()).max(10_000) }),
});

/** Finds screenshots that wait without a job; each run enqueues the next. */
export const sweepPictures = defineJob({ name: 'pictures.sweep', payload: z.object({}), key: () => 'pictures' });

/** Deletes unused pictures; each run enqueues the next. */
export const cleanUpPictures = defineJob({ name: 'pictures.clean-up', payload: z.object({}), key: () => 'pictures' });

/** Removes stored files that no longer belong to an object. Each run enqueues the next. */
export const cleanUpStorage = defineJob({ name: 'storage.clean-up', payload: z.object({}), key: () => 'storage' });

/** Syncs a customer from the payment provider after it reported a change to the customer or to a charge. */
export const syncPaymentCustomer = defineJob({
  name: 'billing.sync-customer',
  payload: z.object({ subject: z.string() }),
  key: ({ subject }) => subject,
  attempts: 10,
});

/** Ends the plans of accounts that were just deleted. */
export const endDepartedPlans = defineJob({
  name: 'billing.end-departed',
  payload: z.object({}),
  key: () => 'departed',
  // A quarter of an hour; after that, billing.sync does it.
  attempts: 10,
  concurrency: 1,
});

/** Syncs what a lost event would have reported; each run enqueues the next. */
export const syncBilling = defineJob({
  name: 'billing.sync',
  payload: z.object({}),
  key: () => 'billing',
  timeLimitSeconds: 3_000,
  concurrency: 1,
});
