import { rename, writeFile } from 'node:fs/promises';

/** Readers see the old content or the new, also after a crash. */
export async function writeDurably(path: string, content: string | Uint8Array, mode?: number): Promise<void> {
  const draft = `${path}.draft`;
  await writeFile(draft, content, { mode, flush: true });
  await rename(draft, path);
}
