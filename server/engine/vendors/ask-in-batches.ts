// Asks a vendor about many items (domains or pages) in as few calls as it allows, and stores the answer for each item
// separately. An item is never paid for twice, whatever else was in its batch.
import { z } from 'zod';
import { askVendor, countHit, createBoundedWait, hashOf, ItemsTaken, type VendorCall } from './ask-vendor.ts';
import { findRepliedBatch } from './caller/kept-replies.store.ts';
import { readKept } from './caller/read-kept.ts';
import { deleteAnswers, findAnswers, findItemsUnderWay } from './calls.store.ts';
import type { Question, VendorContext, VendorReply, VendorRequest } from './vendor.ts';

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

/**
 * Yields the vendor's answers by item as they arrive, stored ones first. Waits for items that another job is already asking about.
 * Throws ProviderError; what was yielded before that stands.
 */
export async function* askInBatches<Answer>(
  context: VendorContext,
  question: BatchQuestion<Answer>,
  items: readonly string[],
  call: VendorCall,
): AsyncGenerator<Map<string, Answer>> {
  const { source } = context.vendor;
  let open = [...new Set(items)].sort();
  let waitForOthers = createBoundedWait(source, call.signal);
  while (open.length > 0) {
    const stored = await findStored(context, question, open);
    yield knownOf(stored, open);
    open = open.filter((item) => !stored.has(item));
    if (open.length === 0) return;
    const next = await findNext(context, question, open);
    if (next.length === 0) {
      await waitForOthers();
      continue;
    }
    const answers = await askBatch(context, question, next, call);
    yield knownOf(answers, open);
    open = open.filter((item) => !answers.has(item));
    waitForOthers = createBoundedWait(source, call.signal);
  }
}

/** Without those of which the vendor knows nothing. */
function knownOf<Answer>(answers: ReadonlyMap<string, Answer | null>, items: readonly string[]): Map<string, Answer> {
  return new Map(
    items.flatMap((item): [string, Answer][] => {
      const answer = answers.get(item) ?? null;
      return answer === null ? [] : [[item, answer]];
    }),
  );
}

const hashOfItem = <Answer>(context: VendorContext, { capability, about }: BatchQuestion<Answer>, item: string) =>
  hashOf(context, { capability, identity: { about, item } }).toString('hex');

/** The next batch: one whose reply is stored because its worker died, else items that no other job is asking about. */
async function findNext<Answer>(
  context: VendorContext,
  question: BatchQuestion<Answer>,
  items: readonly string[],
): Promise<string[]> {
  const hashes = items.map((item) => hashOfItem(context, question, item));
  const taken = await findItemsUnderWay(context.db, context.vendor.source, hashes);
  const replied = taken.size > 0 ? await findRepliedBatch(context.db, context.vendor.source, [...taken]) : undefined;
  const kept = replied === undefined ? undefined : await readKept(context, replied);
  if (kept) return [...kept.items];
  return items.filter((_, index) => !taken.has(hashes[index] ?? '')).slice(0, question.size);
}

/** Stored answers by item; null if the vendor is known to have nothing. */
async function findStored<Answer>(
  context: VendorContext,
  question: BatchQuestion<Answer>,
  items: readonly string[],
): Promise<Map<string, Answer | null>> {
  const byHash = new Map(items.map((item) => [hashOfItem(context, question, item), item]));
  const stored = await findAnswers(context.db, [...byHash.keys()]);
  const found = new Map<string, Answer | null>();
  const unreadable: string[] = [];
  for (const { hash, answer } of stored) {
    const parsed = question.schema.nullable().safeParse(answer);
    if (parsed.success) found.set(byHash.get(hash) ?? '', parsed.data);
    else unreadable.push(hash);
  }
  // Another version of Zeus wrote them.
  if (unreadable.length > 0) await deleteAnswers(context.db, unreadable);
  if (found.size > 0) await countHit(context, question);
  return found;
}

/** By item; null where the vendor knows nothing. Empty if another job was faster. */
async function askBatch<Answer>(
  context: VendorContext,
  question: BatchQuestion<Answer>,
  items: readonly string[],
  call: VendorCall,
): Promise<Map<string, Answer | null>> {
  const hashed = items.map((item) => ({ item, hash: hashOfItem(context, question, item) }));
  const batch: Question<[string, Answer][]> = {
    capability: question.capability,
    identity: { about: question.about, items },
    request: question.request(items),
    schema: z.array(z.tuple([z.string(), question.schema])),
    lifetimeSeconds: question.lifetimeSeconds,
    ...question.most(items.length),
    batch: {
      names: items,
      items: hashed.map(({ hash }) => hash),
      answersOf(pairs) {
        const answers = new Map(pairs);
        return hashed.map(({ item, hash }) => ({ hash, answer: answers.get(item) ?? null }));
      },
    },
    read(reply) {
      const { answers, ...spent } = question.read(reply, items);
      const known = items.flatMap((item): [string, Answer][] => {
        const answer = answers.get(item);
        return answer === undefined ? [] : [[item, answer]];
      });
      return { ...spent, answer: known.length > 0 ? known : null };
    },
  };
  try {
    const answers = new Map(await askVendor(context, batch, call));
    return new Map(items.map((item) => [item, answers.get(item) ?? null]));
  } catch (error) {
    if (error instanceof ItemsTaken) return new Map();
    throw error;
  }
}
