// Campaigns: create them, start their steps, rename and delete them.
import { z } from 'zod';
import { campaign } from '../campaign-row.ts';
import { emailModes } from '../campaign-values.ts';
import { contact } from '../contact.ts';
import { campaignsPerRead, maxBacklinks, maxEmailCredits, maxKeyword, perDay } from '../limits.ts';
import { fallbackSteps } from '../outreach-values.ts';
import { maxOwnLines } from '../own-backlinks.ts';
import { maxContactedDays, usualContactedDays } from '../prospect-values.ts';
import { countryCodes, languages } from '../search-place.ts';
import { targeting } from '../targeting-schema.ts';
import { maxKeywords } from '../targeting-values.ts';
import { tidyText } from '../tidy-text.ts';
import type { Endpoints } from './endpoint.ts';
import { ids } from './examples.ts';
import { done, maxRowsPerCall, pathId, queryNumber } from './fields.ts';

const tag = 'Campaigns';
const formatted = (value: number) => value.toLocaleString('en');
const ofCampaign = z.object({ id: pathId('The campaign.') });

/** A number as typed into the form: text, possibly empty. */
const typedNumber = z.union([z.number(), z.string().max(20), z.null()]).optional();

/** Which sites a search leaves out because of what the user knows about them. Own sites and competitors are always left out. */
const skipRules = z
  .object({
    blocked: z.boolean().default(true),
    inCampaign: z.boolean().default(true),
    linkingToMe: z.boolean().default(true),
    contactedDays: z
      .int()
      .min(1)
      .max(maxContactedDays)
      .nullable()
      .default(usualContactedDays)
      .meta({ description: 'Sites contacted within this many days; null: none.' }),
  })
  .meta({ description: 'Which sites to leave out before anything is delivered and charged.' });
export type SkipRules = z.output<typeof skipRules>;

const campaignForm = z.object({
  keyword: z.string().max(10_000).nullish(),
  keywords: z
    .array(z.string().max(10_000))
    .max(1_000)
    .nullish()
    .meta({ description: `Instead of keyword: one campaign each, all or none. At most ${maxKeywords}.` }),
  campaignType: z.enum(['BYOB']).nullish(),
  minDR: typedNumber,
  maxDR: typedNumber,
  magicCampaign: z.boolean().nullish(),
  minTraffic: typedNumber,
  minWords: typedNumber,
  limit: typedNumber.meta({ description: 'Magic Search only: the most backlinks to deliver and pay for.' }),
  country: z.enum(countryCodes).nullish(),
  language: z.enum(languages).nullish(),
  skip: skipRules.nullish(),
  targeting: targeting.nullish(),
  backlinks: z
    .array(z.string())
    .max(maxOwnLines, { error: `Please enter at most ${formatted(maxOwnLines)} lines.` })
    .nullish(),
  target: z
    .string()
    .max(10_000)
    .nullish()
    .meta({ description: 'Own backlinks only: the page they should link to. Zeus then checks each link.' }),
});
export type CampaignForm = z.output<typeof campaignForm>;

/** The rows that were kept on the user's screen. If given, and other rows are kept by now, nothing is started. */
const keptIds = z.array(z.uuid()).max(maxRowsPerCall).optional();

const backlinkOrder = z.object({
  campaignId: z.uuid(),
  keptIds,
  limit: z
    .int()
    .min(1)
    .max(maxBacklinks.perCampaign)
    .optional()
    .meta({ description: 'The most backlinks to deliver and pay for.' }),
});
export type BacklinkOrder = z.output<typeof backlinkOrder>;

const emailOrder = z.strictObject({
  campaignId: z.uuid(),
  mode: z.enum(emailModes),
  keptIds,
  /** Whom to look for when a page names no author, in this order; the campaign's own without it. */
  fallbackOrder: z
    .array(z.enum(fallbackSteps))
    .refine((steps) => new Set(steps).size === steps.length, 'Each step may occur once.')
    .optional(),
  limit: z.int().min(1).max(maxEmailCredits).optional().meta({ description: 'The most email credits to spend.' }),
  sendDataBack: z.literal(false).optional(),
});
export type EmailOrder = z.output<typeof emailOrder>;

