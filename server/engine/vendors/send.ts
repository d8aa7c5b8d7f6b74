// Sends one request to a vendor and reads the answer, whatever its status.
import type { OutboundError } from '../../platform/outbound/outbound-error.ts';
import { baseUrlOf, type VendorDesk, type VendorReply, type VendorRequest } from './vendor.ts';

/** Enough for a hundred results of which one has an absurd title of 10 MB; anything larger is truncated. */
const maxBodyBytes = 16 * 1024 * 1024;
export const defaultTimeoutMs = 30_000;

/** Throws OutboundError. */
export async function send(
  desk: Pick<VendorDesk, 'vendor' | 'account' | 'outbound'>,
  { path, headers, timeoutMs = defaultTimeoutMs, ...request }: VendorRequest,
  signal?: AbortSignal,
): Promise<VendorReply> {
  const content = contentOf(request);
  const response = await desk.outbound.request(`${baseUrlOf(desk)}${path}`, {
    method: content ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      ...(content ? { 'content-type': content.type } : {}),
      ...headers,
    },
    ...(content ? { body: content.text } : {}),
    limits: { maxBodyBytes, firstByteMs: timeoutMs, totalMs: timeoutMs },
    ...(signal ? { signal } : {}),
  });
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, json: parseJson(text) };
}

/** With the headers the vendor asks for. A token that is refused is renewed once. Throws OutboundError and ProviderError. */
export async function sendAuthorized(
  desk: Pick<VendorDesk, 'vendor' | 'account' | 'outbound'>,
  request: VendorRequest,
  signal?: AbortSignal,
): Promise<VendorReply> {
  const { authorize } = desk.vendor;
  if (!authorize) return send(desk, request, signal);
  const sendWith = async (fresh: boolean) => {
    const added = await authorize(desk, { fresh, signal });
    const reply = await send(desk, { ...request, headers: { ...request.headers, ...added } }, signal);
    return withoutSecrets(reply, Object.values(added));
  };
  const reply = await sendWith(false);
  return reply.status === 401 ? sendWith(true) : reply;
}

/** Vendors repeat what they were sent, tokens among it. */
function withoutSecrets(reply: VendorReply, headers: readonly string[]): VendorReply {
  const secrets = headers.map((header) => header.replace(/^Bearer /, ''));
  if (!secrets.some((secret) => reply.text.includes(secret))) return reply;
  const text = secrets.reduce((said, secret) => said.replaceAll(secret, '[hidden]'), reply.text);
  return { ...reply, text, json: parseJson(text) };
}

function contentOf({ body, form }: Pick<VendorRequest, 'body' | 'form'>): { type: string; text: string } | undefined {
  if (form) return { type: 'application/x-www-form-urlencoded', text: new URLSearchParams(form).toString() };
  return body === undefined ? undefined : { type: 'application/json', text: JSON.stringify(body) };
}

/** The request did not reach the vendor, so it cannot have charged for it. */
export function wasNotSent(error: OutboundError): boolean {
  return error.code === 'dns' || error.code === 'connect' || error.code === 'refused' || error.code === 'bad-url';
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
