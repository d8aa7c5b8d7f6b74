// zod schemas as the JSON Schema of OpenAPI 3.1.
import { z } from 'zod';
import { backlink } from '../../shared/backlink.ts';
import { campaign } from '../../shared/campaign-row.ts';
import { contact } from '../../shared/contact.ts';
import { creditEntry } from '../../shared/credit-entry.ts';
import { type ErrorCode, errorStatuses } from '../../shared/errors.ts';
import { searchResult } from '../../shared/search-result.ts';

export type JsonSchema = Record<string, unknown>;

export const errorBody = z.object({
  error: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  type: z.string().optional(),
  lines: z.array(z.object({ line: z.int(), text: z.string() })).optional(),
});

/** Schemas with a name of their own, referred to wherever they are used. */
const named = new Map<z.ZodType, string>([
  [campaign, 'Campaign'],
  [searchResult, 'SearchResult'],
  [backlink, 'Backlink'],
  [contact, 'Contact'],
  [creditEntry, 'CreditEntry'],
  [errorBody, 'Error'],
]);

/** What is sent is described as it may be written (input), what is answered as it comes (output). */
type Side = 'input' | 'output';

/** The schema, by its name where it has one. */
export function toSchema(schema: z.ZodType, side: Side): JsonSchema {
  const name = named.get(schema);
  if (name) return { $ref: `#/components/schemas/${name}` };
  if (schema instanceof z.ZodArray) {
    const { items, ...rest } = readSchema(schema, side);
    const element = named.has(schema.element as z.ZodType) ? toSchema(schema.element as z.ZodType, side) : items;
    return { ...rest, items: element };
  }
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((one) => toSchema(one as z.ZodType, side)) };
  return readSchema(schema, side);
}

/** The schema written out. */
export function readSchema(schema: z.ZodType, side: Side): JsonSchema {
  const { $schema, ...read } = z.toJSONSchema(schema, {
    io: side,
    override({ jsonSchema }) {
      // The format says it; the pattern would fill pages.
      if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // Answers may gain fields.
      if (side === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return read;
}

export function namedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries([...named].map(([schema, name]) => [name, readSchema(schema, 'output')]));
}
