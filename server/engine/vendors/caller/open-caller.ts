// The worker's side of the caller process: starts it with the first paid call, and starts another if it ended.
import { type ChildProcess, fork } from 'node:child_process';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { CallReport } from '../../../platform/outbound/call.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { HttpReply, VendorCaller } from '../../../platform/outbound/vendor-outbound.ts';
import type { CallerSetup, FromCaller, ToCaller } from './messages.ts';
import { openReply } from './sealed-reply.ts';

const program = fileURLToPath(new URL('./caller-process.ts', import.meta.url));
/** Settings of Node and of the system. The rest of our environment contains keys. */
const passedOn = /^(NODE_.*|SSL_.*|PATH|TZ|SystemRoot)$/;

export interface OpenCaller extends VendorCaller {
  /** Leaves calls under way to the process, which finishes them and ends. */
  close(): void;
}

/** Starts nothing yet. */
export function openCaller(setup: CallerSetup, onRequest?: (report: CallReport) => void): OpenCaller {
  const waiting = new Map<number, PromiseWithResolvers<HttpReply>>();
  let child: ChildProcess | undefined;
  let ready: Promise<void> | undefined;
  let isClosed = false;

  /** Resolves when it takes calls. Throws OutboundError. */
  function start(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const end = (cause?: unknown) => {
      if (isClosed) return;
      ready = undefined;
      reject(new OutboundError('connect', 'The vendor caller process does not start.', { cause }));
      for (const call of waiting.values()) call.reject(callerEnded());
      waiting.clear();
    };
    child = forkCaller()
      .once('exit', () => end())
      .once('error', end)
      .once('message', () => resolve())
      .on('message', receive);
    send({ kind: 'setup', setup });
    return promise;
  }

  /** If it cannot be reached, it has ended, which its exit reports. */
  function send(message: ToCaller): void {
    if (child?.connected) child.send(message, () => {});
  }

  function receive(message: FromCaller): void {
    if (message.kind === 'report') onRequest?.(message.report);
    if (message.kind === 'ready' || message.kind === 'report') return;
    const call = waiting.get(message.callId);
    waiting.delete(message.callId);
    if (message.kind === 'replied') call?.resolve(message.reply);
    else call?.reject(new OutboundError(message.code, message.message));
  }

  return {
    async send(call, http) {
      ready ??= start();
      await ready;
      const reply = Promise.withResolvers<HttpReply>();
      waiting.set(call.callId, reply);
      send({ kind: 'send', call, http });
      return reply.promise;
    },
    recorded: (callId) => send({ kind: 'recorded', callId }),
    keep: (callId) => send({ kind: 'keep', callId }),
    open: (call, sealed) => openReply(setup.key, call, sealed),
    get pid() {
      return child?.pid;
    },
    close() {
      isClosed = true;
      if (child?.connected) child.disconnect();
    },
  };
}

function forkCaller(): ChildProcess {
  const compiled = getCompileCacheDir();
  const settings = Object.entries(process.env).filter(([name]) => passedOn.test(name));
  const caller = fork(program, [], {
    // A session of its own: Ctrl-C in the terminal and the death of the worker do not reach it.
    ...{ detached: true, windowsHide: true, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
    execArgv: ['--max-semi-space-size=1'],
    env: { ...Object.fromEntries(settings), ...(compiled ? { NODE_COMPILE_CACHE: dirname(compiled) } : {}) },
  });
  caller.unref();
  return caller;
}

/** The vendor may have been asked. */
const callerEnded = () => new OutboundError('bad-response', 'The vendor caller process ended.');
