// One call through the outbound client: its time limits, its single abort signal, and its report at the end. Whatever ends a
// call early (timeout, caller, closing client) aborts this signal with an OutboundError as the reason.

import { OutboundError, type OutboundErrorCode } from './outbound-error.ts';

export interface CallReport {
  /** Empty if the URL was refused before it had a usable host. */
  host: string;
  status?: number;
  ms: number;
  /** Body bytes after decompression. */
  bytes: number;
  /** Absent on success. */
  code?: OutboundErrorCode;
}

export interface Call {
  readonly signal: AbortSignal;
  /** Ends the call and closes everything it holds. */
  abort(error: OutboundError): void;
  /** Ends the call with a `timeout` after `ms`, unless the returned function is called before. */
  alarm(ms: number, message: string): () => void;
  /** Stops the clock and reports. Only the first call counts. */
  finish(report: { host: string; status?: number; bytes?: number; code?: OutboundErrorCode }): void;
}

export function startCall(options: {
  totalMs: number;
  host: string;
  signal?: AbortSignal;
  onFinish: (report: CallReport) => void;
}): Call {
  const controller = new AbortController();
  const startedAt = performance.now();
  let finished = false;

  const alarm = (ms: number, message: string): (() => void) => {
    const timer = setTimeout(() => controller.abort(new OutboundError('timeout', message)), ms);
    return () => clearTimeout(timer);
  };
  const stopTotal = alarm(options.totalMs, `${options.host} took longer than allowed.`);
  const callerGone = () =>
    controller.abort(new OutboundError('aborted', 'The request was canceled.', { cause: options.signal?.reason }));
  if (options.signal?.aborted) callerGone();
  else options.signal?.addEventListener('abort', callerGone, { once: true });

  return {
    signal: controller.signal,
    abort: (error) => controller.abort(error),
    alarm,
    finish(report) {
      if (finished) return;
      finished = true;
      stopTotal();
      options.signal?.removeEventListener('abort', callerGone);
      options.onFinish({ bytes: 0, ...report, ms: Math.round(performance.now() - startedAt) });
    },
  };
}
