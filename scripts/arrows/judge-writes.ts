// Checks every write of the server against table-owners.ts.

import { isTestFile } from './modules.ts';
import { readWrites, type TableUse } from './read-writes.ts';
import { lockOwners, tableOwners } from './table-owners.ts';

/**
 * Takes the project's files (path from its root → text) and the names of all tables. Returns one line for each table without
 * an owner and for each write or lock outside the owner's folder.
 */
export function judgeWrites(sources: ReadonlyMap<string, string>, tables: readonly string[]): string[] {
  const unowned = tables.filter((table) => !tableOwners.has(table));
  const files = [...sources].filter(([path]) => path.startsWith('server/') && !isTestFile(path));
  return [
    ...unowned.map(
      (table) => `db/types.ts: ${table} has no owner: add it to the table in scripts/arrows/table-owners.ts`,
    ),
    ...files.flatMap(([path, source]) =>
      readWrites(path, source).flatMap((use) => {
        const rule = brokenRule(path, use);
        return rule === undefined ? [] : [`${path}:${use.line} ${rule}`];
      }),
    ),
  ];
}

function brokenRule(path: string, { table, how }: TableUse): string | undefined {
  if (table === undefined) {
    // Backups, and lists of any table; their callers name the table.
    return path.startsWith('server/platform/') ? undefined : 'writes to a table without naming it: write its name out';
  }
  const owner = (how === 'write' ? tableOwners : lockOwners).get(table);
  if (owner === undefined || path.startsWith(owner)) return undefined;
  return how === 'write' ? `writes to ${table}: only ${owner} does` : `locks ${table}: only ${owner} does`;
}

/** The tables in db/types.ts. */
export function tablesIn(types: string): string[] {
  const body = /export interface DB \{\n([\s\S]*?)\n\}/.exec(types)?.[1] ?? '';
  return body.split('\n').map((line) => line.trim().replace(/:.*$/, '').replaceAll('"', ''));
}
