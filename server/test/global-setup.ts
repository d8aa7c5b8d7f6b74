// Runs once before all tests: starts PostgreSQL, makes the template, and tells the tests where it is.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createTemplate, startTestServer } from './database.ts';

export async function setup(project: TestProject) {
  const runFolder = await mkdtemp(join(tmpdir(), 'zeus-run-'));
  const server = await startTestServer();
  await createTemplate(server.address);
  project.provide('postgres', server.address);
  project.provide('runFolder', runFolder);
  return async () => {
    await server.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
}
