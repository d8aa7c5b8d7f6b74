// Converts zod schemas to the JSON Schema of OpenAPI 3.1.
import { z } from 'zod';
import {
  backlinkExample,
  campaignExample,
  contactExample,
  creditEntryExample,
  searchResultExample,
} from '../../shared/api/examples.ts';
import { backlink } from '../../shared/backlink.ts';
import { campaign } from '../../shared/campaign-row.ts';
import { contact } from '../../shared/contact.ts';
import { creditEntry } from '../../shared/credit-entry.ts';
import { type ErrorBody, type ErrorCode, errorStatuses } from '../../shared/errors.ts';
import { searchResult } from '../../shared/search-result.ts';

export type JsonSchema = Record<string, unknown>;

export const errorBody = z.object({
  error: z.enum(Object.keys(errorStatuses) as [ErrorCode, ...ErrorCode[]]),
  message: z.string(),
  type: z.string().optional(),
  lines: z.array(z.object({ line: z.int(), text: z.string(), reason: z.enum(['not-public']).optional() })).optional(),
} satisfies { [Field in keyof ErrorBody]-?: z.ZodType<ErrorBody[Field]> });

interface Named {
  readonly name: string;
  readonly example: unknown;
}

/** Schemas that are referenced by name. */
export const named: ReadonlyMap<z.ZodType, Named> = new Map<z.ZodType, Named>([
  [campaign, { name: 'Campaign', example: campaignExample }],
  [searchResult, { name: 'SearchResult', example: searchResultExample }],
  [backlink, { name: 'Backlink', example: backlinkExample }],
  [contact, { name: 'Contact', example: contactExample }],
  [creditEntry, { name: 'CreditEntry', example: creditEntryExample }],
  [errorBody, { name: 'Error', example: { error: 'not-found', message: 'There is no such campaign.' } }],
]);

/** Requests are described as clients write them (input), responses as the server sends them (output). */
export type Side = 'input' | 'output';

/** The schema, or a reference if it has a name. */
export function toSchema(schema: z.ZodType, side: Side): JsonSchema {
  const name = named.get(schema)?.name;
  if (name) return { $ref: `#/components/schemas/${name}` };
  if (schema instanceof z.ZodArray) {
    const { items, ...rest } = readSchema(schema, side);
    const element = named.has(schema.element as z.ZodType) ? toSchema(schema.element as z.ZodType, side) : items;
    return { ...rest, items: element };
  }
  if (schema instanceof z.ZodUnion) return { anyOf: schema.options.map((one) => toSchema(one as z.ZodType, side)) };
  return readSchema(schema, side);
}

/** The schema itself. */
export function readSchema(schema: z.ZodType, side: Side): JsonSchema {
  const { $schema, ...read } = z.toJSONSchema(schema, {
    io: side,
    override({ jsonSchema }) {
      // The format is enough; the pattern would fill pages.
      if (jsonSchema.format === 'uuid' || jsonSchema.format === 'date-time') delete jsonSchema.pattern;
      // Responses may gain fields.
      if (side === 'output' && jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
    },
  });
  return read;
}

export function namedSchemas(): Record<string, JsonSchema> {
  return Object.fromEntries([...named].map(([schema, { name }]) => [name, readSchema(schema, 'output')]));
}
