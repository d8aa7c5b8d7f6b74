// Where a graph is on disk. A release is built in a folder of its own, which gets its final name when it is complete.
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '../../../../../../shared/parse-json.ts';
import { writeDurably } from '../../../../../platform/files/write-durably.ts';
import { checkPath } from '../../source/crawl-source.ts';
import type { AppendFile } from './append-file.ts';

/**
 * names.blk, names.off: names by id. lookup.idx, lookup.off: ids by name. inbound.src, inbound.off: who links to an id. ratings.u8: how
 * strong each id is.
 */
export type GraphFile =
  | 'names.blk'
  | 'names.off'
  | 'lookup.idx'
  | 'lookup.off'
  | 'inbound.src'
  | 'inbound.off'
  | 'ratings.u8';

/** Of offsets in all files: enough for a terabyte or a trillion links. */
export const offsetBytes = 5;
export const idBytes = 4;

const offsetBuffer = Buffer.allocUnsafe(offsetBytes);

export function appendOffset(file: AppendFile, offset: number): void {
  offsetBuffer.writeUIntLE(offset, 0, offsetBytes);
  file.append(offsetBuffer);
}

const version = 1;
const manifest = z.object({
  version: z.literal(version),
  release: z.string(),
  /** One more than the largest id. Lines that could not be read leave gaps, so there may be fewer domains. */
  ids: z.int().min(1),
  domains: z.int().min(1),
  links: z.int().min(1),
  /** Lines that could not be read. */
  skipped: z.int().min(0),
  /** The release of the ranks by which linking domains are sorted; null if none were loaded. */
  ranks: z.string().nullable(),
});
export type Manifest = Omit<z.output<typeof manifest>, 'version'>;

const graphs = (folder: string) => join(folder, 'graph');
export const publishedFolder = (folder: string, release: string) => join(graphs(folder), checkPath(release));
export const workFolder = (folder: string, release: string) => join(graphs(folder), `${checkPath(release)}.loading`);
export const pathIn = (place: string, file: GraphFile) => join(place, file);

/** Null if this release is not complete here, or was written by another version of Zeus. */
export async function readManifest(folder: string, release: string): Promise<Manifest | null> {
  const text = await readFile(join(publishedFolder(folder, release), 'manifest.json'), 'utf8').catch(() => '{}');
  const parsed = manifest.safeParse(parseJson(text));
  return parsed.success && parsed.data.release === release ? parsed.data : null;
}

/** Gives a complete graph its final name, without the files of its steps (*.part). Readers that have the former one open can read on. */
export async function publishFolder(folder: string, written: Manifest): Promise<void> {
  const work = workFolder(folder, written.release);
  await writeDurably(join(work, 'manifest.json'), JSON.stringify({ ...written, version }));
  for (const name of await readdir(work)) if (name.endsWith('.part')) await rm(join(work, name));
  const published = publishedFolder(folder, written.release);
  await rm(published, { recursive: true, force: true });
  await rename(work, published);
}

/** Removes what is here of a release, complete or not. */
export async function removeGraph(folder: string, release: string): Promise<void> {
  await Promise.all(
    [publishedFolder(folder, release), workFolder(folder, release)].map((one) =>
      rm(one, { recursive: true, force: true }),
    ),
  );
}

/** Removes graphs of other releases, such as those that were replaced by a process on another machine. */
export async function removeOtherGraphs(folder: string, keep: ReadonlySet<string>): Promise<void> {
  const names = await readdir(graphs(folder)).catch(() => []);
  for (const name of names) {
    if (!keep.has(name.replace(/\.loading$/, '')))
      await rm(join(graphs(folder), name), { recursive: true, force: true });
  }
}
