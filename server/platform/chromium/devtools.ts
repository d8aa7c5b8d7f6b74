// The browser's own protocol over a pair of pipes: JSON messages, each terminated by a zero byte, many sessions on one
// connection. Playwright speaks it too, but has the browser report everything a page does: a fifth of the cost of a screenshot.
import type { Readable, Writable } from 'node:stream';
import type { CDPSession } from 'playwright-core';

/** The browser itself, or one of its pages or frames. A call rejects if the browser refuses it, or if its target is gone. */
export type Devtools = Pick<CDPSession, 'send' | 'on'>;

export interface DevtoolsConnection {
  readonly browser: Devtools;
  /** The session with this id, from `Target.attachToTarget` or an event. It ends with its target. */
  session(id: string): Devtools;
  isOpen(): boolean;
  /** Called when the other side is gone, for whatever reason. */
  onClose(listener: () => void): void;
}

interface Waiting {
  sessionId: string;
  method: string;
  resolve(value: unknown): void;
  reject(error: Error): void;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: { sessionId?: string };
  result?: unknown;
  error?: { message: string };
}

type Listeners = Map<string, ((params: unknown) => void)[]>;

/** Starts listening immediately. */
export function connectDevtools(from: Readable, to: Writable): DevtoolsConnection {
  const waiting = new Map<number, Waiting>();
  const sessions = new Map<string, Listeners>([['', new Map()]]);
  const closed = new Set<() => void>();
  let isOpen = true;
  let lastId = 0;

  function end(sessionId: string): void {
    sessions.delete(sessionId);
    for (const [id, call] of waiting) {
      if (call.sessionId !== sessionId) continue;
      waiting.delete(id);
      call.reject(new Error(`${call.method}: it is gone`));
    }
  }

  function receive({ id, sessionId = '', method = '', params, result, error }: Message): void {
    const call = id === undefined ? undefined : waiting.get(id);
    if (id !== undefined && call) {
      waiting.delete(id);
      if (error) call.reject(new Error(`${call.method}: ${error.message}`));
      else call.resolve(result);
      return;
    }
    for (const listener of sessions.get(sessionId)?.get(method) ?? []) listener(params);
    if (method === 'Target.detachedFromTarget' && params?.sessionId) end(params.sessionId);
  }

  function close(): void {
    if (!isOpen) return;
    isOpen = false;
    for (const sessionId of sessions.keys()) end(sessionId);
    for (const listener of closed) listener();
  }

  function session(sessionId: string): Devtools {
    const listeners: Listeners = sessions.get(sessionId) ?? new Map();
    sessions.set(sessionId, listeners);
    const send = (method: string, params: object = {}) =>
      new Promise((resolve, reject) => {
        if (!isOpen || !sessions.has(sessionId)) return reject(new Error(`${method}: it is gone`));
        const id = ++lastId;
        waiting.set(id, { sessionId, method, resolve, reject });
        to.write(`${JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) })}\0`);
      });
    const on = (event: string, listener: (params: unknown) => void) => {
      listeners.set(event, [...(listeners.get(event) ?? []), listener]);
    };
    return { send, on } as unknown as Devtools;
  }

  from.on(
    'data',
    splitter((text) => receive(JSON.parse(text) as Message)),
  );
  for (const stream of [from, to]) stream.on('close', close).on('error', close);
  return { browser: session(''), session, isOpen: () => isOpen, onClose: (listener) => void closed.add(listener) };
}

function splitter(receive: (text: string) => void): (chunk: Buffer) => void {
  let begun: Buffer[] = [];
  return (chunk) => {
    let from = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, from)) {
      const last = chunk.subarray(from, end);
      receive((begun.length > 0 ? Buffer.concat([...begun, last]) : last).toString('utf8'));
      begun = [];
      from = end + 1;
    }
    if (from < chunk.length) begun.push(chunk.subarray(from));
  };
}
