// Prints one hash over every page of the practice web; determinism.test.ts compares it between processes.

import { createHash } from 'node:crypto';
import { buildWorld } from './data/build-world.ts';
import { drawPage } from './templates/draw-page.ts';
import { truthOf } from './truth.ts';

const world = buildWorld();
const hash = createHash('sha256');
for (const page of world.pages) hash.update(drawPage(world, page, 4_000).body);
hash.update(JSON.stringify(truthOf(world, 4_000)));
process.stdout.write(`${world.pages.length} ${hash.digest('hex')}\n`);
