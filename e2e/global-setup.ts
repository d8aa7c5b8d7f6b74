// Runs once before the stories: starts Zeus as its users start it, and tells the stories where it is.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { type Chromium, findChromium, howToInstallChromium } from '../server/platform/chromium/chromium.ts';
import { startZeusProcess, temporaryHome } from '../server/test/zeus-process.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** `practicePort`: where the practice web listens. */
    zeus: { address: string; home: string; practicePort: number };
    chromium: Chromium;
  }
}

export async function setup(project: TestProject) {
  const chromium = await findChromium();
  if (!chromium) throw new Error(howToInstallChromium());
  project.provide('chromium', chromium);
  const { home, remove } = temporaryHome();
  // Each profile has an address of its own (browser.ts), or all of them would share one set of sign-in limits.
  const zeus = await startZeusProcess({ home, env: { TRUSTED_PROXIES: '1' } });
  const { port } = JSON.parse(readFileSync(join(home, 'practice.json'), 'utf8')) as { port: number };
  project.provide('zeus', { address: zeus.address, home, practicePort: port });
  return async () => {
    await zeus.end();
    // A story that waited in vain doesn't know why; Zeus may.
    const modules = project.vitest.state.getTestModules();
    if (modules.some((module) => module.project.name === project.name && !module.ok()))
      process.stderr.write(zeus.output());
    remove();
  };
}
