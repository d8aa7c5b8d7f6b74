// The poster of a tutorial, as the page looks when its film ends: one per theme.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { ffmpeg } from './ffmpeg.ts';
import { hidePointer } from './pointer.ts';

/** Twice the width of a card on screen, about 15 KB each. */
const posterWidth = 768;

/** Writes <name>.webp and <name>-dark.webp into the folder. Leaves the page light. */
export async function takePosters(page: Page, folder: string, name: string): Promise<void> {
  await hidePointer(page);
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await savePicture(page, join(folder, colorScheme === 'dark' ? `${name}-dark.webp` : `${name}.webp`), posterWidth);
  }
}

/** Writes the window's contents as WebP of this width. */
export async function savePicture(page: Page, file: string, width: number): Promise<void> {
  const draft = await mkdtemp(join(tmpdir(), 'zeus-picture-'));
  const picture = join(draft, 'picture.png');
  // The colors of another theme fade in.
  await page.waitForTimeout(500);
  await page.screenshot({ path: picture });
  await ffmpeg(['-i', picture, '-vf', `scale=${width}:-2:flags=lanczos`, '-quality', '72', file]);
  await rm(draft, { recursive: true });
}
