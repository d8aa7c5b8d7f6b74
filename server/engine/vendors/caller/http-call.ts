import type { Outbound } from '../../../platform/outbound/outbound.ts';
import type { HttpCall, HttpReply } from '../../../platform/outbound/vendor-outbound.ts';

/** Enough for a hundred results of which one has an absurd title of 10 MB; a larger answer is refused. */
const maxBodyBytes = 16 * 1024 * 1024;

/** Sends a request to a vendor and reads the answer, whatever its status. Throws OutboundError. */
export async function sendHttp(
  outbound: Outbound,
  { url, headers, body, timeoutMs }: HttpCall,
  signal?: AbortSignal,
): Promise<HttpReply> {
  const response = await outbound.request(url, {
    method: body === undefined ? 'GET' : 'POST',
    ...{ headers, body, signal },
    limits: { maxBodyBytes, firstByteMs: timeoutMs, totalMs: timeoutMs },
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text };
}
