// The contents of a database in numbers: rows per table and values of sequences. A database and its copy must agree.
import { listCounters, listTables, nameOf, quoted } from '../../backup/catalog.ts';
import { inOneTransaction } from '../../backup/session.ts';
import type { DatabaseAddress } from '../../db.ts';

/** By table or sequence: a number as text. */
export type Contents = Map<string, string>;

/** Rejects like any query. */
export function readContents(address: DatabaseAddress): Promise<Contents> {
  return inOneTransaction(address, 'begin isolation level repeatable read read only', async (session) => {
    const contents: Contents = new Map();
    for (const table of await listTables(session)) {
      const { rows } = await session.query<{ count: string }>(
        `select count(*)::text as count from ${quoted(table.schema, table.name)}`,
      );
      contents.set(`table ${nameOf(table)}`, rows[0]?.count ?? '');
    }
    for (const counter of await listCounters(session)) {
      contents.set(`counter ${nameOf(counter)}`, counter.used ? counter.value : 'unused');
    }
    return contents;
  });
}

/** One sentence per table or sequence that differs. Tables left out on purpose do not count. */
export function findDifferences(old: Contents, copy: Contents, leftOut: readonly string[]): string[] {
  const isLeftOut = (name: string) => leftOut.some((table) => name === `table ${table}`);
  const isOfLeftOut = (name: string) => leftOut.length > 0 && name.startsWith('counter ') && !copy.has(name);
  return [...old]
    .filter(([name, value]) => copy.get(name) !== value && !isLeftOut(name) && !isOfLeftOut(name))
    .map(([name, value]) => `${name}: ${value} in the old one, ${copy.get(name) ?? 'missing'} in the new one`);
}
