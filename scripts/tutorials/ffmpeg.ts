import { runCommand } from '../steps/run-command.ts';

const encodeMinutes = 10;

/** Runs ffmpeg and overwrites its output. Rejects with what it printed. */
export async function ffmpeg(args: string[]): Promise<void> {
  const { ok, output } = await runCommand('ffmpeg', ['-y', '-loglevel', 'error', ...args], {
    timeoutMs: encodeMinutes * 60_000,
  });
  if (!ok) throw new Error(`ffmpeg failed (is it installed? apt-get install ffmpeg):\n${output}`);
}
