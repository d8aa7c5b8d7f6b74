// `npm run record-tutorials`: records the tutorial films from the product itself, on the practice web. Needs a browser (npm run
// install-browser) and ffmpeg (apt-get install ffmpeg). The scenes build on each other, so all are recorded. With `-- --posters`, only
// the posters are taken again.
import { mkdir, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { noFilm, startFilm } from './film.ts';
import { withNewcomer } from './newcomer.ts';
import { showPointer } from './pointer.ts';
import { takePosters } from './posters.ts';
import { scenes } from './scenes.ts';

const folder = join(import.meta.dirname, '../../web/tutorials/films');
const postersOnly = process.argv.includes('--posters');
const env = { TRIAL_BACKLINK_CREDITS: '2000', TRIAL_EMAIL_CREDITS: '500' };

await withNewcomer({ env, viewport: { width: 1280, height: 800 } }, async (page) => {
  await mkdir(folder, { recursive: true });
  await showPointer(page);
  for (const scene of scenes) {
    await scene.before?.(page);
    await page.waitForTimeout(1_000);
    const film = postersOnly ? noFilm() : await startFilm(page);
    await scene.play(page, film);
    const { seconds } = await film.finish(folder, scene.film);
    await takePosters(page, folder, scene.film);
    console.log(`${scene.film}: ${seconds.toFixed(0)} s`);
  }
  console.log(`together ${(await bytesIn(folder)) / 1_000_000} MB`);
});

async function bytesIn(place: string): Promise<number> {
  const files = await readdir(place);
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(place, file))).size));
  return sizes.reduce((sum, bytes) => sum + bytes, 0);
}
