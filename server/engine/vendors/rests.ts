// How long a vendor rests after a failure.
import type { ProviderError } from '../provider.ts';

/** A refused key or empty account is tried again this often, so that Zeus notices when the operator has fixed it. */
const operatorSeconds = 15 * 60;
/** One failure may be chance; three in a row count as an outage. */
const failuresInARow = 3;
const downSeconds = { first: 30, most: 15 * 60 };
const rateSeconds = { first: 2, most: 60 };
const longestRetryAfter = 3600;

/** In seconds; 0 means ask again at once. `failures`: in a row, including this one. Null: not the vendor's fault. */
export function restSeconds({ kind, retryAfterSeconds }: ProviderError, failures: number): number | null {
  switch (kind) {
    case 'auth':
    case 'quota':
      return operatorSeconds;
    case 'rate_limited':
      return retryAfterSeconds === undefined
        ? doubled(rateSeconds, failures - 1)
        : Math.min(Math.max(1, retryAfterSeconds), longestRetryAfter);
    case 'unavailable':
      if (retryAfterSeconds !== undefined) return Math.min(retryAfterSeconds, longestRetryAfter);
      return failures < failuresInARow ? 0 : doubled(downSeconds, failures - failuresInARow);
    default:
      return null;
  }
}

const doubled = ({ first, most }: { first: number; most: number }, times: number) =>
  Math.min(most, first * 2 ** Math.min(times, 20));
