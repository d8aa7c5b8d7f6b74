// The program that sends paid calls. A worker starts it with its first one and tells it when an outcome is recorded. If the
// worker dies or stops, it finishes the calls under way, stores the replies that were not recorded, and ends.
import type { CallReport } from '../../../platform/outbound/call.ts';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.ts';
import { toOutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { HttpCall, KeptReply, PaidCall } from '../../../platform/outbound/vendor-outbound.ts';
import { sendHttp } from './http-call.ts';
import { keepReply } from './keep-reply.ts';
import type { CallerSetup, FromCaller, ToCaller } from './messages.ts';
import { sealReply } from './sealed-reply.ts';

/** The ledger limits concurrent calls, across all workers. */
const perHost = 100;
/** Longer than any call may take. If something hangs nevertheless, the process still ends. */
const endWithinMs = 180_000;

const unrecorded = new Map<number, { call: PaidCall; reply: KeptReply }>();
const underWay = new Set<Promise<void>>();
const keeping = new Set<Promise<void>>();
let opened: { setup: CallerSetup; outbound: Outbound } | undefined;

function handle(message: ToCaller): void {
  if (message.kind === 'setup') open(message.setup);
  else if (message.kind === 'send') track(underWay, send(message.call, message.http));
  else if (message.kind === 'keep') track(keeping, keep(message.callId));
  else unrecorded.delete(message.callId);
}

function open(setup: CallerSetup): void {
  const onRequest = (report: CallReport) => tell({ kind: 'report', report });
  opened = { setup, outbound: createOutbound({ origins: setup.origins, limits: { perHost }, onRequest }) };
  tell({ kind: 'ready' });
}

async function send(call: PaidCall, http: HttpCall): Promise<void> {
  if (!opened) return;
  const { callId, items = [] } = call;
  const begun = performance.now();
  try {
    const reply = await sendHttp(opened.outbound, http);
    // These refuse the request, which costs nothing; it can be sent again.
    if (reply.status !== 401 && reply.status !== 429) {
      const ms = Math.round(performance.now() - begun);
      unrecorded.set(callId, { call, reply: { ...reply, at: Date.now(), ms, items } });
    }
    tell({ kind: 'replied', callId, reply });
  } catch (error) {
    const { code, message } = toOutboundError(error, new URL(http.url).host);
    tell({ kind: 'failed', callId, code, message });
  }
}

async function keep(callId: number): Promise<void> {
  const found = unrecorded.get(callId);
  unrecorded.delete(callId);
  if (!found || !opened) return;
  const { setup } = opened;
  const { hash, lifetimeSeconds } = found.call;
  const sealed = sealReply(setup.key, { callId, hash }, found.reply);
  await keepReply(setup, { callId, hash, sealed, expiresAt: found.reply.at + lifetimeSeconds * 1000 });
}

async function finish(): Promise<void> {
  setTimeout(() => process.exit(1), endWithinMs).unref();
  await Promise.allSettled(underWay);
  for (const callId of [...unrecorded.keys()]) track(keeping, keep(callId));
  await Promise.allSettled(keeping);
  process.exit(0);
}

/** A worker that has gone in the meantime hears nothing. */
function tell(message: FromCaller): void {
  if (process.connected) process.send?.(message, () => {});
}

function track(set: Set<Promise<void>>, work: Promise<void>): void {
  set.add(work);
  void work.catch(() => {}).finally(() => set.delete(work));
}

// Stopping Zeus may signal all of its processes; this one ends when its worker has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
process.on('message', handle);
process.on('disconnect', () => void finish());
