// Structured data as sites really write it: several objects per script, raw line breaks in strings, trailing commas, comments.
// Nodes are returned flat, with the key they were under; `@id` references are resolved on demand.

import { memoizeObjects } from '../../platform/memoize-objects.ts';

export type JsonLdValue = string | number | boolean | null | JsonLdObject | JsonLdValue[];
export interface JsonLdObject {
  [key: string]: JsonLdValue | undefined;
}

export interface JsonLdNode {
  node: JsonLdObject;
  /** Types without their URL, in lower case: 'newsarticle', 'person'. */
  types: string[];
  /** Keys from the root down to this node, without '@graph'. */
  path: string[];
  /** Types of the node around it. */
  parentTypes: string[];
}

export interface JsonLd {
  nodes: JsonLdNode[];
  byId: Map<string, JsonLdObject>;
  /** Blocks that cannot be parsed. */
  broken: string[];
}

const MAX_DEPTH = 14;
const MAX_NODES = 4000;
const MAX_REPAIRED = 100_000;

/** Parses all blocks once per page (5 % of reading and finding); skips a block that cannot be parsed even leniently. */
export const readJsonLd = memoizeObjects((blocks: readonly string[]): JsonLd => {
  const result: JsonLd = { nodes: [], byId: new Map(), broken: [] };
  for (const block of blocks) {
    const value = parseLeniently(block);
    if (value !== undefined) collect(result, value, { path: [], parentTypes: [], depth: 0 });
    else if (block.length <= MAX_REPAIRED) result.broken.push(block);
  }
  return result;
});

/** The object itself, or the fuller one its `@id` refers to. */
export function resolveNode(data: JsonLd, value: JsonLdObject): JsonLdObject {
  const id = value['@id'];
  if (typeof id !== 'string' || value.name !== undefined) return value;
  return data.byId.get(id) ?? value;
}

export function typesOf(node: JsonLdObject): string[] {
  const type = node['@type'];
  const list = Array.isArray(type) ? type : [type];
  return list.filter((one) => typeof one === 'string').map((one) => one.toLowerCase().replace(/^.*[/#:]/, ''));
}

/** The texts among the values of a key, which may be one or a list. */
export function textsOf(value: JsonLdValue | undefined): string[] {
  return [value ?? []].flat().filter((one) => typeof one === 'string');
}

/** The URL of an image: the value itself, or that of an ImageObject; the first of a list. */
export function imageOf(value: JsonLdValue | undefined): string | undefined {
  const [image] = [value ?? []].flat();
  if (typeof image === 'string') return image;
  if (typeof image !== 'object' || image === null || Array.isArray(image)) return undefined;
  return [...textsOf(image.url), ...textsOf(image.contentUrl)].find((url) => url !== '');
}

interface Position extends Pick<JsonLdNode, 'path' | 'parentTypes'> {
  depth: number;
}

function collect(result: JsonLd, value: JsonLdValue | undefined, at: Position): void {
  const { path, parentTypes, depth } = at;
  if (depth > MAX_DEPTH || result.nodes.length > MAX_NODES || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    for (const one of value.slice(0, 500)) collect(result, one, { ...at, depth: depth + 1 });
    return;
  }
  const types = typesOf(value);
  if (types.length > 0) result.nodes.push({ node: value, types, path, parentTypes });
  const id = value['@id'];
  if (typeof id === 'string' && value.name !== undefined && !result.byId.has(id)) result.byId.set(id, value);
  for (const key of Object.keys(value)) {
    const inner = value[key];
    if (typeof inner === 'object' && inner !== null) {
      const below = key === '@graph' ? path : [...path, key];
      collect(result, inner, { path: below, parentTypes: key === '@graph' ? parentTypes : types, depth: depth + 1 });
    }
  }
}

function parseLeniently(block: string): JsonLdValue | undefined {
  const text = block.trim();
  if (text === '') return undefined;
  const value = tryParse(text);
  if (value !== undefined || text.length > MAX_REPAIRED) return value;
  return tryParse(repair(text)) ?? parseSeveral(text);
}

function tryParse(text: string): JsonLdValue | undefined {
  try {
    return JSON.parse(text) as JsonLdValue;
  } catch {
    return undefined;
  }
}

function repair(text: string): string {
  return text
    .replace(/^\s*(?:<!--|\/\*\s*<!\[CDATA\[\s*\*\/|<!\[CDATA\[|\/\/\s*<!\[CDATA\[)/, '')
    .replace(/(?:-->|\/\*\s*\]\]>\s*\*\/|(?:\/\/\s*)?\]\]>)\s*$/, '')
    .replace(/\\(?!["\\/bfnrtu])/g, '\\\\')
    .replace(/\p{Cc}+/gu, ' ')
    .replace(/,\s*([}\]])/g, '$1')
    .replace(/;\s*$/, '')
    .trim();
}

/** Several objects in a row: split where the braces balance. */
function parseSeveral(text: string): JsonLdValue | undefined {
  const values: JsonLdValue[] = [];
  let depth = 0;
  let start = -1;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (inString) {
      if (code === 92) at++;
      else if (code === 34) inString = false;
    } else if (code === 34) inString = true;
    else if (code === 123 && depth++ === 0) start = at;
    else if (code === 125 && --depth === 0 && start >= 0) {
      const value = tryParse(repair(text.slice(start, at + 1)));
      if (value !== undefined) values.push(value);
    }
  }
  return values.length > 0 ? values : undefined;
}
