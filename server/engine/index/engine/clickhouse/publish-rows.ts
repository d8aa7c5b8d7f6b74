// Checks and merges the rows of a release before it is published, once those of interrupted loads are deleted (delete-attempts.ts).
import { OperatorError } from '../../../../platform/operator-error.ts';
import { ClickHouseError } from './clickhouse-error.ts';
import type { ClickHouse } from './connect.ts';
import { type Raw, raw, statement } from './literals.ts';
import { localIn, tableIn, tableNames } from './tables.ts';

/** Throws OperatorError if ClickHouse has lost or never received some of them. */
export async function checkRows(
  clickhouse: ClickHouse,
  release: number,
  expected: { pages: number; links: number },
): Promise<void> {
  await catchUp(clickhouse);
  const count = async (table: Raw) => {
    const { rows } = await clickhouse.query<{ count: string }>(
      statement`select count() as count from ${table} where release = ${release}`,
    );
    return Number(rows[0]?.count);
  };
  const [pages, links] = await Promise.all([
    count(tableIn(clickhouse, 'sample_pages')),
    count(tableIn(clickhouse, 'sample_links')),
  ]);
  if (pages === expected.pages && links === expected.links) return;
  throw new OperatorError(
    `ClickHouse has ${pages} of the ${expected.pages} pages and ${links} of the ${expected.links} links of this release. ` +
      'Drop the release and load it again.',
  );
}

/** Waits until replicas have what was written to the others. */
export async function catchUp(clickhouse: ClickHouse): Promise<void> {
  const replicated = await clickhouse.queryEach<{ name: string }>(
    statement`select table as name from system.replicas where database = ${clickhouse.address.database}`,
  );
  if (replicated.every((tables) => tables.length === 0)) return;
  for (const name of tableNames)
    await clickhouse.commandEach(raw(`system sync replica ${localIn(clickhouse, name).sql}`));
}

/**
 * One part per table: a lookup takes as long for each part as for the first. A merge that can't be done or takes too long is not waited
 * for, because ClickHouse also merges in the background.
 */
export async function mergeParts(clickhouse: ClickHouse, release: number): Promise<void> {
  for (const name of tableNames) {
    const merge = statement`optimize table ${localIn(clickhouse, name)} partition ${release} final`;
    await clickhouse.commandEach(merge).catch((error: unknown) => {
      if (!(error instanceof ClickHouseError)) throw error;
    });
  }
}

/** Listed pages by language. */
export async function countLanguages(clickhouse: ClickHouse, release: number): Promise<Record<string, number>> {
  const { rows } = await clickhouse.query<{ language: string; pages: string }>(
    statement`select language, count() as pages from ${tableIn(clickhouse, 'sample_pages')}
      where release = ${release} and listed group by language`,
  );
  return Object.fromEntries(rows.map(({ language, pages }) => [language, Number(pages)]));
}
