// The cost of a round: time, and CPU of the browsers, the database and this process, separately.
import { readdirSync, readFileSync } from 'node:fs';
import { median } from '../median.ts';

export interface Figures {
  perSecond: number;
  /** CPU seconds per page. */
  browser: number;
  database: number;
  own: number;
}

interface Child {
  name: string;
  cpu: number;
  megabytes: number;
}

/** This process's descendants, with the CPU seconds of those that have ended. */
function children(): Child[] {
  const all = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const field = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [, parent = 0] = field;
      const ticks = [11, 12, 13, 14].reduce((sum, at) => sum + (field[at] ?? 0), 0);
      return [{ pid: Number(name), parent, name: /\((.*)\)/.exec(stat)?.[1] ?? '', cpu: ticks / 100 }];
    } catch {
      return [];
    }
  });
  const parents = new Map(all.map(({ pid, parent }) => [pid, parent]));
  const isOurs = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0;
    return parent === process.pid || (parent > 1 && isOurs(parent));
  };
  return all.filter(({ pid }) => isOurs(pid)).map(({ pid, ...child }) => ({ ...child, megabytes: megabytesOf(pid) }));
}

function megabytesOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const isBrowser = ({ name }: Child) => /chrom/i.test(name);
const isDatabase = ({ name }: Child) => /postgres/.test(name);
const cpuOf = (list: Child[], which: (child: Child) => boolean) => sum(list.filter(which).map(({ cpu }) => cpu));

/** Memory of all browser processes, with shared pages counted once. */
export const browserMegabytes = () =>
  Math.round(
    sum(
      children()
        .filter(isBrowser)
        .map(({ megabytes }) => megabytes),
    ),
  );

/** Does the work of this many pages and measures it. */
export async function measure(count: number, work: () => Promise<void>): Promise<Figures> {
  const before = { children: children(), own: process.cpuUsage(), at: performance.now() };
  await work();
  const seconds = (performance.now() - before.at) / 1000;
  const own = process.cpuUsage(before.own);
  const after = children();
  return {
    perSecond: count / seconds,
    browser: (cpuOf(after, isBrowser) - cpuOf(before.children, isBrowser)) / count,
    database: (cpuOf(after, isDatabase) - cpuOf(before.children, isDatabase)) / count,
    own: (own.user + own.system) / 1e6 / count,
  };
}

export const at95 = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

const cpu = ({ browser, database, own }: Figures) => browser + database + own;

/** One line: medians, and next to each the median ratio to the adjacent round of the other variant. */
export function print(name: string, figures: Figures[], beside: Figures[]): void {
  const of = (value: (one: Figures) => number) => median(figures.map(value));
  const ofRate = median(figures.map((one, at) => one.perSecond / (beside[at]?.perSecond ?? 0)));
  const ofCpu = median(figures.map((one, at) => (beside[at] ? cpu(beside[at]) : 0) / cpu(one)));
  const parts = `browser ${of((one) => one.browser).toFixed(3)}, this process ${of((one) => one.own).toFixed(3)}, database ${of((one) => one.database).toFixed(3)}`;
  console.log(
    `${name.padEnd(24)} ${of((one) => one.perSecond).toFixed(2)} a second (${ofRate.toFixed(2)})  ${of(cpu).toFixed(3)} CPU seconds each (${ofCpu.toFixed(2)}): ${parts}`,
  );
}

/**
 * One line: how much more CPU than the other variant, as the median of the rounds and over all of them. A round in which a browser was
 * replaced doesn't count: what the old one used is lost, and the figure is negative.
 */
export function printMore(name: string, figures: Figures[], beside: Figures[]): void {
  const pairs = figures.flatMap((one, at) => (beside[at] ? [[cpu(one), cpu(beside[at])] as const] : []));
  const whole = pairs.filter((pair) => Math.min(...pair) > 0);
  const percent = (ratio: number) => `${((ratio - 1) * 100).toFixed(1)} %`;
  const byRound = percent(median(whole.map(([one, other]) => one / other)));
  const overall = percent(sum(whole.map(([one]) => one)) / sum(whole.map(([, other]) => other)));
  console.log(`${name}: ${byRound} more CPU (median of ${whole.length} rounds), ${overall} (all of them together)`);
}
