import { describe, expect, test } from 'vitest';
import { graphOf } from '../test/graph-of.ts';
import { pageRank } from './pagerank.ts';
import { ratingsOf } from './rating.ts';

describe('PageRank', () => {
  test('an empty graph, and nodes without links', async () => {
    expect([...(await pageRank(graphOf(0, []))).rank]).toEqual([]);
    expect([...(await pageRank(graphOf(3, []))).rank]).toEqual([1, 1, 1]);
  });

  test('adds up to the number of nodes and solves its own equation', async () => {
    const edges: [number, number][] = [
      [0, 1],
      [1, 2],
      [2, 0],
      [3, 2],
      [0, 2],
    ];
    const { rank, base } = await pageRank(graphOf(5, edges));
    expect(rank.reduce((a, b) => a + b)).toBeCloseTo(5, 6);
    const lost = rank[4] as number;
    expect(base).toBeCloseTo(0.15 + (0.85 * lost) / 5, 6);
    expect(rank[3]).toBeCloseTo(base, 6);
    expect(rank[1]).toBeCloseTo(base + (0.85 * (rank[0] as number)) / 2, 6);
  });
});

describe('a rating', () => {
  test('is 100 for the strongest, 0 without links, and follows the curve in between', () => {
    const ratings = ratingsOf(Float64Array.from([5, 4, 3, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15, 0.15]));
    expect(ratings[0]).toBe(100);
    expect([...ratings.slice(3)]).toEqual([0, 0, 0, 0, 0, 0, 0]);
    expect(ratings[1]).toBeCloseTo(100 * (1 - (Math.log(2) / Math.log(10)) ** 2.4), 1);
    expect(ratings[2]).toBeCloseTo(100 * (1 - (Math.log(3) / Math.log(10)) ** 2.4), 1);
  });

  test('of a single domain is 0: there is nothing to compare with', () => {
    expect([...ratingsOf(Float64Array.from([1]))]).toEqual([0]);
    expect([...ratingsOf(new Float64Array())]).toEqual([]);
  });
});