/**
 * With sendDataBack it is the full domain search of one backlink, as on the contacts page. A backlinkId without it is refused:
 * mistaken for a request for the whole campaign, it would cost much more than intended.
 */
const emailSearch = z.discriminatedUnion('sendDataBack', [
  z.object({ campaignId: z.uuid(), mode: z.literal('domain'), backlinkId: z.uuid(), sendDataBack: z.literal(true) }),
  emailOrder,
]);

export const campaignDataEndpoints = {
  'GET /data/requests': {
    operationId: 'listCampaigns',
    tag,
    summary: 'List campaigns',
    description:
      'Newest first, archived ones included. For the next page, pass the last id as `before`. The status says whether Zeus is working or waiting for the user; the progress counts up while Zeus works.',
    query: z.object({
      limit: queryNumber().min(1).max(campaignsPerRead).default(campaignsPerRead),
      before: z.uuid().optional(),
    }),
    responses: { 200: { description: 'The campaigns.', schema: z.array(campaign) } },
  },
  'GET /data/requests/{id}': {
    operationId: 'readCampaign',
    tag,
    summary: 'Read a campaign',
    params: ofCampaign,
    responses: { 200: { description: 'The campaign.', schema: campaign } },
  },
  'PATCH /data/requests/{id}': {
    operationId: 'updateCampaign',
    tag,
    summary: 'Rename or archive a campaign',
    description:
      'An archived campaign keeps everything, and Zeus keeps working on it; the dashboard lists it separately.',
    params: ofCampaign,
    body: z
      .object({
        keyword: z.string().overwrite(tidyText).min(1, 'Keyword cannot be empty').max(maxKeyword).optional(),
        archived: z.boolean().optional(),
      })
      .refine(({ keyword, archived }) => keyword !== undefined || archived !== undefined, {
        message: 'Send keyword, archived, or both.',
      }),
    examples: { 'A new name': { keyword: 'Golf in spring' }, 'Archive it': { archived: true } },
    responses: { 200: { description: 'The campaign.', schema: campaign } },
  },
  'DELETE /data/requests/{id}': {
    operationId: 'deleteCampaign',
    tag,
    summary: 'Delete a campaign',
    description: 'Also deletes its search results, backlinks and contacts. Spent credits are not refunded.',
    params: ofCampaign,
    responses: { 204: { description: 'It is deleted.' } },
  },
} satisfies Endpoints;

