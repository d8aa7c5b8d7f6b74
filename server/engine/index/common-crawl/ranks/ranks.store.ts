// The domain ranks of imported releases. Each release has its own partition, which functions of the database create and drop.
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { from } from 'pg-copy-streams';
import type { DatabaseAddress, Kdb } from '../../../../platform/db.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { changePartitions, type Patience } from '../../engine/partitions.ts';
import { loadInTransaction } from '../load-transaction.ts';
import type { DomainRank } from './rank-lines.ts';

/** Throws OperatorError if the other releases are in use all the time. */
export const openRanks = (address: DatabaseAddress, release: number, patience?: Patience): Promise<void> =>
  changePartitions(address, (client) => client.query('select index_open_ranks($1)', [release]), patience);

/** Builds the index of a loaded release, which takes longer than an ordinary statement may. */
export async function finishRanks(address: DatabaseAddress, release: number): Promise<void> {
  await loadInTransaction(address, (client) => client.query('select index_finish_ranks($1)', [release]));
}

/** Removes a release together with its row of index_releases. Throws OperatorError if the other releases are in use all the time. */
export const dropRanks = (address: DatabaseAddress, release: number, patience?: Patience): Promise<void> =>
  changePartitions(
    address,
    async (client) => {
      await client.query('select index_drop_ranks($1)', [release]);
      await client.query('delete from index_releases where id = $1', [release]);
    },
    patience,
  );

/** Bytes of a release in its own partition. */
export async function measureRanks(db: Kdb, release: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(pg_total_relation_size(to_regclass('index_domain_ranks_' || ${release}::integer)), 0)::bigint as bytes`.execute(
    db,
  );
  return rows[0]?.bytes ?? 0;
}

export interface RankBatch {
  release: number;
  ranks: readonly DomainRank[];
  /** Lines of the file that were saved before this batch. */
  before: number;
  /** Lines of the file read so far, with this batch, and those that were not understood. */
  loaded: number;
  skipped: number;
}

/**
 * Writes a batch and how far the load is in one transaction, so that a killed load continues exactly there. Throws if another process
 * has continued it or dropped the release meanwhile.
 */
export async function copyRanks(
  address: DatabaseAddress,
  { release, ranks, before, loaded, skipped }: RankBatch,
): Promise<void> {
  await loadInTransaction(address, async (client) => {
    const copy = client.query(from('copy index_domain_ranks (release_id, name, position) from stdin'));
    await pipeline([ranks.map(({ name, position }) => `${release}\t${name}\t${position}\n`).join('')], copy);
    const { rowCount } = await client.query(
      `update index_releases set loaded = $2, skipped = $3 where id = $1 and loaded = $4 and state = 'loading'`,
      [release, loaded, skipped, before],
    );
    if (rowCount !== 1) throw new OperatorError('Another process has continued this load or dropped the release.');
  });
}

export interface FoundRank extends DomainRank {
  release: string;
  /** Domains in the whole release. */
  domains: number;
}

/** The ranks of these domains in the release that is ready; domains it does not have are left out. */
export async function findRanks(db: Kdb, names: readonly string[]): Promise<FoundRank[]> {
  if (names.length === 0) return [];
  const { rows } = await sql<FoundRank>`
    with release as (
      select id, name, domains from index_releases where kind = 'ranks' and state = 'ready' order by finished_at desc limit 1)
    select rank.name, min(rank.position) as position, release.name as release, release.domains
    from release join index_domain_ranks rank on rank.release_id = release.id
    where rank.name = any(${[...new Set(names)]}::text[])
    group by rank.name, release.name, release.domains`.execute(db);
  return rows;
}
