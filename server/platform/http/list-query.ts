// The query parameters of every list in /data, and how a page of it is returned.
import type { Context as HonoContext } from 'hono';
import { z } from 'zod';
import { AppError } from '../../../shared/errors.ts';
import type { JsonPage } from '../rows/json-page.ts';

/** Rows read or written by one call; enough for the whole list of the largest campaign. */
export const maxRowsPerCall = 10_000;

export interface Order<Column extends string> {
  column: Column;
  direction: 'asc' | 'desc';
}

/** Query parameters of a list: limit, offset, and order by one of these columns (default: the first). */
export function listFields<Column extends string>(columns: readonly Column[], usual: 'asc' | 'desc' = 'asc') {
  const orders = columns.flatMap((column) => [`${column}.asc`, `${column}.desc`]);
  return {
    limit: z.coerce.number().int().min(1).max(maxRowsPerCall).default(maxRowsPerCall),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    order: z
      .enum(orders)
      .default(`${columns[0]}.${usual}`)
      .transform(splitOrder<Column>),
  };
}

function splitOrder<Column extends string>(order: string): Order<Column> {
  const [column, direction] = order.split('.') as [Column, 'asc' | 'desc'];
  return { column, direction };
}

/** The query parameters, validated by the schema. Throws ZodError. */
export function readQuery<Schema extends z.ZodType>(c: HonoContext, schema: Schema): z.output<Schema> {
  return schema.parse(c.req.query());
}

const id = z.uuid();

/** An id in the path; an invalid one belongs to no one. Throws AppError not-found. */
export function readPathId(c: HonoContext, name = 'id'): string {
  const parsed = id.safeParse(c.req.param(name));
  if (!parsed.success) throw new AppError('not-found', 'Nothing exists at this URL.');
  return parsed.data;
}

/** The rows, with x-total-count. Throws what `missing` returns if their parent does not exist. */
export function answerPage(c: HonoContext, { found, total, json }: JsonPage, missing: () => AppError): Response {
  if (!found) throw missing();
  return c.body(json, 200, { 'Content-Type': 'application/json', 'X-Total-Count': String(total) });
}

/** The schema of a full list of rows to change: at least their ids, without duplicates. */
export function rowList<Row extends z.ZodObject<{ id: z.ZodUUID }>>(row: Row) {
  return z
    .array(row)
    .max(maxRowsPerCall)
    .refine((rows) => new Set(rows.map((one) => (one as { id: string }).id.toLowerCase())).size === rows.length, {
      message: 'The same id appears twice.',
    });
}