export const campaignEndpoints = {
  'POST /api/campaign/new': {
    operationId: 'createCampaign',
    tag,
    summary: 'Create a campaign',
    description: `Organic Search or Magic Search from a keyword, or own backlinks (campaignType BYOB, up to 1,000 different URLs in at most ${formatted(maxOwnLines)} lines and 5 MB). Empty numbers default to 0, or to 100 for maxDR. Magic Search needs minWords and minTraffic above 0. A list of keywords creates one campaign each, or none if any of them is refused. https:// is added to your own URLs if missing; private addresses are refused. With Magic Search, targeting can only have include and exclude. One account can start ${formatted(perDay.campaigns)} campaigns (${perDay.freeCampaigns} before its first payment, where plans are sold) and submit ${formatted(perDay.ownBacklinks)} own URLs a day, and have 20 campaigns in progress at once.`,
    headers: {
      'idempotency-key':
        'Any text you choose. The same form sent twice with it creates one campaign; a different form is refused.',
    },
    body: campaignForm,
    examples: {
      'Organic Search': { keyword: 'Best Golf Courses In America', minDR: 20, maxDR: 100, magicCampaign: false },
      'Magic Search': {
        keyword: 'Managed WordPress Hosting',
        minDR: 0,
        maxDR: 100,
        magicCampaign: true,
        minTraffic: 100,
        minWords: 500,
      },
      'Several keywords, targeted': {
        keywords: ['golf courses', 'golf travel'],
        magicCampaign: false,
        targeting: { include: ['walking'], exclude: ['casino'], footprints: ['guest-posts', 'resources'], results: 50 },
      },
      'Own backlinks': {
        campaignType: 'BYOB',
        keyword: 'My list',
        backlinks: ['https://clubhouse.example/where-to-play'],
      },
    },
    responses: {
      200: {
        description: 'The new campaign, or all of them in the order of the keywords; id is the first.',
        schema: z.object({ id: z.uuid(), ids: z.array(z.uuid()) }),
      },
    },
    errors: ['bad-urls', 'no-user', 'no-credit', 'too-many-requests', 'key-reused'],
  },
  'POST /api/campaign/get-backlinks': {
    operationId: 'findBacklinks',
    tag,
    summary: 'Find the backlinks of the kept search results',
    description:
      'Each backlink delivered costs one backlink credit; if there are more backlinks than credits, or than the limit, you get the strongest. The limit applies to this order, also when it is retried; an order that joins one in progress adds to its limit, and if only one of the two has a limit, the other counts with its maximum price. With keptIds, the search starts only if exactly these search results are kept.',
    body: backlinkOrder,
    responses: {
      200: {
        description: 'The search has started.',
        schema: z.object({
          error: z.literal(false),
          message: z.string().meta({ examples: ['Backlink search started.'] }),
        }),
      },
    },
    errors: ['not-found', 'nothing-kept', 'selection-changed', 'no-credit', 'busy'],
  },
  'POST /api/campaign/get-emails': {
    operationId: 'findContacts',
    tag,
    summary: 'Find the contacts of the kept backlinks, or of one site',
    description: `For the whole campaign in Author Mode or Domain Mode; or, with backlinkId and sendDataBack, a full domain search of that one backlink, which costs one email credit if at least one email is found. One account can search for contacts ${formatted(perDay.contactSearches)} times a day; each backlink counts. With keptIds, the search of the whole campaign starts only if exactly these backlinks are kept. fallbackOrder says whom to look for when a page names no author, and who comes first in Domain Mode; it stays with the campaign. With \`generic\` in it, Author Mode also takes a shared mailbox such as editorial@, for one email credit. Without a limit, an order can spend all your email credits; once a limit is reached, the backlinks that are left are not searched (\`limited\`) and can be ordered again. The limit applies to this order, also when it is retried; an order that joins one in progress, or one whose last emails are still awaited, adds to what that can still spend, and if only one of the two has a limit, the other counts with its maximum price.`,
    body: emailSearch,
    examples: {
      'The whole campaign': { campaignId: ids.campaign, mode: 'author' },
      'One site': { campaignId: ids.campaign, mode: 'domain', backlinkId: ids.backlink, sendDataBack: true },
    },
    responses: {
      200: {
        description: 'The search has started; or, for one site, the contacts found (an empty list if none).',
        schema: z.union([z.array(contact), z.object({ ok: z.literal(true) })]),
      },
      202: {
        description: 'The search of one site takes longer. Follow the event stream for its contacts.',
        schema: z.object({ pending: z.literal(true) }),
      },
    },
    errors: [
      'not-found',
      'nothing-kept',
      'selection-changed',
      'no-credit',
      'busy',
      'too-many-requests',
      'could-not-look',
    ],
  },
  'POST /api/campaign/{id}/stop': {
    operationId: 'stopCampaign',
    tag,
    summary: 'Stop the step in progress',
    description:
      'The user keeps and pays for what has arrived; nothing else is charged, not even emails that slow mail servers would have confirmed later. The campaign continues with what it has, and the rest can be ordered later. With startedAt (step_started_at of the campaign), only that step is stopped. Nothing happens if no step is in progress.',
    params: ofCampaign,
    body: z.object({ startedAt: z.iso.datetime().optional() }),
    responses: {
      200: { description: 'Whether a step was stopped.', schema: z.object({ stopped: z.boolean() }) },
    },
  },
  'POST /api/campaign/{id}/retry': {
    operationId: 'retryCampaign',
    tag,
    summary: 'Retry the failed step',
    description:
      'Does only what is missing. It counts toward the daily limits like the step itself. Nothing happens if nothing has failed. With keptIds, it starts only if exactly these rows are kept: search results when backlinks are missing, backlinks when contacts are.',
    params: ofCampaign,
    body: z.object({ keptIds }),
    responses: { 200: done },
    errors: ['selection-changed', 'no-credit', 'too-many-requests'],
  },
} satisfies Endpoints;
