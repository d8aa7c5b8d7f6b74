// The user's memory of sites: prospects, the rules about sites, and what a campaign left out because of them.

import { z } from 'zod';
import { maxProspects } from '../limits.ts';
import { leftOutCount, prospect, ruledSite, siteRule } from '../prospect.ts';
import {
  maxProspectLines,
  maxProspectNote,
  maxRuleReason,
  maxSiteRules,
  prospectStates,
  siteRuleKinds,
} from '../prospect-values.ts';
import type { Endpoints } from './endpoint.ts';
import { listFields, maxRowsPerCall, pathId, updatedCount } from './fields.ts';

const tag = 'Prospects';

/** The first is the default: newest first. `campaign` is the name of the newest campaign that has the site. */
export const prospectOrders = [
  'last_seen_at',
  'domain',
  'state',
  'campaign',
  'contacts',
  'contacted_at',
  'first_seen_at',
] as const;

const badLines = z
  .array(z.object({ line: z.int(), text: z.string() }))
  .meta({ description: 'The lines that are not sites.' });

/** PostgreSQL knows no year 0. */
const isStorableTime = (text: string) => Date.parse(text) >= Date.parse('0001-01-01');

const day = (description: string) =>
  z.iso.date().refine(isStorableTime, 'The year is out of range.').optional().meta({ description });

const prospectFilter = z.object({
  search: z.string().max(200).optional().meta({ description: 'Part of the domain or the note.' }),
  state: z.enum(prospectStates).optional(),
  campaignId: z.uuid().optional().meta({ description: 'Only sites that this campaign has.' }),
  contacts: z.enum(['some', 'none']).optional().meta({ description: 'Only sites with or without found contacts.' }),
  contacted: z.enum(['ever', 'never']).optional(),
  contactedFrom: day('Only sites contacted on this day or later.'),
  contactedBefore: day('Only sites contacted before this day.'),
  seenFrom: day('Only sites that a campaign has found on this day or later.'),
  seenBefore: day('Only sites that no campaign has found since this day.'),
  firstSeenFrom: day('Only sites that are new since this day.'),
});
export type ProspectFilter = z.output<typeof prospectFilter>;

/** A time in the past; a day is enough. In UTC, because PostgreSQL refuses offsets of 16 hours and more. */
const pastTime = z
  .union([z.iso.datetime({ offset: true }), z.iso.date()])
  .refine((text) => Date.parse(text) <= Date.now() + 24 * 3600 * 1000, { message: 'The time is in the future.' })
  .refine(isStorableTime, { message: 'The year is out of range.' })
  .transform((text) => new Date(text).toISOString());

const prospectList = prospectFilter.extend(listFields(prospectOrders, 'desc'));
export type ProspectListQuery = z.output<typeof prospectList>;

const prospectChange = z
  .object({
    domains: z.array(z.string().max(253)).min(1).max(maxRowsPerCall).optional(),
    matching: prospectFilter.optional(),
    state: z.enum(prospectStates).optional(),
    note: z.string().max(maxProspectNote).optional(),
    contacted_at: pastTime.nullish(),
    changeId: z.uuid().optional().meta({ description: 'Any new id. With it, a new state can be undone.' }),
  })
  .refine(({ state, note, contacted_at }) => [state, note, contacted_at].some((one) => one !== undefined), {
    message: 'Send state, note or contacted_at.',
  })
  .refine(({ domains, matching }) => (domains === undefined) !== (matching === undefined), {
    message: 'Send either domains or matching.',
  });
export type ProspectChange = z.output<typeof prospectChange>;

const importedRow = z.object({
  site: z.string().max(2_500),
  state: z.enum(prospectStates).optional(),
  contacted_at: pastTime.nullish(),
  note: z.string().max(maxProspectNote).optional(),
});
export type ImportedRow = z.output<typeof importedRow>;

