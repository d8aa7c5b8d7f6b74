// Runs once before the stories: starts Zeus as its users start it, and tells the stories where it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startZeusProcess, temporaryHome } from '../server/test/zeus-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `practicePort`: where the practice web listens. */
    zeus: { address: string; practicePort: number };
  }
}

export async function setup(project: TestProject) {
  const { home, remove } = temporaryHome();
  const zeus = await startZeusProcess({ home });
  const { port } = JSON.parse(readFileSync(join(home, 'practice.json'), 'utf8')) as { port: number };
  project.provide('zeus', { address: zeus.address, practicePort: port });
  return async () => {
    await zeus.end();
    remove();
  };
}
