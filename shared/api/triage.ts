// How much each signal about a lead counts for the user.
import { triageSettings, triageSettingsChange } from '../triage.ts';
import { groupThresholds } from '../triage-values.ts';
import type { Endpoints } from './endpoint.ts';

const tag = 'Backlinks';

const settings = { description: 'The settings.', schema: triageSettings };

export const triageEndpoints = {
  'GET /data/triage': {
    operationId: 'readTriageSettings',
    tag,
    summary: 'Read the weights of signals',
    description: `The weights of a lead’s signals add up to its score. Below ${groupThresholds.check} it looks good, below ${groupThresholds.unlikely} it is worth a check, and otherwise it is probably not worth it.`,
    responses: { 200: settings },
  },
  'PUT /data/triage': {
    operationId: 'saveTriageSettings',
    tag,
    summary: 'Set the weights of signals',
    description:
      'Missing fields get their defaults, so an empty object resets everything. Applies to all campaigns at once.',
    body: triageSettingsChange,
    examples: { 'Be strict about old pages': { weights: { stale: 6 }, stale_months: 12 } },
    responses: { 200: settings },
    errors: ['not-found'],
  },
} satisfies Endpoints;
