// `npm run check`: format, lint, import rules, supported browsers, the OpenAPI document, types. Runs no tests.
import { checkSteps, runSteps } from './steps/steps.ts';

await runSteps(checkSteps);
