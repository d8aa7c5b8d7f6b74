// Jobs of partners that answer later: not ready the first time they are asked for, done the second time.

import type { World } from '../../data/types.ts';
import { perWorld } from '../per-world.ts';

export interface Jobs<Data> {
  start(world: World, data: Data): string;
  /** Undefined: no such job. */
  ask(world: World, id: string): { data: Data; isReady: boolean; isFirstResult: boolean } | undefined;
}

export function createJobs<Data>(name: string): Jobs<Data> {
  const jobsOf = perWorld((): { data: Data; request: number }[] => []);
  return {
    start: (world, data) => `${name}${jobsOf(world).push({ data, request: 0 })}`,
    ask(world, id) {
      const job = jobsOf(world)[Number(id.slice(name.length)) - 1];
      if (!job || !id.startsWith(name)) return undefined;
      job.request += 1;
      return { data: job.data, isReady: job.request > 1, isFirstResult: job.request === 2 };
    },
  };
}

/** Invalid addresses, and values that are not even text. */
export const hostileAddresses: readonly unknown[] = [
  ...['javascript:alert(1)', 'j***@masked.example', `${'x'.repeat(1024 * 1024)}@long.example`, 'a@b', ''],
  ...[7, null, { email: 'nested@object.example' }, 'two@at@signs.example', 'new\nline@header.example'],
];
