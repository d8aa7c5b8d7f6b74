// Places at mail servers: at most so many conversations at once with one operator, and a pause after each, whichever
// worker holds them. Within a process callers wait in order; between processes the database decides.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { createBatcher } from '../../../platform/batcher.ts';
import { isDatabaseUnavailable } from '../../../platform/database/unavailable.ts';
import type { Kdb } from '../../../platform/db.ts';
import { createHostGate } from '../../../platform/outbound/requests/host-gate.ts';
import { operatorOf } from '../operators/operator-of.ts';
import { type PaceOf, paceWith } from '../operators/pace.ts';
import {
  acquireSlot,
  type Learnt,
  nothingLearnt,
  type Rest,
  releaseSlots,
  type SlotRelease,
} from '../stores/mail-hosts.store.ts';

export interface SlotLimits {
  /** Conversations at once with one operator's mail servers. */
  atOnce: number;
  pauseMs: number;
  /** How long a caller waits for a slot before it is told to come back. */
  waitMs: number;
  /** A slot that was not given back (its worker died) is free again after this time. */
  leaseMs: number;
}

export interface Resting {
  resting: Rest;
}

export interface HostSlots {
  /**
   * Runs the work with a slot. What the work puts into `learnt` is kept when the slot is given back. Null: no slot became
   * free in time. Throws what the work throws, or the signal's reason.
   */
  withSlot<T>(
    host: string,
    signal: AbortSignal | undefined,
    work: (learnt: Learnt) => Promise<T>,
  ): Promise<T | Resting | null>;
}

/** Several conversations end at about the same time, and hardly anybody waits for their slots so soon. */
const LEAVE_TOGETHER = { most: 100, waitMs: 20 };
/** How often a slot that could not be given back is tried to be. */
const againMs = 500;

export interface HostSlotsOptions {
  db: Kdb;
  limits: SlotLimits;
  now: () => Date;
  paceOf?: PaceOf;
}

export function createHostSlots({ db, limits, now, paceOf = paceWith() }: HostSlotsOptions): HostSlots {
  const gate = createHostGate(limits.atOnce);
  const leaveTogether = createBatcher({
    run: async (releases: readonly SlotRelease[]) => {
      await releaseSlots(db, releases);
      return releases;
    },
    ...LEAVE_TOGETHER,
  });
  const after = (ms: number) => new Date(now().getTime() + ms);

  const takeInTime = async (host: string, holder: string, signal: AbortSignal): Promise<Rest | undefined> => {
    const operator = operatorOf(host);
    for (;;) {
      const times = { now: now(), until: after(limits.leaseMs) };
      const request = { operator: operator.id, host, holder, slots: limits.atOnce, pace: paceOf(operator), ...times };
      const { isTaken, wasFree, freeAt, rest } = await acquireSlot(db, request);
      if (isTaken || rest) return rest;
      signal.throwIfAborted();
      if (wasFree) continue;
      const ms = (freeAt?.getTime() ?? 0) - now().getTime();
      // A little chance, so that the processes that wait do not all come at once.
      await wait(Math.min(Math.max(ms, 10), 1_000) + Math.random() * 50, undefined, { signal });
    }
  };

  /** Left alone with a slot that may be ours, a database that was away would keep it taken until the lease is over. */
  const leaveLater = async (leave: () => Promise<void>): Promise<void> => {
    for (const until = after(limits.leaseMs); now() < until; ) {
      await wait(againMs, undefined, { ref: false });
      const isAway = await leave().then(() => false, isDatabaseUnavailable);
      if (!isAway) return;
    }
  };

  return {
    async withSlot(host, signal, work) {
      const holder = randomUUID();
      const leave = async (learnt: Learnt = nothingLearnt()) => {
        await leaveTogether({ holder, freeAt: after(limits.pauseMs), learnt });
      };
      const patience = AbortSignal.timeout(limits.waitMs);
      const either = signal ? AbortSignal.any([signal, patience]) : patience;
      let leaveGate = () => {};
      try {
        leaveGate = await gate.enter(operatorOf(host).id, either);
        const resting = await takeInTime(host, holder, either);
        if (resting) {
          leaveGate();
          return { resting };
        }
      } catch (error) {
        leaveGate();
        // It may have been taken, and only the answer was lost.
        if (isDatabaseUnavailable(error)) void leaveLater(leave);
        signal?.throwIfAborted();
        if (patience.aborted) return null;
        throw error;
      }
      const learnt = nothingLearnt();
      try {
        return await work(learnt);
      } finally {
        await leave(learnt)
          .catch((error: unknown) => {
            void leaveLater(() => leave(learnt));
            throw error;
          })
          .finally(leaveGate);
      }
    },
  };
}
