// `npm run check`: format, lint, arrows, supported browsers, types. No test is run.
import { checkSteps, runSteps } from './steps/steps.ts';

await runSteps(checkSteps);
