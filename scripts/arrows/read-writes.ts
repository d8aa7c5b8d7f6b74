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

// `update` is also part of "for update" and "on conflict … do update"; "copy … to" only reads.
const sqlWrite =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?|copy(?=\s+\S+\s*(?:\([^)]*\))?\s*from\b)|(?<!\b(?:for|key|do)\s+)update)\s+(?:only\s+)?([a-z_][\w.]*|\?)/gi;
const sqlLock =
  /\b(?:from|join)\s+([a-z_][\w.]*)(?:(?!\b(?:from|join)\b)[^;])*?\bfor\s+(?:no\s+key\s+)?update\b(?!\s+of)/gi;
// A table that is locked by its name or alias.
const sqlLockOf =
  /\b(?:from|join)\s+(?:([a-z_][\w.]*)\s+(?:as\s+)?)?(\w+)\b(?=[^;]*\bfor\s+(?:no\s+key\s+)?update\s+of\s+(?:\w+\s*,\s*)*\2\b)/gi;
const builderLock = /selectFrom\('([\w.]+)(?: as \w+)?'\)[^;]*?\.for(?:NoKey)?Update\(/g;

export function readWrites(path: string, source: string): TableUse[] {
  const lineAt = (offset: number) => source.slice(0, offset).split('\n').length;
  const found = [...nodesIn(parseSync(path, source).program)].flatMap((node) =>
    [...callWrites(node), ...textUses(node)].map(({ at = 0, ...use }) => ({ ...use, line: lineAt(node.start + at) })),
  );
  const locks = [...source.matchAll(builderLock)].map(
    ({ 1: table, index }): TableUse => ({ table, line: lineAt(index), how: 'lock' }),
  );
  return [...found, ...locks];
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
  return [...nodesIn(args)].flatMap((part) => {
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
  return [
    ...matches(text, sqlWrite).map(({ name, at }) => ({
      table: name === '?' ? undefined : name,
      how: 'write' as const,
      at,
    })),
    ...[...matches(text, sqlLock), ...matches(text, sqlLockOf)].map(({ name, at }) => ({
      table: name,
      how: 'lock' as const,
      at,
    })),
  ];
}

/** The text of a string; of a template with its values as `?`. */
function textOf(node: ESTree.Node): string {
  if (node.type === 'TemplateLiteral') return node.quasis.map(({ value }) => value.raw).join('?');
  return literal(node) ?? '';
}

function matches(text: string, pattern: RegExp): { name: string; at: number }[] {
  return [...text.matchAll(pattern)].map(({ 1: table, 2: name = '', index }) => ({ name: table ?? name, at: index }));
}
