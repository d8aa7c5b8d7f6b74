// A separate process that takes a lock and keeps it until killed: for process-lock.test.ts.
import { acquireProcessLock, ProcessLockHeldError } from './process-lock.ts';

try {
  acquireProcessLock(process.argv[2] ?? '');
  // An unreferenced lock must not be lost to the garbage collector (the test runs this with --expose-gc).
  globalThis.gc?.();
  process.stdout.write('held\n');
  setInterval(() => {}, 60_000);
} catch (error) {
  process.stdout.write(error instanceof ProcessLockHeldError ? `refused ${error.ownerPid}\n` : `failed ${error}\n`);
}
