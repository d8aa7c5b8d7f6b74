// A Vitest reporter that writes how many tests passed, failed and were skipped to the file named by VITEST_COUNTS_FILE.
// Vitest's own JSON report omits failures outside a test: a file that does not load, a hook, a stray rejection.
import { writeFileSync } from 'node:fs';
import type { Reporter, TestModule } from 'vitest/node';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

// biome-ignore lint/style/noDefaultExport: Vitest takes a reporter from the default export, and calls it with `new`.
export default function createCountsReporter(): Reporter {
  return {
    onTestRunEnd(modules, unhandledErrors) {
      const counts = modules.reduce(addModule, { passed: 0, failed: unhandledErrors.length, skipped: 0 });
      const file = process.env.VITEST_COUNTS_FILE;
      if (file !== undefined) writeFileSync(file, JSON.stringify(counts));
    },
  };
}

function addModule(counts: Counts, module: TestModule): Counts {
  const states = [...module.children.allTests()].map((test) => test.result().state);
  const count = (state: string) => states.filter((one) => one === state).length;
  const broken = [module, ...module.children.allSuites()].filter((suite) => suite.errors().length > 0);
  return {
    passed: counts.passed + count('passed'),
    // A test that is still pending at the end did not pass.
    failed: counts.failed + count('failed') + count('pending') + broken.length,
    skipped: counts.skipped + count('skipped'),
  };
}
