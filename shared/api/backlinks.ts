// The backlinks of a campaign.
import { z } from 'zod';
import { backlink } from '../backlink.ts';
import { backlinksFile } from '../csv.ts';
import { maxNote, maxTag, maxTags, readTags, removalReasons } from '../lead-values.ts';
import type { Endpoints } from './endpoint.ts';
import { backlinkExample } from './examples.ts';
import { csvFileName, listFields, pathId, totalCount } from './fields.ts';
import { savesRows, selectsMatching, undoesSelection } from './selection.ts';

const tag = 'Backlinks';

/** The first is the default: strongest first. */
export const backlinkOrders = ['domain_rating', 'ahrefs_rank', 'search_traffic', 'traffic_value', 'title'] as const;

/** PostgreSQL stores neither NUL nor half a character. */
const isStorable = (text: string) => !text.includes('\0') && text.isWellFormed();

const tagList = z
  .array(z.string().max(maxTag).refine(isStorable, 'This tag has characters that can’t be saved.'))
  .max(maxTags)
  .refine((tags) => readTags(tags.join(',')).length === tags.length, {
    message: 'Tags can’t be empty, contain commas or repeat.',
  })
  .transform((tags) => readTags(tags.join(',')));

export const backlinkEndpoints = {
  'GET /data/backlinks': {
    operationId: 'listBacklinks',
    tag,
    summary: 'List backlinks',
    description:
      'The backlinks of a campaign, strongest first. ahrefs_rank is the URL rating. A rating, traffic or value of -1 means unknown. Without a limit, the whole list is returned, up to 10,000 rows.',
    query: z.object({
      campaignId: z.uuid(),
      keep: z
        .enum(['true', 'false'])
        .transform((text) => text === 'true')
        .optional(),
      ...listFields(backlinkOrders, 'desc'),
    }),
    responses: { 200: { description: 'The rows.', schema: z.array(backlink), headers: totalCount } },
    errors: ['not-found'],
  },
  'PATCH /data/backlinks/{id}': {
    operationId: 'updateBacklink',
    tag,
    summary: 'Change a backlink',
    description:
      'Selects or deselects it, notes why it was removed, or changes its note and tags. A reason counts only while the backlink is deselected. Fields that are missing stay as they are.',
    params: z.object({ id: pathId('The backlink.') }),
    body: z
      .object({
        keep: z.boolean(),
        screened: z.boolean(),
        removal_reason: z.enum(removalReasons).nullable(),
        note: z.string().trim().max(maxNote).refine(isStorable, 'This text has characters that can’t be saved.'),
        tags: tagList,
      })
      .partial()
      .refine((change) => Object.values(change).some((value) => value !== undefined), {
        message: 'Send at least one field.',
      }),
    examples: {
      'Keep it': { keep: true },
      'Remove it, with a reason': { keep: false, screened: true, removal_reason: 'spam' },
      'Tag it': { tags: ['resource page', 'ask in spring'] },
    },
    responses: { 200: { description: 'The changed row.', schema: backlink } },
  },
  'PUT /data/backlinks': savesRows(
    { tag, operationId: 'updateBacklinks', rows: 'backlinks' },
    z.object({ id: z.uuid(), keep: z.boolean(), screened: z.boolean().optional() }),
  ),
  'PUT /data/backlinks/selection': selectsMatching({ tag, operationId: 'selectBacklinks', rows: 'backlinks' }),
  'POST /data/backlinks/undo': undoesSelection({
    tag,
    operationId: 'undoBacklinkSelection',
    rows: 'backlinks',
  }),
  'GET /data/campaigns/{id}/backlinks.csv': {
    operationId: 'downloadBacklinks',
    tag,
    summary: 'Download backlinks',
    description:
      'UTF-8 with a byte order mark, comma-separated (RFC 4180). Unknown ratings are empty. Text that a spreadsheet could mistake for a formula starts with an apostrophe.',
    params: z.object({ id: pathId('The campaign.') }),
    query: z.object({
      which: z.enum(['all', 'kept']).default('all'),
      columns: z.enum(['standard', 'everything']).default('standard'),
    }),
    responses: {
      200: {
        description:
          'Backlink URL, Title, URL Rating, Domain Rating, Anchor. Everything adds the proof of the link, the page, signals, notes and tags in further columns at the end.',
        contentType: 'text/csv',
        example: backlinksFile.head + backlinksFile.line(backlinkExample),
        headers: csvFileName,
      },
    },
  },
} satisfies Endpoints;
