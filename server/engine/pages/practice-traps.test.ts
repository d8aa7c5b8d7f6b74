// Every trap of the practice web, each visited by a fresh fetcher: none may hang, crash or be misread.

import { expect, test } from 'vitest';
import { truthOf } from '../../../practice/truth.ts';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { practiceForTests } from '../../test/practice-web.ts';
import type { FetchOutcome } from './fetch-outcome.ts';
import { createPageFetcher } from './fetch-page.ts';

const practice = practiceForTests();
const outbound = outboundForTests(() => ({ practice, limits: { firstByteMs: 5_000, totalMs: 8_000 } }));

/** The allowed outcomes of a trap, by its stated outcome. */
const FITS: Record<string, (outcome: FetchOutcome) => boolean> = {
  page: ({ kind }) => kind === 'page',
  failed: ({ kind }) => kind !== 'page' && kind !== 'not-modified',
  refused: ({ kind }) => kind === 'refused' || kind === 'not-a-page' || kind === 'could-not-look',
  cut: (outcome) => outcome.kind === 'not-a-page' && outcome.reason === 'too-large',
  any: () => true,
};

/** Retries where something else is expected: the site may be briefly busy, and on a busy machine anything can take too long. */
async function look({ url, outcome: expected }: { url: string; outcome: string }): Promise<FetchOutcome> {
  const maxTries = expected === 'failed' || expected === 'any' ? 1 : 5;
  let clock = 0;
  const fetcher = createPageFetcher({
    outbound,
    userAgent: 'ZeusBot/0 (traps)',
    pauseMs: 0,
    now: () => Date.now() + clock,
  });
  for (let tries = 1; ; tries++) {
    const outcome = await fetcher.fetchPage(url);
    if (outcome.kind !== 'could-not-look' || tries >= maxTries) return outcome;
    clock += (outcome.retryAfterSeconds ?? 0) * 1000;
  }
}

test('all traps', async () => {
  const { traps } = truthOf(practice.world, practice.port);
  expect(traps.length).toBeGreaterThan(50);
  const ends: { trap: (typeof traps)[number]; outcome: FetchOutcome }[] = [];
  const waiting = [...traps];
  const worker = async () => {
    for (let trap = waiting.shift(); trap !== undefined; trap = waiting.shift())
      ends.push({ trap, outcome: await look(trap) });
  };
  // A few at a time, or the heavy ones slow the others down until they time out.
  await Promise.all(Array.from({ length: 8 }, worker));
  const wrong = ends.filter(({ trap, outcome }) => !isSoft(outcome) && !FITS[trap.outcome]?.(outcome));
  expect(wrong.map(({ trap, outcome }) => [trap.url, trap.outcome, outcome.kind])).toEqual([]);
  const arrived = ends.filter(({ trap }) => trap.arrivesAt !== null);
  expect(arrived.length).toBeGreaterThan(4);
  for (const { trap, outcome } of arrived) expect(outcome, trap.url).toMatchObject({ page: { url: trap.arrivesAt } });
  // Of several outcomes that fit, only one is right about DNS: the site is there, or its addresses are forbidden.
  const kindOf = (name: string) =>
    ends.find(({ trap }) => trap.url.startsWith(`http://${name}.lookedup.`))?.outcome.kind;
  expect([kindOf('dns-broken'), kindOf('dns-silent')]).toEqual(['could-not-look', 'could-not-look']);
  expect([kindOf('dns-mixed'), kindOf('nat64-private')]).toEqual(['refused', 'refused']);
  for (const { trap, outcome } of ends) {
    if (outcome.kind !== 'page') continue;
    const text = outcome.page.facts.blocks.map((block) => block.text).join('\n');
    if (trap.inBrowser) expect(text, trap.url).not.toContain(trap.inBrowser.author);
    if (trap.author === null) continue;
    expect(text, `${trap.url}: letters of the name`).toContain(trap.author);
  }
}, 120_000);

/** A soft 404: the practice web counts it as answered, we as gone. */
function isSoft(outcome: FetchOutcome): boolean {
  return outcome.kind === 'gone' && outcome.status === 200;
}
