// How every capability asks its providers: in order of trust, the first that finds wins. A provider that fails is noted
// and passed over; only when all have failed did we not look at all, and the caller must know.

import type { Log } from '../platform/log.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';

/** The services a provider works with. */
export interface Call {
  outbound: Outbound;
  log: Pick<Log, 'warn'>;
  signal?: AbortSignal | undefined;
  /** The id of the user it is for, so that limits are shared fairly; nothing else is known about users here. */
  forUser?: string;
  /** The caller can ask again later, so that a passing failure is better than the little that other sources know. */
  canWait?: boolean;
  /** Receives the dollars that each answer cost; not called for answers that were stored. */
  onSpent?: ((dollars: number) => void) | undefined;
}

/**
 * Why a provider could not look. `auth` (the key is refused) and `quota` (no money left, theirs or our budget's): the operator
 * must act. `pending`: the question is already being worked on, here or at the vendor, so no other source should be asked.
 * `not_found`: a normal empty answer in the vendor's words; adapters throw it, and callers never see it as an error. `suppressed`:
 * the person in question asked not to be processed, so no other source may be asked either.
 */
export type ProviderErrorKind =
  | 'auth'
  | 'quota'
  | 'rate_limited'
  | 'bad_request'
  | 'not_found'
  | 'pending'
  | 'suppressed'
  | 'unavailable';

const useless: ReadonlySet<ProviderErrorKind> = new Set(['auth', 'quota', 'bad_request', 'suppressed']);

/** A provider could not look: its service failed, refused the key or answered nonsense. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly source: string;
  readonly kind: ProviderErrorKind;
  /** The same call may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;
  /** Of `auth`: the plan lacks this capability only. */
  readonly isOfPlan: boolean;

  constructor(
    source: string,
    message: string,
    options: {
      kind?: ProviderErrorKind;
      cause?: unknown;
      retryable?: boolean;
      retryAfterSeconds?: number;
      isOfPlan?: boolean;
    } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.source = source;
    this.kind = options.kind ?? 'unavailable';
    this.retryable = options.retryable ?? !useless.has(this.kind);
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.isOfPlan = options.isOfPlan ?? false;
  }
}

/** The operator has to act before this source answers again. */
export function needsOperator({ kind }: ProviderError): boolean {
  return kind === 'auth' || kind === 'quota';
}

interface AnyProvider {
  readonly source: string;
  /** Knows a small part of the web only: that it found nothing says little. */
  readonly knowsLittle?: boolean;
}

/**
 * The first answer that is not null, or null when those that looked found nothing. Throws ProviderError when every
 * provider that knows the web failed, unless one that knows little found something and the caller can't wait, or when the
 * answer is on its way; anything else a provider throws is a defect and passes through.
 */
export async function firstThatFinds<Provider extends AnyProvider, Found>(
  providers: readonly Provider[],
  call: Call,
  ask: (provider: Provider) => Promise<Found | null>,
): Promise<Found | null> {
  const failures: ProviderError[] = [];
  let isNothingThere = false;
  /** Found by a source that knows little, after one that may answer later. */
  let little: Found | null = null;
  for (const provider of providers) {
    try {
      const found = await ask(provider);
      if (found !== null && !(provider.knowsLittle && worthWaitingFor(mostHopeful(failures), call))) return found;
      little ??= found;
      isNothingThere ||= found === null && provider.knowsLittle !== true;
    } catch (error) {
      if (!(error instanceof ProviderError) || error.kind === 'pending' || error.kind === 'suppressed') throw error;
      failures.push(error);
      // Those that need the operator are logged once, when it begins.
      if (!needsOperator(error)) call.log.warn({ provider: provider.source, err: error }, 'a provider could not look');
    }
  }
  if (failures.length === 0 || isNothingThere) return little;
  const failure = allFailed(failures);
  throw (little !== null && worthWaitingFor(failure, call)) || failure;
}

/** Soon enough for a campaign, and late enough for most restarts. */
const comeBackSeconds = 10;

/** The failure, with a time to ask again; undefined if that is useless or the caller can't wait. */
export function worthWaitingFor(failure: ProviderError | undefined, { canWait }: Call): ProviderError | undefined {
  if (!canWait || !failure?.retryable) return undefined;
  const { source, message, kind, retryAfterSeconds = comeBackSeconds } = failure;
  return new ProviderError(source, message, { kind, cause: failure, retryAfterSeconds });
}

/** Of several failures, one that says when to ask again, or may pass, or can be ended by the operator; undefined without any. */
export function mostHopeful(failures: readonly ProviderError[]): ProviderError | undefined {
  const passing = failures.filter(({ retryable }) => retryable);
  const dated = passing.find(({ retryAfterSeconds }) => retryAfterSeconds !== undefined);
  return dated ?? passing[0] ?? failures.find(needsOperator) ?? failures[0];
}

function allFailed(failures: readonly ProviderError[]): ProviderError {
  const [first] = failures;
  if (failures.length === 1 && first !== undefined) return first;
  const hopeful = mostHopeful(failures);
  const waits = failures.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return new ProviderError(
    failures.map(({ source }) => source).join(', '),
    failures.map(({ source, message }) => `${source}: ${message}`).join(' '),
    {
      cause: new AggregateError(failures),
      ...(hopeful ? { kind: hopeful.kind, retryable: hopeful.retryable } : {}),
      ...(waits.length > 0 ? { retryAfterSeconds: Math.min(...waits) } : {}),
    },
  );
}
