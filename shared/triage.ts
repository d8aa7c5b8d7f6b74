// The signals of a lead with the user's weights, and the settings behind them.
import { z } from 'zod';
import { maxStaleMonths, maxWeight, type SignalName, signalNames, triageGroups } from './triage-values.ts';

const triageSignal = z.object({
  name: z.enum(signalNames),
  /** A figure, a date, or words of the page; '' if the name says it all. */
  fact: z.string(),
  /** How much it counts for this user; 0: ignored. */
  weight: z.int(),
});
export type TriageSignal = z.infer<typeof triageSignal>;

export const triage = z.object({
  group: z.enum(triageGroups),
  /** The sum of the weights. */
  score: z.int(),
  /** The heaviest first. */
  signals: z.array(triageSignal),
});
export type Triage = z.infer<typeof triage>;

const weight = z.int().min(0).max(maxWeight);
const weights = z.strictObject(
  Object.fromEntries(signalNames.map((name) => [name, weight])) as Record<SignalName, typeof weight>,
);

export const triageSettings = z.object({
  weights: weights.meta({ description: 'How much each signal counts; 0: not at all.' }),
  stale_months: z
    .int()
    .min(1)
    .max(maxStaleMonths)
    .meta({ description: 'A page is stale if nothing on it was published or changed for this many months.' }),
});
export type TriageSettings = z.infer<typeof triageSettings>;

/** What is missing gets its default. */
export const triageSettingsChange = z.strictObject({
  weights: weights.partial().default({}),
  stale_months: triageSettings.shape.stale_months.optional(),
});
export type TriageSettingsChange = z.output<typeof triageSettingsChange>;
