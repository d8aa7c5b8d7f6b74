// Selecting the rows of a campaign's lists: by their ids, or all that match a filter; and undoing that.
import { z } from 'zod';
import { maxTag, removalReasons } from '../lead-values.ts';
import { linkFilters } from '../link-check-values.ts';
import { groupFilters, signalNames } from '../triage-values.ts';
import type { Endpoint, Tag } from './endpoint.ts';
import { campaignOnly, rowList, saveListDescription, updatedCount } from './fields.ts';

const changeId = z.uuid().meta({ description: 'Any new id. With it, this change can be undone.' });

const figure = z.number().min(0).optional();

/** Every condition has to hold; a missing one always does. */
const listFilter = z.strictObject({
  words: z.string().max(200).optional().meta({ description: 'Words that must all occur in the row’s text.' }),
  minDr: figure,
  maxDr: figure,
  minTraffic: figure,
  maxTraffic: figure,
  source: z.string().max(100).optional(),
  known: z.boolean().optional().meta({ description: 'Whether you knew the site before. Backlinks only.' }),
  link: z.enum(linkFilters).optional().meta({ description: 'Whether the link was found. Backlinks only.' }),
  tag: z.string().max(maxTag).optional().meta({ description: 'A tag it has. Backlinks only.' }),
  reason: z.enum(removalReasons).optional().meta({ description: 'Why it was removed. Backlinks only.' }),
  noted: z.boolean().optional().meta({ description: 'Whether it has a note. Backlinks only.' }),
  group: z
    .enum(groupFilters)
    .optional()
    .meta({ description: 'How good the lead looks; unchecked: Zeus has not seen the page. Backlinks only.' }),
  signal: z.enum(signalNames).optional().meta({ description: 'Only leads with this signal. Backlinks only.' }),
  valid: z.boolean().optional().meta({ description: 'Only valid emails. Contacts only.' }),
  selected: z.boolean().optional().meta({ description: 'Only selected rows.' }),
});
export type ListFilter = z.output<typeof listFilter>;

interface Named {
  readonly tag: Tag;
  readonly operationId: string;
  /** The name of the rows: 'backlinks'. */
  readonly rows: string;
}

/** PUT of a list of rows. */
export function savesRows<Row extends z.ZodObject<{ id: z.ZodUUID }>>({ tag, operationId, rows }: Named, row: Row) {
  return {
    tag,
    operationId,
    summary: `Save the selection of a whole list of ${rows}`,
    description: saveListDescription,
    query: campaignOnly.extend({ changeId: changeId.optional() }),
    body: rowList(row),
    responses: { 200: updatedCount },
    errors: ['not-found', 'body-too-large'],
  } as const satisfies Endpoint;
}

/** PUT of a selection by filter. */
export function selectsMatching({ tag, operationId, rows }: Named) {
  return {
    tag,
    operationId,
    summary: `Select or deselect all ${rows} that match a filter`,
    description: `Includes rows that arrived after the list was read. Rows with an unknown figure match no range. An empty filter matches ${
      rows === 'contacts' ? 'every contact that has an email' : 'every row'
    }.`,
    query: campaignOnly,
    body: z.object({ filter: listFilter, keep: z.boolean(), changeId }),
    examples: {
      'Strong sites': { filter: { minDr: 40 }, keep: true, changeId: '0198c5a0-5b1e-7c3a-9a51-3f6f0b1f7c11' },
    },
    responses: { 200: updatedCount },
    errors: ['not-found'],
  } as const satisfies Endpoint;
}

/** POST of an undo. */
export function undoesSelection({ tag, operationId, rows }: Named) {
  return {
    tag,
    operationId,
    summary: `Undo a selection of ${rows}`,
    description:
      'Resets the rows that this change selected or deselected. A row that was changed again since stays as it is.',
    query: campaignOnly,
    body: z.object({ changeId: z.uuid() }),
    responses: {
      200: { description: 'How many rows were reset.', schema: z.object({ updated: z.int() }) },
    },
    errors: ['not-found'],
  } as const satisfies Endpoint;
}
