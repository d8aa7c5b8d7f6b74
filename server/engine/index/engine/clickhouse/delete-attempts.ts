// Deletes what interrupted loads have left of a release, before it is published. ClickHouse deletes in the background, and for as long
// as it can't, for example because its disk is full, the rows stay.
import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { firstLine, runAgain } from './clickhouse-error.ts';
import type { ClickHouse } from './connect.ts';
import { joined, type Raw, statement } from './literals.ts';
import { insertIdPrefix, localIn, type TableName, tableNames } from './tables.ts';

/** Without any progress. ClickHouse rewrites a part as a whole, and the largest take minutes. */
const longestWaitMs = 15 * 60_000;

/** Returns once no server has rows of these attempts. Throws OperatorError if ClickHouse makes no progress for `waitMs`. */
export async function deleteAttempts(
  clickhouse: ClickHouse,
  { release, attempts, waitMs = longestWaitMs }: { release: number; attempts: readonly number[]; waitMs?: number },
): Promise<void> {
  if (attempts.length === 0) return;
  // A server goes on with an insert whose sender has died. Rows that arrive later would not be deleted.
  if (!(await reachesZero(() => countInserts(clickhouse, attempts), waitMs))) {
    throw new OperatorError(`ClickHouse is still storing rows of an interrupted load. Once it has ended, ${runAgain}`);
  }
  const rows = statement`release = ${release} and attempt in ${attempts}`;
  for (const name of tableNames) {
    const count = () => countRows(clickhouse, localIn(clickhouse, name), rows);
    if ((await count()) === 0) continue;
    // Repeating a delete that has not ended is harmless: parts without such rows are not rewritten.
    await clickhouse.commandEach(statement`alter table ${localIn(clickhouse, name)} delete where ${rows}`);
    if (!(await reachesZero(count, waitMs))) throw await notDeleted(clickhouse, name);
  }
}

const firstPauseMs = 50;
const longestPauseMs = 10_000;

/** Asks less often the longer it takes. False once the count has not fallen for so long. */
async function reachesZero(count: () => Promise<number>, waitMs: number): Promise<boolean> {
  let lowest = Number.POSITIVE_INFINITY;
  let fellAt = Date.now();
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(1.5 * pauseMs, longestPauseMs)) {
    const left = await count();
    if (left === 0) return true;
    if (left < lowest) fellAt = Date.now();
    else if (Date.now() - fellAt >= waitMs) return false;
    lowest = Math.min(lowest, left);
    await wait(pauseMs);
  }
}

function countInserts(clickhouse: ClickHouse, attempts: readonly number[]): Promise<number> {
  const prefixes = attempts.map((attempt) => insertIdPrefix(clickhouse, attempt));
  const isOne = joined(
    prefixes.map((prefix) => statement`position(query_id, ${prefix}) = 1`),
    ' or ',
  );
  return sumOf(clickhouse, statement`select count() as count from system.processes where ${isOne}`);
}

const countRows = (clickhouse: ClickHouse, table: Raw, rows: Raw): Promise<number> =>
  sumOf(clickhouse, statement`select count() as count from ${table} where ${rows}`);

/** Over all servers. */
async function sumOf(clickhouse: ClickHouse, question: Raw): Promise<number> {
  const answers = await clickhouse.queryEach<{ count: string }>(question);
  return answers.reduce((sum, [answer]) => sum + Number(answer?.count), 0);
}

/** Names a server, preferably one that states its reason. */
async function notDeleted(clickhouse: ClickHouse, name: TableName): Promise<OperatorError> {
  const { database, nodes } = clickhouse.address;
  // All columns, because 18.16 has no latest_fail_reason.
  const answers = await clickhouse.queryEach<{ latest_fail_reason?: string }>(
    statement`select * from system.mutations where database = ${database} and table = ${`${name}_local`} and not is_done`,
  );
  const unfinished = answers.flatMap((mutations, index) =>
    mutations.map(({ latest_fail_reason: reason = '' }) => ({ host: new URL(nodes[index] ?? '').host, reason })),
  );
  const found = unfinished.find(({ reason }) => reason !== '') ?? unfinished[0];
  const server = found ? `ClickHouse at ${found.host}` : 'ClickHouse';
  const reason = found?.reason ? firstLine(found.reason) : 'its log may say why';
  return new OperatorError(
    `${server} is not deleting the rows that interrupted loads left in ${name}_local (${reason}). ` +
      `Once that is solved, ${runAgain}`,
  );
}
