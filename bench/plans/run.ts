// Runs one query and prints a line about it.
import type { Capture } from '../../server/test/capture-plans.ts';
import type { Situation } from './situation.ts';

export interface Query {
  name: string;
  run(at: Situation): Promise<unknown>;
}

export const head = `${'query'.padEnd(40)}${'ms'.padStart(9)}${'statements'.padStart(11)}${'read'.padStart(10)}${'returned'.padStart(10)}${'buffers'.padStart(10)}  whole tables read`;

/** The second run counts: the first one fills caches. */
export async function runQuery(capture: Capture, at: Situation, { name, run }: Query, verbose: boolean): Promise<void> {
  await run(at);
  let ms = 0;
  const figures = await capture.during(async () => {
    const started = performance.now();
    await run(at);
    ms = performance.now() - started;
  });
  const { statements, read, returned, buffers, scans, worst } = figures;
  const columns = [statements, read, returned, buffers].map((value, index) =>
    String(Math.round(value)).padStart(index === 0 ? 11 : 10),
  );
  const whole = [...scans].map(([table, rows]) => `${table} (${rows})`).join(', ');
  console.log(`${name.padEnd(40)}${ms.toFixed(1).padStart(9)}${columns.join('')}  ${whole}`);
  if (verbose && (scans.size > 0 || read > 1_000)) console.log(worst);
}
