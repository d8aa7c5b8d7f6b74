// Plain http requests in absolute form: parsed, checked, and forwarded as a new message. Only what was understood is sent:
// hop-by-hop headers stay here, and the body's length is stated anew, so no second request can hide inside the first.

import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { pipeline } from 'node:stream';
import { type Call, startCall } from '../call.ts';
import { parseTarget, type Target } from '../connecting/target.ts';
import { OutboundError, toOutboundError } from '../outbound-error.ts';
import { createBudget, statusOf, type VisitParts } from './proxy-parts.ts';

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const HOP_BY_HOP = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization proxy-authentication-info te trailer transfer-encoding upgrade http2-settings expect'.split(
    ' ',
  ),
);

/** Never throws: a failure is reported to the client, or cuts off a response that has started. */
export async function forward(parts: VisitParts, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let call: Call | undefined;
  let host = '';
  try {
    const target = parseForwardTarget(request, parts);
    host = target.host;
    call = startCall({ host, totalMs: parts.limits.totalMs, onFinish: parts.onFinish });
    await pass({ parts, request, response, target, call });
  } catch (error) {
    const failure = toOutboundError(call?.signal.aborted ? call.signal.reason : error, host);
    if (failure.code === 'refused' || failure.code === 'bad-url') {
      parts.visit.noteRefusal(host || (request.url ?? '').slice(0, 200), failure.code);
    }
    call?.finish({ host, code: failure.code });
    answerFailure(response, failure);
  }
}

function parseForwardTarget(request: IncomingMessage, parts: VisitParts): Target {
  if (!METHODS.has(request.method ?? '')) throw new OutboundError('bad-url', 'This method is not passed on.');
  if ((request.headers['transfer-encoding'] ?? 'chunked').toLowerCase() !== 'chunked') {
    throw new OutboundError('bad-url', 'The body of this request is coded in a way that is not passed on.');
  }
  if (!/^http:\/\//i.test(request.url ?? '')) {
    throw new OutboundError('bad-url', 'Only full http:// addresses are passed on; https uses CONNECT.');
  }
  return parseTarget(request.url ?? '', parts.practice);
}

function answerFailure(response: ServerResponse, failure: OutboundError): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(statusOf(failure), { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
  response.end(`${failure.message}\n`);
}

interface Passage {
  parts: VisitParts;
  request: IncomingMessage;
  response: ServerResponse;
  target: Target;
  call: Call;
}

async function pass(passage: Passage): Promise<void> {
  const { parts, response, target, call } = passage;
  response.once('close', () => call.abort(new OutboundError('aborted', 'The browser closed the connection.')));
  const stop = call.alarm(parts.limits.connectMs, `${target.host} did not accept a connection in time.`);
  const socket = await parts.dial(target, call.signal).finally(stop);
  try {
    const cut = () => call.abort(new OutboundError('timeout', `${target.host} stopped responding.`));
    call.signal.addEventListener('abort', () => socket.destroy(), { once: true });
    socket.setTimeout(parts.limits.idleMs, cut);
    await converse(passage, socket);
  } finally {
    socket.destroy();
  }
}

async function converse({ parts, request, response, target, call }: Passage, socket: Socket): Promise<void> {
  const budget = createBudget(parts, target.host);
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const upstream = httpRequest({
      createConnection: () => socket,
      method: request.method,
      path: target.url.pathname + target.url.search,
      headers: { ...passedOn(request.headers), ...framing(request), host: target.url.host },
      maxHeaderSize: parts.limits.maxHeaderBytes,
      insecureHTTPParser: false,
    });
    upstream.once('response', resolve);
    pipeline(request, budget.stage(), upstream, (error) => error && reject(error));
    upstream.on('error', reject);
  });
  if (answer.statusCode === 407) throw new OutboundError('bad-response', `${target.host} poses as a proxy.`);
  response.writeHead(answer.statusCode ?? 502, passedOn(answer.headers));
  await new Promise<void>((resolve, reject) => {
    pipeline(answer, budget.stage(), response, (error) => (error ? reject(error) : resolve()));
  });
  call.finish({ host: target.host, status: answer.statusCode, bytes: budget.bytes() });
}

function passedOn(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const named = new Set((headers.connection ?? '').split(',').map((name) => name.trim().toLowerCase()));
  const isKept = (name: string) => !HOP_BY_HOP.has(name) && !named.has(name);
  return Object.fromEntries(Object.entries(headers).filter(([name]) => isKept(name)));
}

// The parser refuses messages with both; a body of unknown length is chunked again.
function framing(request: IncomingMessage): Record<string, string> {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] !== undefined) return { 'transfer-encoding': 'chunked' };
  return length === undefined ? {} : { 'content-length': length };
}
