// Generates an example from a schema: its own examples if it has any, otherwise the simplest valid value.
import { z } from 'zod';
import { ids } from '../../shared/api/examples.ts';
import { type JsonSchema, named, readSchema, type Side } from './json-schema.ts';

const byFormat: Readonly<Record<string, string>> = {
  uuid: ids.campaign,
  'date-time': '2026-11-15T08:30:00.000Z',
  date: '2026-11-15',
};

/** Optional fields are left out. */
export function exampleOf(schema: z.ZodType, side: Side): unknown {
  const known = named.get(schema);
  if (known) return known.example;
  if (schema instanceof z.ZodArray) return [exampleOf(schema.element as z.ZodType, side)];
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options[0] as z.ZodType, side);
  return fromJsonSchema(readSchema(schema, side));
}

/** Like exampleOf, for a JSON schema. */
export function fromJsonSchema(schema: JsonSchema): unknown {
  const { examples, default: usual, const: only, enum: values, anyOf, type, format } = schema;
  if (Array.isArray(examples)) return examples[0];
  if (usual !== undefined) return usual;
  if (only !== undefined) return only;
  if (Array.isArray(values)) return values[0];
  if (Array.isArray(anyOf)) return fromJsonSchema(anyOf[0] as JsonSchema);
  if (type === 'object') return fromProperties(schema);
  if (type === 'array') return [fromJsonSchema(schema.items as JsonSchema)];
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return 1;
  return byFormat[String(format)] ?? 'text';
}

function fromProperties({ properties = {}, required = [] }: JsonSchema): unknown {
  const fields = Object.entries(properties as Record<string, JsonSchema>);
  const needed = fields.filter(([name]) => (required as string[]).includes(name));
  return Object.fromEntries(needed.map(([name, field]) => [name, fromJsonSchema(field)]));
}
