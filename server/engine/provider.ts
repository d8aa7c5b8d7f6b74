// How every capability asks its providers: in order of trust, the first that finds wins. A provider that fails is noted
// and passed over; only when all have failed did we not look at all, and the caller must know.

import type { Log } from '../platform/log.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';

/** What a provider is given to do its work with. */
export interface Call {
  outbound: Outbound;
  log: Pick<Log, 'warn'>;
  signal?: AbortSignal | undefined;
}

/** A provider could not look: its service failed, refused the key or answered nonsense. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly source: string;
  /** The same call may succeed later. */
  readonly retryable: boolean;
  readonly retryAfterSeconds: number | undefined;

  constructor(
    source: string,
    message: string,
    options: { cause?: unknown; retryable?: boolean; retryAfterSeconds?: number } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.source = source;
    this.retryable = options.retryable ?? true;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/**
 * The first answer that is not null, or null when those that looked found nothing. Throws ProviderError when every
 * provider failed; anything else a provider throws is a defect and passes through.
 */
export async function firstThatFinds<Provider extends { readonly source: string }, Found>(
  providers: readonly Provider[],
  call: Call,
  ask: (provider: Provider) => Promise<Found | null>,
): Promise<Found | null> {
  const failures: ProviderError[] = [];
  for (const provider of providers) {
    try {
      const found = await ask(provider);
      if (found !== null) return found;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      failures.push(error);
      call.log.warn({ provider: provider.source, err: error }, 'a provider could not look');
    }
  }
  if (failures.length === 0 || failures.length < providers.length) return null;
  throw allFailed(failures);
}

function allFailed(failures: readonly ProviderError[]): ProviderError {
  const [first] = failures;
  if (failures.length === 1 && first !== undefined) return first;
  const waits = failures.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  return new ProviderError(
    failures.map(({ source }) => source).join(', '),
    failures.map(({ source, message }) => `${source}: ${message}`).join(' '),
    {
      cause: new AggregateError(failures),
      retryable: failures.some(({ retryable }) => retryable),
      ...(waits.length > 0 ? { retryAfterSeconds: Math.min(...waits) } : {}),
    },
  );
}
