// The calls that make campaigns, move them on, rename and delete them.
import { z } from 'zod';
import { campaign } from '../../../shared/campaign-row.ts';
import { contact } from '../../../shared/contact.ts';
import { perDay } from '../../../shared/limits.ts';
import { campaignChange, campaignsQuery } from '../../campaigns/campaigns-data.routes.ts';
import { getBacklinksBody, getEmailsBody, retryBody } from '../../workflow/campaigns.routes.ts';
import { campaignForm } from '../../workflow/creating/campaign-form.ts';
import type { Call } from '../call.ts';
import { campaignExample, contactExample, ids } from '../examples.ts';

const group = 'Campaigns';
const ofCampaign = { id: { about: 'The campaign.', example: ids.campaign } };
const inDay = (what: keyof typeof perDay) => perDay[what].toLocaleString('en');
const pending = z.object({ pending: z.literal(true) });

export const campaignCalls: readonly Call[] = [
  {
    method: 'get',
    path: '/data/requests',
    group,
    summary: 'List campaigns',
    about:
      'Newest first; `before` an id goes on where a page ended. The status tells who is to act; the progress counts while Zeus works.',
    query: campaignsQuery,
    answers: [{ status: 200, about: 'The campaigns.', schema: z.array(campaign), example: [campaignExample] }],
    errors: ['bad-input'],
  },
  {
    method: 'get',
    path: '/data/requests/{id}',
    group,
    summary: 'Read a campaign',
    params: ofCampaign,
    answers: [{ status: 200, about: 'The campaign.', schema: campaign, example: campaignExample }],
    errors: ['not-found'],
  },
  {
    method: 'patch',
    path: '/data/requests/{id}',
    group,
    summary: 'Rename a campaign',
    params: ofCampaign,
    body: { schema: campaignChange, examples: { 'A new name': { keyword: 'Golf in spring' } } },
    answers: [
      {
        status: 200,
        about: 'The campaign.',
        schema: campaign,
        example: { ...campaignExample, keyword: 'Golf in spring' },
      },
    ],
    errors: ['bad-input', 'bad-json', 'not-found'],
  },
  {
    method: 'delete',
    path: '/data/requests/{id}',
    group,
    summary: 'Delete a campaign',
    about: 'With its search results, backlinks and contacts. Credits already spent stay spent.',
    params: ofCampaign,
    answers: [{ status: 204, about: 'It is gone.' }],
    errors: ['not-found'],
  },
  {
    method: 'post',
    path: '/api/campaign/new',
    group,
    summary: 'Create a campaign',
    about: `Organic Search and Magic Search from a keyword, or own backlinks (campaignType BYOB, up to 1,000 different addresses in at most 100,000 lines and 5 MB). Empty numbers mean 0, and 100 for maxDR. Magic Search needs minWords and minTraffic above 0. One account can start ${inDay('campaigns')} campaigns and bring ${inDay('ownBacklinks')} addresses of its own a day, and have 20 campaigns worked on at once.`,
    headers: {
      'idempotency-key':
        'Any text of your own: the same form sent twice with it makes one campaign, another form is refused.',
    },
    body: {
      schema: campaignForm,
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
        'Own backlinks': {
          campaignType: 'BYOB',
          keyword: 'My list',
          backlinks: ['https://clubhouse.example/where-to-play'],
        },
      },
    },
    answers: [
      { status: 200, about: 'The new campaign.', schema: z.object({ id: z.uuid() }), example: { id: ids.campaign } },
    ],
    errors: ['bad-input', 'bad-json', 'bad-urls', 'no-user', 'no-credit', 'too-many-requests', 'key-reused'],
  },
  {
    method: 'post',
    path: '/api/campaign/get-backlinks',
    group,
    summary: 'Find the backlinks of the kept search results',
    about:
      'One backlink credit for each backlink delivered; with less credit than backlinks, the strongest come. With keptIds, the search begins only if exactly these search results are kept.',
    body: { schema: getBacklinksBody, examples: { 'A campaign': { campaignId: ids.campaign } } },
    answers: [
      {
        status: 200,
        about: 'The search has begun.',
        schema: z.object({ error: z.literal(false), message: z.string() }),
        example: { error: false, message: 'Zeus is looking for backlinks.' },
      },
    ],
    errors: ['bad-input', 'bad-json', 'not-found', 'nothing-kept', 'selection-changed', 'no-credit', 'busy'],
  },
  {
    method: 'post',
    path: '/api/campaign/get-emails',
    group,
    summary: 'Find the contacts of the kept backlinks, or of one site',
    about: `For the whole campaign in Author Mode or Domain Mode; or, with backlinkId and sendDataBack, a full domain search of that one backlink, which costs one email credit if at least one email is found. One account can search for contacts ${inDay('contactSearches')} times a day; each backlink counts. With keptIds, the search of the whole campaign begins only if exactly these backlinks are kept.`,
    body: {
      schema: getEmailsBody,
      examples: {
        'The whole campaign': { campaignId: ids.campaign, mode: 'author' },
        'One site': { campaignId: ids.campaign, mode: 'domain', backlinkId: ids.backlink, sendDataBack: true },
      },
    },
    answers: [
      {
        status: 200,
        about: 'The search has begun; or, for one site, the contacts found (none: an empty list).',
        schema: z.union([z.object({ ok: z.literal(true) }), z.array(contact)]),
        example: [contactExample],
      },
      {
        status: 202,
        about: 'The search of one site takes longer. Its contacts arrive live.',
        schema: pending,
        example: { pending: true },
      },
    ],
    errors: [
      'bad-input',
      'bad-json',
      'not-found',
      'nothing-kept',
      'selection-changed',
      'no-credit',
      'busy',
      'too-many-requests',
      'could-not-look',
    ],
  },
  {
    method: 'post',
    path: '/api/campaign/get-email/{contactId}',
    group: 'Contacts',
    summary: 'Find the email of one contact',
    about: 'One email credit if it is found; an address already paid for is free.',
    params: { contactId: { about: 'The contact.', example: ids.contact } },
    answers: [
      {
        status: 200,
        about: 'What was found; noEmailFound with email false when there is none.',
        schema: z.object({
          noEmailFound: z.boolean(),
          error: z.literal(false),
          ...contact.pick({ id: true, email: true, verification: true, type: true, location: true, source: true })
            .shape,
        }),
        example: {
          noEmailFound: false,
          error: false,
          id: ids.contact,
          email: 'mia@clubhouse.example',
          verification: 'valid',
          type: 'personal',
          location: null,
          source: 'zeus-own',
        },
      },
      {
        status: 202,
        about: 'The search takes longer. The email arrives live.',
        schema: pending.extend({ id: z.uuid() }),
        example: { pending: true, id: ids.contact },
      },
    ],
    errors: ['not-found', 'no-credit', 'too-many-requests', 'could-not-look'],
  },
  {
    method: 'post',
    path: '/api/campaign/{id}/retry',
    group,
    summary: 'Try the failed step again',
    about:
      'Does only what is missing of it. It counts for the day as the step itself does. Where nothing has failed, nothing happens. With keptIds, it begins only if exactly these rows are kept: search results when backlinks are missing, backlinks when contacts are.',
    params: ofCampaign,
    body: { schema: retryBody, examples: { 'What is kept now': {} } },
    answers: [
      { status: 200, about: 'It has begun.', schema: z.object({ ok: z.literal(true) }), example: { ok: true } },
    ],
    errors: ['bad-input', 'bad-json', 'not-found', 'selection-changed', 'no-credit', 'too-many-requests'],
  },
];
