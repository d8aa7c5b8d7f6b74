// Shared by all services: a slow request through the outbound client, whose failure is an outcome like any other.

import { pictureType } from '../../../platform/files/picture-type.ts';
import type { OutboundRequest } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { OutboundResponse } from '../../../platform/outbound/outbound-response.ts';
import type { Call } from '../../provider.ts';
import { failed, type NoPicture, type ScreenshotOutcome } from '../screenshot-provider.ts';

/** A service renders the page while we wait. */
const limits = { firstByteMs: 60_000, totalMs: 75_000, maxBodyBytes: 8 * 1024 * 1024 };

/** Sends the request and reads the answer. Throws only when the caller's signal fires or `read` has a bug. */
export async function askService(
  { outbound, signal }: Call,
  url: URL,
  request: OutboundRequest,
  read: (answer: OutboundResponse) => Promise<ScreenshotOutcome>,
): Promise<ScreenshotOutcome> {
  try {
    return await read(await outbound.request(url, { ...request, limits, ...(signal ? { signal } : {}) }));
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof OutboundError)) throw error;
    return failed(error.code === 'timeout' ? 'timed-out' : 'unavailable', error.message);
  }
}

/** A screenshot as the service sent it; there is no smaller one. */
export function pictureFrom(bytes: Uint8Array): ScreenshotOutcome {
  if (pictureType(bytes)?.extension !== 'webp') return failed('unavailable', 'the service sent no picture');
  return { kind: 'taken', full: bytes, small: bytes };
}

/** Our own fault or the account's: worth a log line, because no page of any user will get through. */
export function accountProblem({ log }: Call, source: string, detail: string): NoPicture {
  log.warn({ provider: source, detail }, 'a screenshot service refuses our account');
  return failed('unavailable', detail);
}
