// Finds the tables that a file writes to or locks, in the query builder's calls and in SQL text.
import { type ESTree, parseSync } from 'vite';
import { nodesIn } from './nodes.ts';
import { writersByName } from './table-owners.ts';

export interface TableUse {
  /** Undefined if the statement takes its table's name from a variable. */
  readonly table: string | undefined;
  readonly line: number;
  readonly how: 'write' | 'lock';
}

const builderWrites = ['insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];

const table = String.raw`(?:public\.)?"?([a-z_][\w.]*|\?)"?`;
// `update` is also part of "for update" and "on conflict … do update"; "copy … to" only reads.
const sqlWrite = new RegExp(
  String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy(?=\s+\S+\s*(?:\([^)]*\))?\s*from\b)|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?${table}`,
  'gi',
);
const sqlLock = /\bfor\s+(?:(?:no\s+key\s+)?update|(?:key\s+)?share)\b(?:\s+of\s+(\w+(?:\s*,\s*\w+)*))?/gi;
const sqlSource = new RegExp(String.raw`\b(?:from|join)\s+(?:only\s+)?${table}(?:\s+(?:as\s+)?(\w+))?`, 'gi');
const builderLocks = ['forUpdate', 'forNoKeyUpdate', 'forShare', 'forKeyShare'];

export function readWrites(path: string, source: string): TableUse[] {
  const { program } = parseSync(path, source);
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const found = nodesIn(program).flatMap((node) =>
    [...callWrites(node), ...textUses(node)].map(({ at = 0, ...use }) => ({ ...use, line: lineAt(node.start + at) })),
  );
  const locks = builderReads(program).map(({ table, at }): TableUse => ({ table, line: lineAt(at), how: 'lock' }));
  return [...found, ...locks];
}

/** The tables from which a statement or function reads that locks something, whether in one chain of calls or step by step. */
function builderReads(program: ESTree.Program): { table: string; at: number }[] {
  return program.body.flatMap((statement) => {
    const calls = nodesIn(statement).flatMap((node) => {
      if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return [];
      const { property } = node.callee;
      return property.type === 'Identifier'
        ? [{ name: property.name, of: literal(node.arguments[0]), at: property.start }]
        : [];
    });
    if (!calls.some(({ name }) => builderLocks.includes(name))) return [];
    return calls.flatMap(({ name, of, at }) =>
      name === 'selectFrom' && of !== undefined ? [{ table: of.replace(/ as \w+$/, ''), at }] : [],
    );
  });
}

interface Found extends Omit<TableUse, 'line'> {
  /** How far into the node it is. */
  readonly at?: number;
}

function callWrites(node: ESTree.Node): Found[] {
  if (node.type !== 'CallExpression') return [];
  const { callee, arguments: args } = node;
  if (callee.type === 'MemberExpression' && callee.property.type === 'Identifier') {
    return builderWrites.includes(callee.property.name) ? [{ table: literal(args[0]), how: 'write' }] : [];
  }
  if (callee.type !== 'Identifier' || !writersByName.includes(callee.name)) return [];
  // Where one of them passes the table on to another, its caller names it.
  return nodesIn(args).flatMap((part) => {
    const table =
      part.type === 'Property' && part.key.type === 'Identifier' && part.key.name === 'table'
        ? literal(part.value)
        : undefined;
    return table === undefined ? [] : [{ table, how: 'write' as const }];
  });
}

function literal(node: ESTree.Node | undefined): string | undefined {
  return node?.type === 'Literal' && typeof node.value === 'string' ? node.value : undefined;
}

function textUses(node: ESTree.Node): Found[] {
  const text = textOf(node);
  if (text === '') return [];
  const writes = [...text.matchAll(sqlWrite)].map(({ 1: name, index }) => ({
    table: name === '?' ? undefined : name,
    how: 'write' as const,
    at: index,
  }));
  const locks = [...text.matchAll(sqlLock)].flatMap(({ 1: only, index }) => {
    const names = only?.split(/\s*,\s*/);
    return [...queryBefore(text, index).matchAll(sqlSource)].flatMap(({ 1: name, 2: alias }) =>
      !names || names.includes(name ?? '') || names.includes(alias ?? '')
        ? [{ table: name, how: 'lock' as const, at: index }]
        : [],
    );
  });
  return [...writes, ...locks];
}

/** The query that ends here, without what is in parentheses inside it. */
function queryBefore(text: string, end: number): string {
  let depth = 0;
  let query = '';
  for (let at = end - 1; at >= 0; at--) {
    const character = text[at] as string;
    if (character === '(' && depth === 0) break;
    if (character === ';' && depth === 0) break;
    if (character === ')') depth++;
    if (depth === 0) query = character + query;
    if (character === '(') depth--;
  }
  return query;
}

/** The text of a string; of a template with its values as `?`. */
function textOf(node: ESTree.Node): string {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('?');
  return literal(node) ?? '';
}
