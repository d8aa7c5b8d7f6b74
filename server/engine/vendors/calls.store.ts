// The ledger of vendor calls, the stored answers and the limits. They are in PostgreSQL so that all workers share them.
import { sql } from 'kysely';
import type { Kdb, Tx } from '../../platform/db.ts';
import { toJson } from '../../platform/rows/to-json.ts';
import type { VendorLimits } from '../../platform/settings/live-sources.ts';
import type { ProviderErrorKind } from '../provider.ts';
import { restingParts } from './rests.store.ts';
import { countUsage } from './usage.store.ts';

export interface CallRequest {
  hash: Buffer;
  source: string;
  capability: string;
  limits: VendorLimits;
  maxDollars: number;
  timeoutMs: number;
  /** The items of a batch. */
  items?: readonly string[];
}

export type Claim =
  /** Another job got the answer in the meantime. */
  | { kind: 'answered'; answer: unknown }
  /** Send the call. `wasLost`: it was sent before and the answer was lost. */
  | { kind: 'granted'; callId: number; wasLost: boolean }
  /** It was sent by a worker that has died, and its reply is stored. */
  | { kind: 'replied'; callId: number }
  /** Another job is asking the same question. */
  | { kind: 'asked' }
  /** Another job is asking about some of the items, or has their answers by now. */
  | { kind: 'items-taken' }
  /** The rate limit or the maximum of concurrent calls is reached. */
  | { kind: 'full'; seconds: number }
  | { kind: 'over-budget'; period: 'day' | 'month' }
  | { kind: 'resting'; reason: ProviderErrorKind; message: string; seconds: number };

/** The answers that are stored and have not expired; hashes as hex. */
export async function findAnswers(db: Kdb, hashes: readonly string[]): Promise<{ hash: string; answer: unknown }[]> {
  const { rows } = await sql<{ hash: string; answer: unknown }>`
    select encode(request_hash, 'hex') as hash, answer from provider_answers
    where request_hash = any(array(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash))
      and expires_at > clock_timestamp()`.execute(db);
  return rows;
}

/** By hex hash. */
export async function deleteAnswers(db: Kdb, hashes: readonly string[]): Promise<void> {
  await sql`delete from provider_answers
    where request_hash = any(array(select decode(hash, 'hex') from unnest(${hashes}::text[]) as hash))`.execute(db);
}

/** For how long the vendor has been answering "not yet". Only the last hour counts. */
export async function secondsPending(db: Kdb, hash: Buffer): Promise<number> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from statement_timestamp() - min(at))::float8 as seconds from provider_calls
    where request_hash = ${hash} and outcome = 'pending' and at > statement_timestamp() - interval '1 hour'`.execute(
    db,
  );
  return rows[0]?.seconds ?? 0;
}

const hasReply = sql`exists (select from provider_replies as reply
  where reply.call_id = provider_calls.id and reply.expires_at > statement_timestamp())`;

/** Those of these items that a call under way asks about. */
export async function findItemsUnderWay(db: Kdb, source: string, items: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ item: string }>`
    select item from provider_calls cross join unnest(items) as item
    where source = ${source} and outcome = 'under_way' and (answer_by > clock_timestamp() or ${hasReply})
      and item = any(${items}::text[])`.execute(db);
  return new Set(rows.map(({ item }) => item));
}

/** Beyond its timeout a call may have to wait for its process to start and, if its worker died, for its reply to be stored. */
export const marginSeconds = 15;

/** Decides whether a call may be sent now and, if so, records it as under way. Claims of one vendor are decided one by one. */
export function claimCall(db: Kdb, request: CallRequest): Promise<Claim> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('provider_calls'), hashtext(${request.source}))`.execute(tx);
    await markLost(tx, request.source);
    const state = await readState(tx, request);
    const refusal = refuse(state, request.limits);
    if (refusal) return refusal;
    const { rows } = await sql<{ id: number }>`
      insert into provider_calls (source, capability, request_hash, dollars, answer_by, items)
      values (${request.source}, ${request.capability}, ${request.hash}, ${request.maxDollars},
        clock_timestamp() + make_interval(secs => ${request.timeoutMs / 1000 + marginSeconds}), ${request.items ?? null}::text[])
      returning id`.execute(tx);
    return { kind: 'granted', callId: rows[0]?.id ?? 0, wasLost: state.wasLost };
  });
}

/** Marks calls whose reply is not coming any more; what they may have cost stays in the budget. */
async function markLost(tx: Tx, source: string): Promise<void> {
  const { rows } = await sql<{ capability: string; dollars: number }>`
    update provider_calls set outcome = 'lost', items = null
    where source = ${source} and outcome = 'under_way' and answer_by < clock_timestamp() and not ${hasReply}
    returning capability, dollars`.execute(tx);
  for (const { capability, dollars } of rows) {
    await countUsage(tx, { source, capability, outcome: 'lost', units: 0, dollars, ms: 0 });
  }
}

interface State {
  answer: { answer: unknown } | null;
  /** A call under way whose reply is stored. */
  repliedCallId: number | null;
  isAsked: boolean;
  areItemsTaken: boolean;
  wasLost: boolean;
  rest: { reason: ProviderErrorKind; message: string; seconds: number } | null;
  /** It has been resting until now, and a single call under way shows whether it answers again. */
  isProbed: boolean;
  underWay: number;
  /** Seconds until the rate drops below the limit again; null if there is room now. */
  secondFullFor: number | null;
  minuteFullFor: number | null;
  dollarsToday: number;
  dollarsThisMonth: number;
  maxDollars: number;
}

