import { type PracticeWeb, startPracticeWeb } from '../../practice/start.ts';
import { openForTests } from './for-tests.ts';

/** A practice web for all tests of a file. */
export function practiceForTests(options?: Parameters<typeof startPracticeWeb>[0]): PracticeWeb {
  return openForTests(
    () => startPracticeWeb(options),
    (practice) => practice.stop(),
  );
}
