// Which servers store which shard, as the servers themselves say.
import { expect, test } from 'vitest';
import { ClickHouseError } from './clickhouse-error.ts';
import { findShards, type ShardOfNode } from './find-shards.ts';

const [a1, a2, b1, b2] = ['a1', 'a2', 'b1', 'b2'].map((name) => ({ url: `http://${name}.example:8123` }));
const nodes = [a1, b1, b2, a2] as { url: string }[];
const cluster = 'four';

/** Answers like two shards with two replicas each. */
const asking =
  ({ down = [], lost = [] }: { down?: unknown[]; lost?: unknown[] } = {}) =>
  async (node: { url: string }): Promise<ShardOfNode> => {
    if (down.includes(node)) throw new ClickHouseError(null, `${node.url} is down`, null);
    const own = node === a1 || node === a2 ? '1' : '2';
    return { shards: 2, own: lost.includes(node) ? '0' : own };
  };

test('groups the replicas of a shard, in the order of INDEX_URL', async () => {
  expect(await findShards(nodes, { cluster }, asking())).toEqual({
    ...{
      found: [
        [a1, a2],
        [b1, b2],
      ],
      isComplete: true,
    },
  });
  expect(await findShards([a1 as { url: string }], { cluster: null }, asking())).toEqual({
    ...{ found: [[a1]], isComplete: true },
  });
});

test('a shard is found while one of its replicas is up', async () => {
  expect(await findShards(nodes, { cluster }, asking({ down: [a1, b2] }))).toEqual({
    ...{ found: [[a2], [b1]], isComplete: false },
  });
  await expect(findShards(nodes, { cluster }, asking({ down: [b1, b2] }))).rejects.toThrow('b1.example:8123 is down');
  await expect(findShards(nodes, { cluster }, asking({ down: nodes }))).rejects.toThrow('a1.example:8123 is down');
});

test('a server that does not know its place, or a shard that is not listed, is an error', async () => {
  await expect(findShards(nodes, { cluster }, asking({ lost: [b1] }))).rejects.toThrow(
    'b1.example:8123 is not a server of its own cluster four',
  );
  await expect(findShards([a1 as { url: string }], { cluster }, asking())).rejects.toThrow(
    'INDEX_URL has no server of shard 2',
  );
});