/** Uses the time the statement started, after waiting for the lock: clock_timestamp() would keep PostgreSQL from using the indexes. */
async function readState(tx: Tx, request: CallRequest): Promise<State> {
  const { hash, source, capability, limits, maxDollars, items = [] } = request;
  const parts = restingParts(request);
  const spentSince = (period: string) => sql`
    coalesce((select sum(dollars) from provider_usage
      where source = ${source} and day >= date_trunc(${period}, timezone('utc', statement_timestamp()))::date), 0)
    + coalesce((select sum(dollars) from provider_calls where source = ${source} and outcome = 'under_way'), 0)`;
  const fullFor = (allowed: number, seconds: number) => sql`
    (select extract(epoch from at - statement_timestamp()) + ${seconds} from provider_calls
      where source = ${source} and at > statement_timestamp() - make_interval(secs => ${seconds})
      order by at desc offset ${allowed - 1} limit 1)::float8`;
  const { rows } = await sql<Omit<State, 'maxDollars'>>`
    select
      (select json_build_object('answer', answer) from provider_answers
        where request_hash = ${hash} and expires_at > statement_timestamp()) as answer,
      (select id from provider_calls where request_hash = ${hash} and outcome = 'under_way' and ${hasReply})
        as "repliedCallId",
      exists (select from provider_calls where request_hash = ${hash} and outcome = 'under_way') as "isAsked",
      exists (select from provider_calls
        where source = ${source} and outcome = 'under_way' and items && ${items}::text[])
        or exists (select from provider_answers where expires_at > statement_timestamp()
          and request_hash = any(array(select decode(item, 'hex') from unnest(${items}::text[]) as item)))
        as "areItemsTaken",
      coalesce((select outcome = 'lost' from provider_calls where request_hash = ${hash}
        order by id desc limit 1), false) as "wasLost",
      (select json_build_object('reason', reason, 'message', message,
          'seconds', ceil(extract(epoch from until - statement_timestamp()))) from provider_rests
        where source = any(${parts}::text[]) and until > statement_timestamp() order by until desc limit 1) as rest,
      exists (select from provider_rests as rest, provider_calls
        where rest.source = any(${parts}::text[]) and provider_calls.source = ${source} and outcome = 'under_way'
          and not ${hasReply} and (rest.source = ${source} or capability = ${capability})) as "isProbed",
      (select count(*)::int from provider_calls
        where source = ${source} and outcome = 'under_way' and not ${hasReply}) as "underWay",
      ${fullFor(limits.perSecond, 1)} as "secondFullFor", ${fullFor(limits.perMinute, 60)} as "minuteFullFor",
      ${spentSince('day')} as "dollarsToday", ${spentSince('month')} as "dollarsThisMonth"`.execute(tx);
  const [state] = rows;
  if (!state) throw new Error('a select without a table gave no row');
  return { ...state, maxDollars };
}

/** Why a call cannot be sent now; undefined if it can. */
function refuse(state: State, limits: VendorLimits): Exclude<Claim, { kind: 'granted' }> | undefined {
  if (state.answer) return { kind: 'answered', answer: state.answer.answer };
  if (state.repliedCallId !== null) return { kind: 'replied', callId: state.repliedCallId };
  if (state.areItemsTaken) return { kind: 'items-taken' };
  if (state.isAsked) return { kind: 'asked' };
  if (state.rest) return { kind: 'resting', ...state.rest };
  if (state.maxDollars > 0) {
    if (state.dollarsToday + state.maxDollars > limits.dollarsPerDay) return { kind: 'over-budget', period: 'day' };
    if (state.dollarsThisMonth + state.maxDollars > limits.dollarsPerMonth) {
      return { kind: 'over-budget', period: 'month' };
    }
  }
  const wait = Math.max(state.secondFullFor ?? 0, state.minuteFullFor ?? 0);
  if (wait > 0) return { kind: 'full', seconds: wait };
  // It is unknown how long the others take, so check again soon.
  if (state.isProbed || state.underWay >= limits.concurrent) return { kind: 'full', seconds: 0.5 };
  return undefined;
}

export interface CallEnd {
  callId: number;
  source: string;
  capability: string;
  outcome: 'ok' | 'empty' | 'lost' | Exclude<ProviderErrorKind, 'not_found'>;
  units: number;
  dollars: number;
  ms: number;
}

/** Records how a call ended. */
export async function endCall(tx: Tx, end: CallEnd): Promise<void> {
  const { callId, outcome, units, dollars, ms } = end;
  const { numUpdatedRows } = await tx
    .updateTable('provider_calls')
    .set({ outcome, units, dollars, ms, items: null })
    .where('id', '=', callId)
    .where('outcome', '=', 'under_way')
    .executeTakeFirst();
  // Zero rows: another process has already counted it as lost. Its answer is still stored.
  if (numUpdatedRows > 0n) await countUsage(tx, end);
}

/** Stores answers by hex hash. Hashes must be unique. */
export async function keepAnswers(
  db: Kdb,
  answers: readonly { hash: string; answer: unknown }[],
  lifetimeSeconds: number,
): Promise<void> {
  if (lifetimeSeconds <= 0 || answers.length === 0) return;
  // Ordered by hash, so two jobs never deadlock on each other's rows. A JSON null arrives as an SQL null.
  await sql`
    insert into provider_answers (request_hash, answer, expires_at)
    select decode(hash, 'hex'), coalesce(answer, 'null'::jsonb),
      clock_timestamp() + make_interval(secs => ${lifetimeSeconds})
    from json_to_recordset(${toJson(answers)}::json) as row (hash text, answer jsonb) order by hash
    on conflict (request_hash) do update set answer = excluded.answer, expires_at = excluded.expires_at`.execute(db);
}
