// Asks a vendor about many items (domains or pages) in as few calls as it allows, and stores the answer for each item
// separately. An item is never paid for twice, whatever else was in its batch.
import { z } from 'zod';
import type { Call } from '../provider.ts';
import { askVendor, hashOf } from './ask-vendor.ts';
import { findAnswers, keepAnswers } from './calls.store.ts';
import { countUsage } from './usage.store.ts';
import type { Question, VendorDesk, VendorReply, VendorRequest } from './vendor.ts';

export interface BatchQuestion<Answer> {
  capability: string;
  /** Identifies the call, as JSON; together with an item it identifies the question. Never contains a key. */
  about: unknown;
  /** Maximum number of items per call. */
  size: number;
  request(items: readonly string[]): VendorRequest;
  /** Answers by item; items the vendor does not know are left out. Throws ProviderError. */
  read(reply: VendorReply, items: readonly string[]): BatchAnswer<Answer>;
  /** Schema of one item's answer. */
  schema: z.ZodType<Answer>;
  lifetimeSeconds: number;
  /** The most a call for this many items can cost. */
  most(items: number): Pick<Question<unknown>, 'maxUnits' | 'maxDollars'>;
}

export interface BatchAnswer<Answer> {
  answers: Map<string, Answer>;
  units: number;
  /** Set if the answer states its price. */
  dollars?: number;
}

/** A whole batch is stored for this long, in case the process dies before the items are stored one by one. */
const batchSeconds = 600;

/** What the vendor knows about these items. Throws ProviderError; answers received before the failure stay stored. */
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

/** Stored answers by item; null if the vendor is known to have nothing. */
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
