// How long Zeus retries what it could not look at. The screens promise emails in about 20 minutes, so a campaign waits
// 15 at most: by then most greylisting servers accept us, and one that blocks us for hours isn't worth waiting for. Servers
// that greylist for longer, or where our own limit is reached, are retried after the campaign has moved on (lateTry).

import type { CouldNotLook } from '../../engine/finding/site-study.ts';
import type { Tried } from '../../jobs.ts';
import type { Context } from '../../platform/context.ts';

const MAX_TIMES = 4;

interface RetryLimits {
  seconds: number;
  /** The first pause if the other side names none; each further one is twice as long. */
  pause: number;
}

const LIVE: RetryLimits = { seconds: 900, pause: 15 };
// The greylisting servers of the practice web ask for three seconds, our own cap at a mail host for two minutes; the
// servers that do not answer never will, and ask for more than this.
const PRACTICE: RetryLimits = { seconds: 240, pause: 1 };

export interface NextTry {
  afterSeconds: number;
  tried: NonNullable<Tried>;
}

/**
 * When to retry; undefined to give up. A pause that another search started counts in full, so that every search of the same
 * server gives up at the same time.
 */
export function nextTry(ctx: Pick<Context, 'practice'>, why: CouldNotLook, tried: Tried): NextTry | undefined {
  const { seconds: most, pause } = ctx.practice ? PRACTICE : LIVE;
  const { times, seconds, late } = tried ?? { times: 0, seconds: 0 };
  if (late || why.needsOperator) return undefined;
  const afterSeconds = Math.max(1, Math.ceil(why.retryAfterSeconds ?? pause * 2 ** times));
  // A partner that is still working is polled as often as it asks for.
  const counted = why.isUnderWay ? 0 : 1;
  if ((counted > 0 && times >= MAX_TIMES) || seconds + Math.max(afterSeconds, why.ofSeconds ?? 0) > most)
    return undefined;
  return { afterSeconds, tried: { times: times + counted, seconds: seconds + afterSeconds } };
}

const MINUTE = 60;
// Some greylists last for half an hour or an hour, a few for hours. Counted from the campaign's last try.
const LATE_PAUSES = [20 * MINUTE, 45 * MINUTE, 180 * MINUTE];
// When our own limit ends, one address can be checked, and all that wait compete for it. Meanwhile others follow.
const LIMIT_PAUSE = 30 * MINUTE;
// The longest limit lasts a day; then its addresses come free again over some hours.
const LATE_SECONDS = 30 * 60 * MINUTE;

/**
 * When to retry a server without holding up the campaign; undefined if it neither greylists nor is at our own limit, or to give
 * up. A try that our limit prevented is not one of the few that a greylisting server gets.
 */
export function lateTry(why: CouldNotLook, tried: Tried): NextTry | undefined {
  const { times, seconds, late = 0 } = tried ?? { times: 0, seconds: 0 };
  const isLimit = why.passesLater === 'limit';
  const pause = isLimit ? LIMIT_PAUSE : LATE_PAUSES[late];
  if (!why.passesLater || pause === undefined) return undefined;
  const afterSeconds = Math.ceil(Math.max(pause, why.retryAfterSeconds ?? 0));
  if (seconds + afterSeconds > LATE_SECONDS) return undefined;
  return {
    afterSeconds,
    tried: { times, seconds: seconds + afterSeconds, late: isLimit ? Math.max(late, 1) : late + 1 },
  };
}
