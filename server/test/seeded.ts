// Generated values come from the seed of the run. Imported by tests with a database; unit tests have it from vitest.config.ts.
import fc from 'fast-check';
import { isLongRun, seed } from './long-run.ts';

fc.configureGlobal({ seed, ...(isLongRun && { numRuns: 5_000, interruptAfterTimeLimit: 20_000 }) });
