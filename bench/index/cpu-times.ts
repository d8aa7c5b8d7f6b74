// CPU time by program: of this process and all that it has started, which says more than the clock on a busy machine.
import { readdirSync, readFileSync } from 'node:fs';

const tickMs = 10;

/** Milliseconds by the name of the program; empty without /proc. */
export type CpuTimes = Map<string, number>;

interface Process {
  id: number;
  parent: number;
  name: string;
  /** With that of its children that have ended. */
  ms: number;
}

export function cpuTimes(): CpuTimes {
  const byParent = Map.groupBy(processes(), ({ parent }) => parent);
  const total: CpuTimes = new Map();
  const add = ({ id, name, ms }: Process) => {
    total.set(name, (total.get(name) ?? 0) + ms);
    for (const child of byParent.get(id) ?? []) add(child);
  };
  for (const one of [...byParent.values()].flat()) if (one.id === process.pid) add({ ...one, name: 'Node' });
  return total;
}

/** Of each program, since then. */
export const cpuSince = (before: CpuTimes): CpuTimes =>
  new Map([...cpuTimes()].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)]));

export const totalMs = (times: CpuTimes): number => [...times.values()].reduce((sum, ms) => sum + ms, 0);

function processes(): Process[] {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap(processOf);
  } catch {
    return [];
  }
}

function processOf(id: string): Process[] {
  try {
    // The name in brackets, then: state, parent, …, and as the 12th to 15th field own and children's user and system time.
    const [, name = '', rest = ''] = /\((.*)\) (.*)/s.exec(readFileSync(`/proc/${id}/stat`, 'utf8')) ?? [];
    const fields = rest.split(' ').map(Number);
    const ticks = fields.slice(11, 15).reduce((sum, one) => sum + one, 0);
    return [{ id: Number(id), parent: fields[1] ?? 0, name, ms: ticks * tickMs }];
  } catch {
    // It has ended.
    return [];
  }
}

/** Programs that took a twentieth or more, largest first. */
export function describeCpu(times: CpuTimes, per = 1): string {
  const all = totalMs(times);
  const parts = [...times]
    .filter(([, ms]) => ms >= all / 20)
    .sort(([, a], [, b]) => b - a)
    .map(([name, ms]) => `${name} ${shortMs(ms / per)}`);
  return `${shortMs(all / per)} (${parts.join(', ')})`;
}

const shortMs = (ms: number) => (ms >= 10_000 ? `${(ms / 1000).toFixed(0)} s` : `${ms.toFixed(ms < 10 ? 1 : 0)} ms`);
