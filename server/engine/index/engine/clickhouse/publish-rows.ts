// Makes the rows of a release exactly those of its files, before it is published.
import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { ClickHouseError } from './clickhouse-error.ts';
import type { ClickHouse } from './connect.ts';
import { joined, type Raw, raw, statement } from './literals.ts';
import { insertIdPrefix, localIn, tableIn, tableNames } from './tables.ts';

/** Deletes the rows of attempts that did not end. Returns once no server has any left. */
export async function deleteAttempts(
  clickhouse: ClickHouse,
  release: number,
  attempts: readonly number[],
): Promise<void> {
  if (attempts.length === 0) return;
  // A server goes on with an insert whose sender has died. Rows that arrive later would not be deleted.
  while (await areInserting(clickhouse, attempts)) await wait(pauseMs);
  const rows = statement`release = ${release} and attempt in ${attempts}`;
  for (const name of tableNames) {
    const local = localIn(clickhouse, name);
    if (!(await hasRows(clickhouse, local, rows))) continue;
    await clickhouse.commandEach(statement`alter table ${local} delete where ${rows}`);
    // ClickHouse deletes in the background.
    while (await hasRows(clickhouse, local, rows)) await wait(pauseMs);
  }
}

const pauseMs = 50;

async function areInserting(clickhouse: ClickHouse, attempts: readonly number[]): Promise<boolean> {
  const prefixes = attempts.map((attempt) => insertIdPrefix(clickhouse, attempt));
  const isOne = joined(
    prefixes.map((prefix) => statement`position(query_id, ${prefix}) = 1`),
    ' or ',
  );
  const answers = await clickhouse.queryEach<{ count: string }>(
    statement`select count() as count from system.processes where ${isOne}`,
  );
  return answers.some(([answer]) => answer?.count !== '0');
}

async function hasRows(clickhouse: ClickHouse, table: Raw, rows: Raw): Promise<boolean> {
  const answers = await clickhouse.queryEach<{ count: string }>(
    statement`select count() as count from ${table} where ${rows}`,
  );
  return answers.some(([answer]) => answer?.count !== '0');
}

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
