// Records a page: Chromium's own frames, each shown as long as it was on screen, with captions.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Caption, toWebVtt } from './captions.ts';
import { ffmpeg } from './ffmpeg.ts';

/** Reading takes about this long, with a minimum. */
const readingMsPerCharacter = 48;
const leastReadingMs = 2_200;
/** The last frame stays a moment. */
const lastFrameSeconds = 1.5;

export interface Film {
  /** Shows a caption from now on and gives the viewer time to read it. */
  say(text: string): Promise<void>;
  /** Ends the recording and writes <name>.webm, .mp4 and .vtt into the folder. */
  finish(folder: string, name: string): Promise<{ seconds: number }>;
}

/** Starts recording. The page must not be closed before the film is finished. */
export async function startFilm(page: Page): Promise<Film> {
  const frames = await mkdtemp(join(tmpdir(), 'zeus-film-'));
  const taken: { file: string; at: number }[] = [];
  const captions: Caption[] = [];
  const writing: Promise<void>[] = [];
  const cdp = await page.context().newCDPSession(page);
  cdp.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const file = join(frames, `${String(taken.length).padStart(6, '0')}.jpg`);
    taken.push({ file, at: metadata.timestamp ?? Date.now() / 1_000 });
    writing.push(writeFile(file, Buffer.from(data, 'base64')));
    // The page may be gone by the time its last frame is acknowledged.
    cdp.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await cdp.send('Page.startScreencast', { format: 'jpeg', quality: 92, everyNthFrame: 1 });

  return {
    async say(text) {
      captions.push({ text, at: Date.now() / 1_000 });
      await page.waitForTimeout(Math.max(leastReadingMs, text.length * readingMsPerCharacter));
    },
    async finish(folder, name) {
      await cdp.send('Page.stopScreencast');
      const end = Date.now() / 1_000;
      await Promise.all(writing);
      const begin = taken[0]?.at ?? end;
      const list = join(frames, 'frames.txt');
      await writeFile(list, concatList(taken, end));
      await writeFile(join(folder, `${name}.vtt`), toWebVtt(captions, { begin, end }));
      await encode(list, join(folder, name));
      await rm(frames, { recursive: true });
      return { seconds: end - begin + lastFrameSeconds };
    },
  };
}

/** Plays without recording, and without waiting for a reader. */
export function noFilm(): Film {
  return { say: async () => {}, finish: async () => ({ seconds: 0 }) };
}

function concatList(taken: readonly { file: string; at: number }[], end: number): string {
  const shown = taken.map(({ file, at }, index) => {
    const until = taken[index + 1]?.at ?? end + lastFrameSeconds;
    return `file '${file}'\nduration ${Math.max(until - at, 0.001).toFixed(3)}`;
  });
  // ffmpeg reads the duration of the last frame only if another one follows.
  return [...shown, `file '${taken.at(-1)?.file}'`, ''].join('\n');
}

/** About 35 KB per second each at this quality, for 1280×800 at 12 frames per second. */
async function encode(list: string, target: string): Promise<void> {
  const input = ['-f', 'concat', '-safe', '0', '-i', list];
  const picture = words('-vf fps=12,scale=1280:800:flags=lanczos,format=yuv420p -an');
  const webm = words('-c:v libvpx-vp9 -crf 36 -b:v 0 -row-mt 1 -deadline realtime -cpu-used 5');
  const mp4 = words('-c:v libx264 -crf 27 -preset medium -movflags +faststart');
  await ffmpeg([...input, ...picture, ...webm, `${target}.webm`]);
  await ffmpeg([...input, ...picture, ...mp4, `${target}.mp4`]);
}

const words = (text: string) => text.split(' ');
