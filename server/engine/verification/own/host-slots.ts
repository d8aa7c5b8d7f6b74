// Slots for talking to mail servers: a limited number of conversations per operator over all workers, with a pause after each.
// Within a process callers queue up; between processes the database decides.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { Kdb } from '../../../platform/db.ts';
import { createHostGate } from '../../../platform/outbound/requests/host-gate.ts';
import { operatorOf } from '../operators/operator-of.ts';
import { type PaceOf, paceWith } from '../operators/pace.ts';
import {
  acquireSlot,
  type Learned,
  nothingLearned,
  type Rest,
  releaseSlot,
  type SlotRequest,
} from '../stores/mail-hosts.store.ts';

export interface SlotLimits {
  /** Concurrent conversations with one operator's mail servers. */
  atOnce: number;
  pauseMs: number;
  /** How long a caller waits for a slot before it gives up. */
  waitMs: number;
  /** A slot whose worker died becomes free after this time. */
  leaseMs: number;
}

export interface Resting {
  resting: Rest;
}

export interface SlotCaller {
  signal?: AbortSignal | undefined;
  /** Whose checks the conversation is for. */
  forUser?: string | undefined;
}

export interface HostSlots {
  /**
   * Runs the work in a slot. What the work puts into `learned` is saved when the slot is released. Null: no slot became free in
   * time. Throws what the work throws, or the signal's reason.
   */
  withSlot<T>(
    host: string,
    caller: SlotCaller | undefined,
    work: (learned: Learned) => Promise<T>,
  ): Promise<T | Resting | null>;
}

/** How often to retry releasing a slot. */
const againMs = 500;

export interface HostSlotsOptions {
  db: Kdb;
  limits: SlotLimits;
  now: () => Date;
  paceOf?: PaceOf;
}

export function createHostSlots({ db, limits, now, paceOf = paceWith() }: HostSlotsOptions): HostSlots {
  const gate = createHostGate(limits.atOnce);
  const after = (ms: number) => new Date(now().getTime() + ms);

  const takeInTime = async (
    whom: Pick<SlotRequest, 'host' | 'holder' | 'forUser'>,
    signal: AbortSignal,
  ): Promise<Rest | undefined> => {
    const operator = operatorOf(whom.host);
    for (;;) {
      const times = { now: now(), until: after(limits.leaseMs) };
      const request = { ...whom, operator: operator.id, slots: limits.atOnce, pace: paceOf(operator), ...times };
      const { isTaken, wasFree, freeAt, rest } = await acquireSlot(db, request);
      if (isTaken || rest) return rest;
      signal.throwIfAborted();
      if (wasFree) continue;
      const ms = (freeAt?.getTime() ?? 0) - now().getTime();
      // Random jitter, so that waiting processes don't all retry at once.
      await wait(Math.min(Math.max(ms, 10), 1_000) + Math.random() * 50, undefined, { signal });
    }
  };

  /** Retries a release that failed because the database was unavailable; otherwise the slot stays taken until its lease ends. */
  const leaveLater = async (leave: () => Promise<void>): Promise<void> => {
    for (const until = after(limits.leaseMs); now() < until; ) {
      await wait(againMs, undefined, { ref: false });
      const isAway = await leave().then(() => false, isDatabaseUnavailable);
      if (!isAway) return;
    }
  };

  return {
    async withSlot(host, { signal, forUser } = {}, work) {
      const holder = randomUUID();
      const leave = (learned: Learned = nothingLearned()) =>
        releaseSlot(db, { holder, freeAt: after(limits.pauseMs), learned });
      const timeout = AbortSignal.timeout(limits.waitMs);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      let leaveGate = () => {};
      try {
        leaveGate = await gate.enter(operatorOf(host).id, either);
        const resting = await takeInTime({ host, holder, forUser }, either);
        if (resting) {
          leaveGate();
          return { resting };
        }
      } catch (error) {
        leaveGate();
        // The slot may have been acquired and only the answer lost.
        if (isDatabaseUnavailable(error)) void leaveLater(leave);
        signal?.throwIfAborted();
        if (timeout.aborted) return null;
        throw error;
      }
      const learned = nothingLearned();
      try {
        return await work(learned);
      } finally {
        await leave(learned)
          .catch((error: unknown) => {
            void leaveLater(() => leave(learned));
            throw error;
          })
          .finally(leaveGate);
      }
    },
  };
}
