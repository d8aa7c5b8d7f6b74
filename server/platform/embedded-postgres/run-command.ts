import { type SpawnOptions, spawn } from 'node:child_process';

export interface CommandResult {
  ok: boolean;
  /** Everything the command printed, or why it could not be started. */
  output: string;
}

/** Runs a short command. Never throws: a command that is missing, fails or takes too long is not ok. */
export function runCommand(command: readonly string[], options: SpawnOptions = {}): Promise<CommandResult> {
  const [file = '', ...args] = command;
  return new Promise((resolve) => {
    const child = spawn(file, args, {
      timeout: 120_000,
      killSignal: 'SIGKILL',
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const collect = (chunk: Buffer) => {
      output = (output + chunk.toString()).slice(-20_000);
    };
    child.stdout?.on('data', collect);
    child.stderr?.on('data', collect);
    child.on('error', (error) => resolve({ ok: false, output: error.message }));
    child.on('close', (code) => resolve({ ok: code === 0, output }));
  });
}
