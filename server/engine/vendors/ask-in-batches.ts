// Asks a vendor about many items (domains or pages) in as few calls as it allows, and keeps each item's answer by itself:
// an item that anybody asked about before is not paid for again, whatever else was in that batch.
import { z } from 'zod';
import type { Call } from '../provider.ts';
import { askVendor, hashOf } from './ask-vendor.ts';
import { findAnswers, keepAnswers } from './calls.store.ts';
import { countUsage } from './usage.store.ts';
import type { Question, VendorDesk, VendorReply, VendorRequest } from './vendor.ts';

export interface BatchQuestion<Answer> {
  capability: string;
  /** Which of the vendor's calls it is, as JSON; with an item it makes the question. Never contains a key. */
  about: unknown;
  /** How many items one call may ask about. */
  size: number;
  request(items: readonly string[]): VendorRequest;
  /** Answers by item; the vendor knows nothing of items that are left out. Throws ProviderError, by its kind. */
  read(reply: VendorReply, items: readonly string[]): BatchAnswer<Answer>;
  /** Of an item's answer. */
  schema: z.ZodType<Answer>;
  lifetimeSeconds: number;
  /** What a call about so many items costs at most. */
  most(items: number): Pick<Question<unknown>, 'maxUnits' | 'maxDollars'>;
}

export interface BatchAnswer<Answer> {
  answers: Map<string, Answer>;
  units: number;
  /** Where the answer states its price. */
  dollars?: number;
}

/** A whole batch is kept this long, in case the process dies before its items are stored. */
const batchSeconds = 600;

/** What the vendor says about these items. Throws ProviderError; what was answered before that is kept. */
export async function askInBatches<Answer>(
  desk: VendorDesk,
  question: BatchQuestion<Answer>,
  items: readonly string[],
  call: Pick<Call, 'signal'>,
): Promise<Map<string, Answer>> {
  const wanted = [...new Set(items)].sort();
  const found = await findStored(desk, question, wanted);
  const open = wanted.filter((item) => !found.has(item));
  for (let start = 0; start < open.length; start += question.size) {
    const batch = open.slice(start, start + question.size);
    const answers = await askBatch(desk, question, batch, call);
    await keepAnswers(
      desk.db,
      batch.map((item) => ({ hash: hashOfItem(desk, question, item), answer: answers.get(item) ?? null })),
      question.lifetimeSeconds,
    );
    for (const [item, answer] of answers) found.set(item, answer);
  }
  return new Map([...found].flatMap(([item, answer]) => (answer === null ? [] : [[item, answer]])));
}

const hashOfItem = <Answer>(desk: VendorDesk, { capability, about }: BatchQuestion<Answer>, item: string) =>
  hashOf(desk, { capability, identity: { about, item } });

/** By item; null where the vendor is known to know nothing. */
async function findStored<Answer>(
  desk: VendorDesk,
  question: BatchQuestion<Answer>,
  items: readonly string[],
): Promise<Map<string, Answer | null>> {
  const byHash = new Map(items.map((item) => [hashOfItem(desk, question, item).toString('hex'), item]));
  const stored = await findAnswers(desk.db, [...byHash.keys()]);
  const found = stored.map(({ hash, answer }): [string, Answer | null] => [
    byHash.get(hash) ?? '',
    question.schema.nullable().parse(answer),
  ]);
  if (found.length > 0) {
    const { source } = desk.vendor;
    const hit = { source, capability: question.capability, outcome: 'hit', units: 0, dollars: 0, ms: 0 };
    await countUsage(desk.db, hit);
  }
  return new Map(found);
}

async function askBatch<Answer>(
  desk: VendorDesk,
  question: BatchQuestion<Answer>,
  items: readonly string[],
  call: Pick<Call, 'signal'>,
): Promise<Map<string, Answer>> {
  const pairs = await askVendor<[string, Answer][]>(
    desk,
    {
      capability: question.capability,
      identity: { about: question.about, items },
      request: question.request(items),
      schema: z.array(z.tuple([z.string(), question.schema])),
      lifetimeSeconds: Math.min(batchSeconds, question.lifetimeSeconds),
      ...question.most(items.length),
      read(reply) {
        const { answers, ...spent } = question.read(reply, items);
        const asked = items.flatMap((item): [string, Answer][] => {
          const answer = answers.get(item);
          return answer === undefined ? [] : [[item, answer]];
        });
        return { ...spent, answer: asked.length > 0 ? asked : null };
      },
    },
    call,
  );
  return new Map(pairs);
}
