// Runs once before all tests: starts PostgreSQL, makes the template, and tells the tests where it is.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { createTemplate, startTestServer, type TestServer } from './database.ts';

interface Run {
  server: TestServer;
  runFolder: string;
}

// Vitest calls `setup` for each project; all of them share one server.
let run: Promise<Run> | undefined;
let projects = 0;

export async function setup(project: TestProject) {
  projects += 1;
  run ??= startRun();
  const { server, runFolder } = await run;
  project.provide('postgres', server.address);
  project.provide('runFolder', runFolder);
  return async () => {
    projects -= 1;
    if (projects > 0) return;
    await server.stop();
    await rm(runFolder, { recursive: true, force: true });
  };
}

async function startRun(): Promise<Run> {
  const runFolder = await mkdtemp(join(tmpdir(), 'zeus-run-'));
  const server = await startTestServer();
  await createTemplate(server.address);
  return { server, runFolder };
}
