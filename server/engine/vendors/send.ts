// Sends one request to a vendor and reads the answer, whatever its status.
import { parseJson } from '../../../shared/parse-json.ts';
import type { OutboundError } from '../../platform/outbound/outbound-error.ts';
import type { HttpCall, HttpReply, PaidCall } from '../../platform/outbound/vendor-outbound.ts';
import { sendHttp } from './caller/http-call.ts';
import { baseUrlOf, type VendorContext, type VendorReply, type VendorRequest, vendorError } from './vendor.ts';

export const defaultTimeoutMs = 30_000;

type SourceContext = Pick<VendorContext, 'vendor' | 'account' | 'outbound'>;

export interface SendOptions {
  /** Does not end a paid call. */
  signal?: AbortSignal | undefined;
  /** The call costs money, so it must survive the death of this process. */
  paid?: PaidCall | undefined;
}

/** Throws OutboundError, and ProviderError if the key cannot be sent. */
export async function send(
  context: SourceContext,
  request: VendorRequest,
  options: SendOptions = {},
): Promise<VendorReply> {
  const { paid, signal } = options;
  const { caller } = context.outbound;
  const http = toHttp(context, request);
  return toReply(paid && caller ? await caller.send(paid, http) : await sendHttp(context.outbound, http, signal));
}

export const toReply = ({ status, headers, text }: HttpReply): VendorReply => ({
  ...{ status, headers, text },
  json: parseJson(text),
});

/** What HTTP allows in no header: line breaks and characters that are not Latin. Pasted keys and files of secrets may contain them. */
const unsendable = /[^\t\x20-\x7e\x80-\xff]/;

function toHttp(
  context: SourceContext,
  { path, headers, timeoutMs = defaultTimeoutMs, ...request }: VendorRequest,
): HttpCall {
  const content = contentOf(request);
  if (Object.values(headers ?? {}).some((value) => unsendable.test(value))) {
    const message = 'Its key contains a character that cannot be sent, such as a line break at the end.';
    throw vendorError(context.vendor.source, 'auth', message);
  }
  return {
    url: `${baseUrlOf(context)}${path}`,
    headers: { accept: 'application/json', ...(content && { 'content-type': content.type }), ...headers },
    body: content?.text,
    timeoutMs,
  };
}

/** A second round that begins later could last until the call counts as lost, and is sent and paid for again. */
const renewWithinMs = 5_000;

/** With the headers the vendor asks for. A token that is refused is renewed once. Throws OutboundError and ProviderError. */
export async function sendAuthorized(
  context: SourceContext,
  request: VendorRequest,
  options: SendOptions = {},
): Promise<VendorReply> {
  const { authorize } = context.vendor;
  if (!authorize) return send(context, request, options);
  const sendWith = async (fresh: boolean) => {
    const added = await authorize(context, { fresh, signal: options.signal });
    const reply = await send(context, { ...request, headers: { ...request.headers, ...added } }, options);
    return withoutSecrets(reply, Object.values(added));
  };
  const begun = performance.now();
  const reply = await sendWith(false);
  if (reply.status !== 401) return reply;
  if (performance.now() - begun < renewWithinMs) return sendWith(true);
  throw vendorError(context.vendor.source, 'unavailable', 'It refused the token, and took too long to do so.');
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
