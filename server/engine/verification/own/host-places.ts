// Places at mail servers: at most so many conversations at once with one operator, and a pause after each, whichever
// worker holds them. Within a process callers wait in order; between processes the database decides.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getDomain } from 'tldts';
import type { Kdb } from '../../../platform/db.ts';
import { createHostGate } from '../../../platform/outbound/host-gate.ts';
import { leaveSlot, nextFree, takeSlot } from '../stores/mail-hosts.store.ts';

export interface PlaceLimits {
  /** Conversations at once with one operator's mail servers. */
  atOnce: number;
  pauseMs: number;
  /** How long a caller waits for a place before it is told to come back. */
  waitMs: number;
  /** A place that was not given back (its worker died) is free again after this time. */
  leaseMs: number;
}

export interface HostPlaces {
  /** Runs the work with a place, or returns null when none became free in time. Throws what the work throws, or the signal's reason. */
  withPlace<T>(host: string, signal: AbortSignal | undefined, work: () => Promise<T>): Promise<T | null>;
}

/** Google and Microsoft answer under hundreds of host names: what counts is who runs them, the registrable domain. */
export const operatorOf = (host: string) => getDomain(host) ?? host;

export function createHostPlaces(options: { db: Kdb; limits: PlaceLimits; now: () => Date }): HostPlaces {
  const { db, limits, now } = options;
  const gate = createHostGate(limits.atOnce);
  const after = (ms: number) => new Date(now().getTime() + ms);

  const tryTake = async (operator: string, holder: string): Promise<boolean> => {
    for (let slot = 0; slot < limits.atOnce; slot++) {
      const wish = { operator, slot, holder, now: now(), until: after(limits.leaseMs) };
      if (await takeSlot(db, wish)) return true;
    }
    return false;
  };
  const takeInTime = async (operator: string, holder: string, signal: AbortSignal): Promise<void> => {
    while (!(await tryTake(operator, holder))) {
      const free = await nextFree(db, operator);
      const ms = (free?.getTime() ?? 0) - now().getTime();
      // A little chance, so that the processes that wait do not all come at once.
      await wait(Math.min(Math.max(ms, 10), 1_000) + Math.random() * 50, undefined, { signal });
    }
  };

  return {
    async withPlace(host, signal, work) {
      const operator = operatorOf(host);
      const holder = randomUUID();
      const patience = AbortSignal.timeout(limits.waitMs);
      const either = signal ? AbortSignal.any([signal, patience]) : patience;
      let leaveGate = () => {};
      try {
        leaveGate = await gate.enter(operator, either);
        await takeInTime(operator, holder, either);
      } catch (error) {
        leaveGate();
        signal?.throwIfAborted();
        if (patience.aborted) return null;
        throw error;
      }
      try {
        return await work();
      } finally {
        await leaveSlot(db, holder, after(limits.pauseMs)).finally(leaveGate);
      }
    },
  };
}
