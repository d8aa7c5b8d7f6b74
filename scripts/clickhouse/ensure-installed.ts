import { lockFolder } from '../steps/lock-folder.ts';

interface Program {
  find(): string | null;
  /** Why it can't be installed on this machine. */
  obstacle: string | null;
  /** Locked meanwhile. */
  folder: string;
  install(folder: string): Promise<void>;
}

/** The path of the program, or why there is none. */
export async function ensureInstalled(program: Program): Promise<{ path: string } | { reason: string }> {
  const { find, obstacle, folder, install } = program;
  const path = find();
  if (path !== null) return { path };
  if (obstacle !== null) return { reason: obstacle };
  try {
    const lock = await lockFolder(folder);
    try {
      if (find() === null) await install(folder);
    } finally {
      lock.release();
    }
    return { path: find() as string };
  } catch (error) {
    return { reason: (error as Error).message };
  }
}
