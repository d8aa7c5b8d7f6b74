// Removes a release from ClickHouse, which refuses to drop partitions of more than 50 GB unless it is told that this is meant.
import { OperatorError } from '../../../../platform/operator-error.ts';
import { ClickHouseError, runAgain, toReason } from './clickhouse-error.ts';
import type { ClickHouse, Settings } from './connect.ts';
import { type Raw, statement } from './literals.ts';
import { localIn, tableNames } from './tables.ts';

/** Removes all rows of a release, on every server. Throws OperatorError if a server insists on its limit, and ClickHouseError. */
export async function dropRows(clickhouse: ClickHouse, release: number): Promise<void> {
  for (const name of tableNames) {
    const drop = statement`alter table ${localIn(clickhouse, name)} drop partition ${release}`;
    await clickhouse.commandEach(drop).catch((error: unknown) => {
      if (!isTooLargeToDrop(error)) throw error;
      return dropAnySize(clickhouse, drop, error);
    });
  }
}

const anySize: Settings = { max_partition_size_to_drop: 0 };

/** Servers before 23.12 have the limit in their configuration only, and refuse the setting as unknown. */
async function dropAnySize(clickhouse: ClickHouse, drop: Raw, refusal: ClickHouseError): Promise<void> {
  await clickhouse.commandEach(drop, anySize).catch((error: unknown) => {
    if (!isTooLargeToDrop(error) && !isSettingRefused(error)) throw error;
    throw new OperatorError(
      `ClickHouse refuses to drop that much at once (${toReason(refusal)}). Set max_partition_size_to_drop to 0 in the ` +
        `configuration of your ClickHouse servers, restart them, then ${runAgain}`,
      { cause: error },
    );
  });
}

/** TABLE_SIZE_EXCEEDS_MAX_DROP_SIZE_LIMIT */
const isTooLargeToDrop = (error: unknown): error is ClickHouseError =>
  error instanceof ClickHouseError && error.code === 359;

/** UNKNOWN_SETTING, READONLY and SETTING_CONSTRAINT_VIOLATION */
const isSettingRefused = (error: unknown): boolean =>
  error instanceof ClickHouseError && [115, 164, 452].includes(error.code ?? 0);
