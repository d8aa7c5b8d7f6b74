// Runs once before all tests: starts PostgreSQL, makes the template, and tells the tests where it is.
import type { TestProject } from 'vitest/node';
import { createTemplate, startTestServer } from './database.ts';

export async function setup(project: TestProject) {
  const server = await startTestServer();
  await createTemplate(server.address);
  project.provide('postgres', server.address);
  return server.stop;
}
