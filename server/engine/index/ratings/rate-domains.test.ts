// Site networks in made-up graphs: what they gain, and what they can do to others.
import { describe, expect, test } from 'vitest';
import { randomNumbers } from '../../../test/long-run.ts';
import { graphOf } from '../test/graph-of.ts';
import { type DomainRatings, rateDomains } from './rate-domains.ts';

type Edge = readonly [from: number, to: number];

const HONEST = 1_000;
const FARM = 12;
const farm = Array.from({ length: FARM }, (_, index) => HONEST + index);
const money = HONEST + FARM;
const ALL = money + 1;

/** Each domain links to eight to fifteen others; low numbers are more popular. */
function honestWeb(): Edge[] {
  const random = randomNumbers(7);
  return Array.from({ length: HONEST }, (_, from) =>
    Array.from({ length: 8 + Math.floor(random() * 8) }, (): Edge => [from, Math.floor(random() ** 4 * HONEST)]),
  )
    .flat()
    .filter(([from, to]) => from !== to);
}

const web = honestWeb();
/** Everybody in the farm links to everybody else and to the site it promotes. */
const ring: Edge[] = farm.flatMap((from) => [...farm, money].filter((to) => to !== from).map((to): Edge => [from, to]));
const rate = (edges: readonly Edge[]) => rateDomains(graphOf(ALL, edges));
const honest = Array.from({ length: HONEST }, (_, index) => index);
const linksOf = (domain: number) => web.filter(([from]) => from === domain).map(([, to]) => to);

function expectHonestToStay(ratings: Float32Array, undiscounted: Float32Array): void {
  const moves = honest.map((domain) => Math.abs((ratings[domain] as number) - (undiscounted[domain] as number)));
  expect(Math.max(...moves)).toBeLessThan(3);
}

describe('a farm whose domains all link to each other', () => {
  test('falls below 20 with the site it promotes, and no honest site moves', async () => {
    const { ratings, undiscounted, uncounted, network } = await rate([...web, ...ring]);
    for (const domain of [...farm, money]) {
      expect(undiscounted[domain]).toBeGreaterThan(20);
      expect(ratings[domain]).toBeLessThan(20);
    }
    for (const domain of farm) expect(network[domain]).toBe(farm[0]);
    expect(uncounted[farm[0] as number]).toBe(FARM - 1);
    expect([network[money], uncounted[money]]).toEqual([-1, FARM - 1]);
    expect(honest.filter((domain) => network[domain] !== -1)).toEqual([]);
    expectHonestToStay(ratings, undiscounted);
  });

  test('does not hide behind links to honest sites', async () => {
    const random = randomNumbers(3);
    const decoys = farm.flatMap((from) =>
      Array.from({ length: 15 }, (): Edge => [from, Math.floor(random() * HONEST)]),
    );
    const { ratings, undiscounted } = await rate([...web, ...ring, ...decoys]);
    for (const domain of [...farm, money]) expect(ratings[domain]).toBeLessThan(20);
    expectHonestToStay(ratings, undiscounted);
  });
});

test('domains that link to the same rare sites, and not to each other, have one vote', async () => {
  const targets = [money, 990, 991, 992, 993];
  const pyramid = farm.flatMap((from) => targets.map((to): Edge => [from, to]));
  const { network, uncounted, ratings, undiscounted } = await rate([...web, ...pyramid]);
  for (const domain of farm) expect(network[domain]).toBe(farm[0]);
  expect(uncounted[money]).toBe(FARM - 1);
  expect(ratings[money]).toBeLessThan(undiscounted[money] as number);
});

/** The rank compared with that of a domain that nobody links to, which depends on the size of the graph. */
const timesBase = ({ ranks }: DomainRatings, domain: number) => (ranks[domain] as number) / (ranks[money] as number);

describe('what a farm can do to an honest site', () => {
  /** A strong, a medium and a weak one. */
  const victims = [2, 300, 900];

  test.each(victims)('linking to site %i does not lower it', async (victim) => {
    const before = await rate([...web, ...ring]);
    const after = await rate([...web, ...ring, ...farm.map((from): Edge => [from, victim])]);
    expect((after.ratings[victim] as number) - (before.ratings[victim] as number)).toBeGreaterThan(-3);
  });

  test.each(victims)('copying the links of site %i lowers neither it nor those it links to', async (victim) => {
    const before = await rate([...web, ...ring]);
    const copies = farm.flatMap((from) => [victim, ...linksOf(victim)].map((to): Edge => [from, to]));
    const after = await rate([...web, ...ring, ...copies]);
    for (const domain of [victim, ...linksOf(victim)]) {
      expect((after.ratings[domain] as number) - (before.ratings[domain] as number)).toBeGreaterThan(-3);
    }
  });

  test.each(victims)(
    'nothing but copying the links of site %i makes them its network, and costs it nothing',
    async (victim) => {
      const copies = farm.flatMap((from) => linksOf(victim).map((to): Edge => [from, to]));
      const before = await rate(web);
      const after = await rate([...web, ...copies]);
      expect(after.network[farm[0] as number]).toBe(victim);
      for (const domain of [victim, ...linksOf(victim)]) {
        expect(timesBase(after, domain)).toBeGreaterThan(timesBase(before, domain) * 0.999);
      }
    },
  );
});

describe('no network', () => {
  test('sites that link only to what everybody links to', async () => {
    const popular: Edge[] = honest.flatMap((from) => [[from, money] as const, [from, farm[0] as number] as const]);
    const alike = farm.slice(1).flatMap((from): Edge[] => [
      [from, money],
      [from, farm[0] as number],
    ]);
    const { network } = await rate([...web, ...popular, ...alike]);
    expect(network.every((leader) => leader === -1)).toBe(true);
  });

  test('sites that exchange links, and link to different sites otherwise', async () => {
    const exchanged = web.map(([from, to]): Edge => [to, from]);
    const { network } = await rate([...web, ...exchanged]);
    expect(network.every((leader) => leader === -1)).toBe(true);
  });

  test('an empty graph and one without links', async () => {
    expect((await rateDomains(graphOf(0, []))).ratings).toHaveLength(0);
    expect([...(await rateDomains(graphOf(3, []))).ratings]).toEqual([0, 0, 0]);
  });
});