export const prospectEndpoints = {
  'GET /data/prospects': {
    operationId: 'listProspects',
    tag,
    summary: 'List prospects',
    description:
      'Every site that your campaigns have found or that you have imported, once: www, subdomains and schemes are one site, except on platforms where every author has a host.',
    query: prospectList,
    responses: {
      200: {
        description: 'One page of the sites, and how many there are in all.',
        schema: z.object({ total: z.int(), rows: z.array(prospect) }),
      },
    },
  },
  'PATCH /data/prospects': {
    operationId: 'updateProspects',
    tag,
    summary: 'Change prospects',
    description:
      'Changes the state or the note of up to 10,000 sites, or of all that match a filter. Sites you do not have are not changed.',
    body: prospectChange,
    examples: { 'You have written to them': { domains: ['clubhouse.example'], state: 'contacted' } },
    responses: { 200: updatedCount },
  },
  'POST /data/prospects/undo': {
    operationId: 'undoProspectChange',
    tag,
    summary: 'Undo a change of prospects',
    description:
      'Restores the state and the date of contact. Sites whose state you have changed again stay as they are.',
    body: z.object({ changeId: z.uuid() }),
    examples: { Undo: { changeId: '0198c5a0-5b1e-7c3a-9a51-3f6f0b1f7c11' } },
    responses: { 200: updatedCount },
  },
  'POST /data/prospects/import': {
    operationId: 'importProspects',
    tag,
    summary: 'Import past outreach',
    description: `Adds sites, or updates those you have, up to ${maxProspectLines.toLocaleString('en')} in one call and ${maxProspects.toLocaleString('en')} in total. A site can be a URL, a host, a domain or an email address, except at email providers such as gmail.com. Without a state, a site counts as contacted. Among several rows of a site, and what you have about it, “do_not_contact” counts most, then “linked”, “replied” and “contacted”; the latest date of contact and the last note stay.`,
    body: z.object({ rows: z.array(importedRow).min(1).max(maxProspectLines) }),
    examples: {
      'Past outreach': {
        rows: [{ site: 'https://clubhouse.example/a', state: 'contacted', contacted_at: '2026-05-01' }],
      },
    },
    responses: {
      200: {
        description: 'What was imported.',
        schema: z.object({ imported: z.int(), bad: badLines }),
      },
    },
    errors: ['body-too-large', 'too-many-requests'],
  },
  'GET /data/prospects.csv': {
    operationId: 'downloadProspects',
    tag,
    summary: 'Download prospects',
    description: 'UTF-8 with a byte order mark, comma-separated (RFC 4180).',
    query: prospectFilter,
    responses: {
      200: {
        description: 'Domain, State, Contacts, Contacted, First seen, Last seen, Note.',
        contentType: 'text/csv',
        example: 'Domain,State,Contacts,Contacted,First seen,Last seen,Note\r\n',
      },
    },
  },
  'GET /data/site-rules': {
    operationId: 'listSiteRules',
    tag,
    summary: 'List blocked sites, your own sites and competitors',
    responses: { 200: { description: 'The rules, newest first.', schema: z.array(siteRule) } },
  },
  'POST /data/site-rules': {
    operationId: 'addSiteRules',
    tag,
    summary: 'Add blocked sites, own sites or competitors',
    description: `Each line is a domain, a URL or a pattern such as *.blogspot.com. An account can have ${maxSiteRules.toLocaleString('en')} of them.`,
    body: z.object({
      kind: z.enum(siteRuleKinds),
      lines: z.array(z.string().max(2_500)).min(1).max(maxSiteRules),
      reason: z.string().max(maxRuleReason).default(''),
    }),
    examples: { 'Block a site': { kind: 'blocked', lines: ['spam.example', '*.blogspot.com'], reason: 'Link farm' } },
    responses: {
      200: {
        description: 'How many are new. Lines that are not sites are skipped.',
        schema: z.object({ added: z.int(), bad: badLines }),
      },
    },
    errors: ['bad-input', 'body-too-large'],
  },
  'POST /data/site-rules/remove': {
    operationId: 'removeSiteRules',
    tag,
    summary: 'Remove rules about sites',
    description: 'By id, or by kind and pattern, which also undoes a call that has not been answered yet.',
    body: z.union([
      z.object({ ids: z.array(z.uuid()).min(1).max(maxSiteRules) }),
      z.object({ kind: z.enum(siteRuleKinds), patterns: z.array(z.string().max(255)).min(1).max(maxSiteRules) }),
    ]),
    examples: { 'Unblock a site': { kind: 'blocked', patterns: ['spam.example'] } },
    responses: { 200: updatedCount },
  },
  'POST /data/separate-sites': {
    operationId: 'separateSite',
    tag,
    summary: 'Treat a site as separate from those that redirect to it',
    description:
      'A site that has moved counts as one site under both names. A separate site counts as itself only: nothing that you know about its other names leaves it out.',
    body: z.object({ site: z.string().max(2_500), is_separate: z.boolean() }),
    examples: { 'It is another site': { site: 'new.example', is_separate: true } },
    responses: {
      200: {
        description: 'How the site is now treated.',
        schema: z.object({ domain: z.string(), is_separate: z.boolean() }),
      },
    },
    errors: ['bad-input'],
  },
  'GET /data/requests/{id}/left-out': {
    operationId: 'countLeftOut',
    tag,
    summary: 'Count the sites a campaign left out because you know them',
    params: z.object({ id: pathId('The campaign.') }),
    responses: { 200: { description: 'By reason, most first.', schema: z.array(leftOutCount) } },
  },
  'GET /data/requests/{id}/site-rules': {
    operationId: 'listRuledSites',
    tag,
    summary: 'List the sites of a campaign that are blocked, your own or competitors',
    description: 'Rules that were added after the campaign had found the sites count, too.',
    params: z.object({ id: pathId('The campaign.') }),
    responses: { 200: { description: 'Each such site once.', schema: z.array(ruledSite) } },
  },
} satisfies Endpoints;
