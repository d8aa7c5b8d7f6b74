// Fields that several endpoints have in common.
import { z } from 'zod';

/** Rows read or written by one call; also the whole list of the largest campaign. */
export const maxRowsPerCall = 10_000;

/** An id in the path; `missing` is the message of the 404 if it is not an id. */
export function pathId(description: string, missing = 'Nothing exists at this URL.') {
  return z.uuid(missing).meta({ description });
}

export interface Order<Column extends string> {
  column: Column;
  direction: 'asc' | 'desc';
}

/** A number in a query: clients pass a number, the server parses text. */
export const queryNumber = () => z.coerce.number<number>().int();

/** The fields of a list's query: limit, offset, and the order, which defaults to the first column. */
export function listFields<const Column extends string>(columns: readonly Column[], usual: 'asc' | 'desc' = 'asc') {
  const orders = columns.flatMap((column) => [`${column}.asc`, `${column}.desc`] as const);
  return {
    limit: queryNumber().min(1).max(maxRowsPerCall).default(maxRowsPerCall),
    offset: queryNumber().min(0).max(1_000_000).default(0),
    order: z
      .enum(orders)
      // While the columns are a type parameter, the compiler cannot see that this is one of them.
      .default(`${columns[0]}.${usual}` as never)
      .transform(splitOrder<Column>),
  };
}

function splitOrder<Column extends string>(order: string): Order<Column> {
  const [column, direction] = order.split('.') as [Column, 'asc' | 'desc'];
  return { column, direction };
}

/** A whole list of rows to change, each id once. */
export function rowList<Row extends z.ZodObject<{ id: z.ZodUUID }>>(row: Row) {
  return z
    .array(row)
    .max(maxRowsPerCall)
    .refine((rows) => new Set(rows.map((one) => (one as { id: string }).id.toLowerCase())).size === rows.length, {
      message: 'The same id appears twice.',
    });
}

export const campaignOnly = z.object({ campaignId: z.uuid() });
export const saveListDescription =
  'Up to 10,000 rows in one call, all or nothing: if one of them is not yours or belongs to another campaign, nothing is changed.';
export const updatedCount = {
  description: 'How many rows now have the state that was sent.',
  schema: z.object({ updated: z.int() }),
} as const;
export const done = { description: 'Done.', schema: z.object({ ok: z.literal(true) }) } as const;
export const totalCount = { 'x-total-count': 'The number of rows in the whole list.' } as const;
export const csvFileName = { 'content-disposition': 'A file name made from the keyword.' } as const;
