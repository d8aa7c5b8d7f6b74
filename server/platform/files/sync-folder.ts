import { open } from 'node:fs/promises';

/** Makes renames in a folder survive a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
