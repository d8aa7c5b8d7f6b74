// Sorts the links of a bucket by linked domain, and those of each domain by the strength of the linking one, strongest first. Memory is
// bounded: what does not fit is sorted in several passes over the bucket, each for a range of targets, or of strengths for one target with
// very many links. Links of one target and strength need no sorting, so any number of them is written as it is read.
import { idBytes } from './graph-files.ts';

export interface SortParts {
  /** Reads the bucket from its start. */
  read(onEdge: (from: number, target: number) => void): Promise<void>;
  /** Targets in the bucket. */
  targets: number;
  /** How strong a linking domain is, 0 to 255. */
  strength: Uint8Array;
  /** The most links that are sorted at once. */
  most: number;
  /** Receives the sorted ids of linking domains. */
  write(ids: Uint8Array): void;
}

interface Pass {
  firstTarget: number;
  lastTarget: number;
  strongest: number;
  weakest: number;
  links: number;
}

/** Returns the number of links of each target. */
export async function sortBucket(parts: SortParts): Promise<Uint32Array> {
  const counts = new Uint32Array(parts.targets);
  await parts.read((_, target) => {
    counts[target] = (counts[target] as number) + 1;
  });
  for (const pass of await planPasses(parts, counts)) await runPass(parts, pass);
  return counts;
}

async function planPasses(parts: SortParts, counts: Uint32Array): Promise<Pass[]> {
  const passes: Pass[] = [];
  let open: Pass | null = null;
  for (const [target, links] of counts.entries()) {
    if (links > parts.most) {
      passes.push(...(await passesOfOne(parts, target)));
      open = null;
    } else if (open && open.links + links <= parts.most) {
      open.lastTarget = target;
      open.links += links;
    } else if (links > 0) {
      open = { firstTarget: target, lastTarget: target, strongest: 255, weakest: 0, links };
      passes.push(open);
    }
  }
  return passes;
}

async function passesOfOne({ read, strength, most }: SortParts, target: number): Promise<Pass[]> {
  const counts = new Uint32Array(256);
  await read((from, to) => {
    if (to !== target) return;
    const of = strength[from] ?? 0;
    counts[of] = (counts[of] as number) + 1;
  });
  const passes: Pass[] = [];
  for (let of = 255; of >= 0; of -= 1) {
    const links = counts[of] as number;
    const last = passes.at(-1);
    if (last && last.links + links <= most) {
      last.weakest = of;
      last.links += links;
    } else passes.push({ firstTarget: target, lastTarget: target, strongest: of, weakest: of, links });
  }
  return passes;
}

async function runPass(parts: SortParts, pass: Pass): Promise<void> {
  const { firstTarget, lastTarget, strongest, weakest } = pass;
  const { strength } = parts;
  const isOneKind = firstTarget === lastTarget && strongest === weakest;
  const sorter = isOneKind ? writeThrough(parts) : createSorter(parts, pass);
  await parts.read((from, target) => {
    if (target < firstTarget || target > lastTarget) return;
    const of = strength[from] ?? 0;
    if (of <= strongest && of >= weakest) sorter.add(from, target);
  });
  sorter.finish();
}

function writeThrough({ write }: SortParts) {
  const bytes = Buffer.allocUnsafe(64 * 1024);
  let used = 0;
  const flush = () => {
    write(bytes.subarray(0, used));
    used = 0;
  };
  return {
    add(from: number) {
      if (used === bytes.length) flush();
      used = bytes.writeUInt32LE(from, used);
    },
    finish: flush,
  };
}

/** Each link is a number of 64 bits: its target, how weak it is, and below these the id, which comes first in memory on arm64 and x64. */
function createSorter({ strength, write }: SortParts, { firstTarget, links }: Pass) {
  const halves = new Uint32Array(2 * links);
  let used = 0;
  return {
    add(from: number, target: number) {
      halves[used] = from;
      halves[used + 1] = ((target - firstTarget) << 8) | (255 - (strength[from] ?? 0));
      used += 2;
    },
    finish() {
      new BigUint64Array(halves.buffer, 0, used / 2).sort();
      const bytes = Buffer.allocUnsafe((used / 2) * idBytes);
      for (let at = 0; at < used; at += 2) bytes.writeUInt32LE(halves[at] as number, (at / 2) * idBytes);
      write(bytes);
    },
  };
}
