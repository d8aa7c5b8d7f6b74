// Where the CPU time goes, by V8's own sampler: each sample counts for the part of the program nearest on its stack. Sampling
// itself costs time, so only the shares are reliable.
import { Session } from 'node:inspector/promises';

export interface Part {
  name: string;
  /** Share of all non-idle samples of the main thread. */
  share: number;
}

/** The first that matches the file nearest to the sample, from the inside out. */
const PARTS: readonly [string, RegExp][] = [
  ['SQL client', /node_modules\/(?:pg|pg-[a-z-]+|kysely|postgres-[a-z]+)\/(?!.*boss)|platform\/db\.ts/],
  ['queue', /platform\/queue|platform\/in-batches/],
  ['mail checks', /engine\/verification|outbound\/mail|connecting\/(?:secure|resolver)/],
  ['reading pages', /engine\/pages\/(?:read-page|reading|scanning|json-ld|text-signs|page-facts)/],
  ['finding', /engine\/(?:finding|authors|people|emails)/],
  ['fetching', /engine\/pages|platform\/outbound|node_modules\/undici|node:zlib/],
  ['rows and credits', /server\/(?:contacts|campaigns|credits|backlinks)/],
  ['web side and bench', /server\/(?:app|auth|test|platform\/http)|node_modules\/(?:hono|@hono|zod|jose)|bench\//],
];

interface Node {
  id: number;
  callFrame: { functionName: string; url: string };
  children?: number[];
}

/** Does the work and returns which part of the program took which share, largest first. */
export async function sharesOf(work: () => Promise<unknown>): Promise<Part[]> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: 500 });
  await session.post('Profiler.start');
  await work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  return count(profile.nodes as Node[], profile.samples ?? []);
}

function count(nodes: readonly Node[], samples: readonly number[]): Part[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const names = new Map<number, string>();
  const sums = new Map<string, number>();
  let all = 0;
  for (const sample of samples) {
    const name = names.get(sample) ?? partOf(sample, byId, parents);
    names.set(sample, name);
    if (name === 'idle') continue;
    all += 1;
    sums.set(name, (sums.get(name) ?? 0) + 1);
  }
  const parts = [...sums].map(([name, samples]) => ({ name, share: samples / all }));
  return parts.sort((a, b) => b.share - a.share);
}

function partOf(sample: number, byId: ReadonlyMap<number, Node>, parents: ReadonlyMap<number, number>): string {
  const own = byId.get(sample)?.callFrame.functionName ?? '';
  if (own === '(idle)') return 'idle';
  if (own === '(garbage collector)') return 'garbage collector';
  for (let id: number | undefined = sample; id !== undefined; id = parents.get(id)) {
    const url = byId.get(id)?.callFrame.url ?? '';
    const found = PARTS.find(([, pattern]) => pattern.test(url));
    if (found) return found[0];
  }
  return 'Node itself';
}
