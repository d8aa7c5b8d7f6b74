// `npm run dev`: restarts the server after every change of its code, and serves the screens through Vite.
import { type ChildProcess, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';

const project = resolve(import.meta.dirname, '..');
const port = process.env.PORT ?? '3000';
const screens = process.env.VITE_PORT ?? '5173';
const program = (name: string) => join(project, 'node_modules/.bin', name);

const children: ChildProcess[] = [
  spawn(program('node'), ['--watch', '--watch-preserve-output', 'server/main.ts', 'all', '--no-web-build'], {
    cwd: project,
    stdio: 'inherit',
    // Links in emails and redirects lead to the screens.
    env: { ...process.env, PORT: port, SITE_URL: `http://localhost:${screens}` },
  }),
  spawn(program('vite'), ['--port', screens, '--strictPort'], {
    cwd: project,
    stdio: 'inherit',
    env: { ...process.env, PORT: port },
  }),
];

function stopAll(): void {
  for (const child of children) child.kill('SIGTERM');
}
process.on('SIGINT', stopAll);
process.on('SIGTERM', stopAll);
for (const child of children) child.once('exit', stopAll);
