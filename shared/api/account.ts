// The account, its credits and its event stream.
import { z } from 'zod';
import { campaignSpending, creditEntry } from '../credit-entry.ts';
import { campaignTopics, type LiveData, type UserTopic, userTopics } from '../live.ts';
import type { Endpoints } from './endpoint.ts';
import { ids } from './examples.ts';
import { done, queryNumber } from './fields.ts';

const tag = 'Account and credits';

const profile = z.object({
  id: z.uuid(),
  credits: z.int().meta({ description: 'Backlink credits.', examples: [60] }),
  email_credits: z.int().meta({ examples: [25] }),
  search_country: z
    .string()
    .nullable()
    .meta({ description: 'Where the last campaign searched.', examples: ['us'] }),
  search_language: z
    .string()
    .nullable()
    .meta({ examples: ['en'] }),
});

const account = z.object({
  has_password: z.boolean().meta({ description: 'False for accounts that only log in with Google or by email.' }),
});

export const userEndpoints = {
  'GET /api/user': {
    operationId: 'readAccount',
    tag,
    summary: 'Read whether the account has a password',
    description: 'Deleting an account needs the password, or an emailed code if it has none.',
    responses: { 200: { description: 'The account.', schema: account } },
  },
  'DELETE /api/user': {
    operationId: 'deleteAccount',
    tag,
    summary: 'Delete the account',
    description:
      'Deletes all data of the user. Needs the password, or the emailed code for an account that has no password.',
    body: z.object({ password: z.string().max(1_000).optional(), nonce: z.string().max(100).optional() }),
    examples: { 'With the password': { password: 'correct horse battery' } },
    responses: { 200: done },
    errors: ['wrong-password', 'too-many-requests'],
  },
  'GET /data/profiles/me': {
    operationId: 'readProfile',
    tag,
    summary: 'Read the balances',
    description: '404 before the first call to /api/user/init.',
    responses: { 200: { description: 'The profile.', schema: profile } },
    errors: ['not-found'],
  },
} satisfies Endpoints;

export const creditEndpoints = {
  'POST /api/user/init': {
    operationId: 'initUser',
    tag,
    summary: 'Set up the account after logging in',
    description:
      'The first call creates the profile and grants the trial. An offer code is granted once, to a confirmed address, and once for each mailbox. Can be called any number of times.',
    body: z.object({ offer: z.string().max(100).nullish() }),
    examples: { 'No offer': {}, 'With an offer code': { offer: 'launch' } },
    responses: { 200: done },
    errors: ['too-many-requests'],
  },
  'GET /data/credits': {
    operationId: 'listCreditEntries',
    tag,
    summary: 'List credits granted and spent',
    description:
      'Newest first. For the next page, pass the last id as `before`. With campaignId, only what that campaign bought, each entry with its refund; `none` stands for entries that belong to no campaign, such as plans.',
    query: z.object({
      limit: queryNumber().min(1).max(1_000).default(100),
      before: queryNumber().min(1).optional(),
      campaignId: z.union([z.uuid(), z.literal('none')]).optional(),
    }),
    responses: { 200: { description: 'The entries.', schema: z.array(creditEntry) } },
  },
  'GET /data/credits/campaigns': {
    operationId: 'listCampaignSpending',
    tag,
    summary: 'List what each campaign has cost',
    description: 'The campaign that spent last comes first. For the next page, pass the last `last_entry` as `before`.',
    query: z.object({
      limit: queryNumber().min(1).max(100).default(20),
      before: queryNumber().min(1).optional(),
    }),
    responses: { 200: { description: 'The campaigns.', schema: z.array(campaignSpending) } },
  },
} satisfies Endpoints;

const userChanges: Readonly<Record<UserTopic, string>> = {
  profiles: 'the balances',
  billing: 'plan and payments',
  prospects: 'the prospects',
  'site-rules': 'blocked sites, own sites and competitors',
  triage: 'the weights of signals: the backlinks have new groups',
};
const describedTopics = userTopics.map((topic) => `${topic} (${userChanges[topic]})`).join(', ');

export const liveEndpoints = {
  'GET /data/live': {
    operationId: 'followChanges',
    tag: 'Live',
    summary: 'Follow changes',
    description: `A stream of server-sent events. The event name is the topic: ${campaignTopics.join(', ')} (data: the campaign’s id), ${describedTopics}, ready, or resync: read everything again. Events carry only ids, so reread the rows. One account can have 50 streams open per server process.`,
    headers: { 'last-event-id': 'The id of the last event received. Events missed since then are sent first.' },
    responses: {
      200: {
        description: 'Events as they happen.',
        contentType: 'text/event-stream',
        example: `id: 5f1c22aa:812\nevent: backlinks\ndata: ${JSON.stringify({ id: ids.campaign } satisfies LiveData)}\n\n`,
      },
    },
    errors: ['too-many-requests'],
  },
} satisfies Endpoints;
