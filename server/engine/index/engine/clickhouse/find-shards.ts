// Which of the servers of INDEX_URL store which shard. Each server says which entry of the cluster it is.
import type { ClickHouseAddress } from '../../../../platform/settings/clickhouse-url.ts';
import { ClickHouseError } from './clickhouse-error.ts';
import { type Raw, statement } from './literals.ts';

/** `own`: 0 if the server does not recognize itself. ClickHouse makes a 64-bit number of a product. */
export interface ShardOfNode {
  shards: number;
  own: string;
}

/**
 * The servers of each shard; `isComplete` if all could be asked. Throws ClickHouseError if all servers of a shard are down, or one
 * does not know its place.
 */
export async function findShards<Node extends { url: string }>(
  nodes: readonly Node[],
  { cluster }: Pick<ClickHouseAddress, 'cluster'>,
  ask: (node: Node, statement: Raw) => Promise<ShardOfNode | undefined>,
): Promise<{ found: Node[][]; isComplete: boolean }> {
  if (cluster === null) return { found: nodes.map((node) => [node]), isComplete: true };
  const places = await Promise.allSettled(
    nodes.map((node) =>
      ask(
        node,
        statement`select max(shard_num) as shards, max(shard_num * is_local) as own from system.clusters where cluster = ${cluster}`,
      ),
    ),
  );
  const failed = places.find((place) => place.status === 'rejected');
  const found: Node[][] = [];
  for (const [index, place] of places.entries()) {
    if (place.status === 'rejected') continue;
    const node = nodes[index] as Node;
    const { shards = 0, own = '0' } = place.value ?? {};
    if (own === '0') throw misplaced(`${new URL(node.url).host} is not a server of its own cluster ${cluster}`);
    while (found.length < shards) found.push([]);
    found[Number(own) - 1]?.push(node);
  }
  const missing = found.findIndex((shard) => shard.length === 0) + 1;
  if (found.length === 0 || missing > 0)
    throw failed?.reason ?? misplaced(`INDEX_URL has no server of shard ${missing}`);
  return { found, isComplete: failed === undefined };
}

const misplaced = (problem: string): ClickHouseError =>
  new ClickHouseError(0, `ClickHouse: ${problem} (system.clusters)`, null);
