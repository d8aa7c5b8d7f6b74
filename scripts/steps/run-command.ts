// Runs a program with a time limit. Its output either goes to the screen, or is collected so that the caller can show it if
// needed.
import { spawn } from 'node:child_process';

export interface CommandOptions {
  readonly timeoutMs: number;
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly show?: boolean;
}

export interface CommandResult {
  readonly ok: boolean;
  readonly output: string;
}

// Enough for the reason of any failure; apt and Playwright print a line per package or percent.
const outputLimit = 20_000;

/**
 * Runs `command`; `env` is added to ours. Never throws: a program that can't start or takes too long is not ok, and `output`
 * says why.
 */
export function runCommand(command: string, args: string[], options: CommandOptions): Promise<CommandResult> {
  return new Promise((done) => {
    let output = '';
    const collect = (chunk: string) => {
      output = (output + chunk).slice(-outputLimit);
    };
    const child = spawn(command, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: options.show ? 'inherit' : ['ignore', 'pipe', 'pipe'],
    });
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    const timer = setTimeout(() => {
      collect(`\n${command} was stopped after ${options.timeoutMs / 1000} s`);
      child.kill('SIGTERM');
      setTimeout(() => child.kill('SIGKILL'), 5_000).unref();
    }, options.timeoutMs);
    child.on('error', (error) => {
      clearTimeout(timer);
      done({ ok: false, output: `${command}: ${error.message}` });
    });
    child.on('close', (code) => {
      clearTimeout(timer);
      done({ ok: code === 0, output });
    });
  });
}

/** The same for a program that has to succeed. Throws with the reason if it does not. */
export async function mustRun(command: string, args: string[], options: CommandOptions): Promise<void> {
  const { ok, output } = await runCommand(command, args, options);
  if (!ok) throw new Error(reasonIn(output) || `${command} failed`);
}

/** The lines of a program's output that say why it failed; its last lines if none stands out. */
export function reasonIn(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('Warning:'));
  const telling = lines.filter((line) => /^[EW]: |\b(error|failed|cannot|was stopped|does not|ENOENT)\b/i.test(line));
  return (telling.length > 0 ? [...new Set(telling)].slice(0, 2) : lines.slice(-3)).join(' ');
}
