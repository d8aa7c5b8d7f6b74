// Runs once before the stories: starts Zeus as its users start it, and tells the stories where it is.
import type { TestProject } from 'vitest/node';
import { startZeusProcess, temporaryHome } from '../server/test/zeus-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    zeus: { address: string };
  }
}

export async function setup(project: TestProject) {
  const { home, remove } = temporaryHome();
  const zeus = await startZeusProcess({ home });
  project.provide('zeus', { address: zeus.address });
  return async () => {
    await zeus.end();
    remove();
  };
}
