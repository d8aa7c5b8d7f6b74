// CPU time, which says more than the clock on a busy machine.
import { readFileSync } from 'node:fs';
import type { Database } from '../../server/platform/db.ts';

const TICK_MS = 10;

/** Of this process, the server's connections and its ended workers so far. Without /proc, of this process only. */
export async function cpuMs(db: Database): Promise<number> {
  const { user, system } = process.cpuUsage();
  const own = (user + system) / 1000;
  const rows = await db.sql<{ pid: number }[]>`
    select pid from pg_stat_activity where backend_type = 'client backend'`;
  try {
    const backends = rows.map(({ pid }) => statOf(pid));
    const [server] = backends;
    const workers = server ? statOf(server.parent).childMs : 0;
    return own + workers + backends.reduce((sum, { ms }) => sum + ms, 0);
  } catch {
    return own;
  }
}

function statOf(pid: number): { parent: number; ms: number; childMs: number } {
  // After the name in brackets: state, parent, …, and as the 12th to 15th field own and children's user and system time.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
    .map(Number);
  const ticks = (first: number) => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) * TICK_MS;
  return { parent: fields[1] ?? 0, ms: ticks(11), childMs: ticks(13) };
}
