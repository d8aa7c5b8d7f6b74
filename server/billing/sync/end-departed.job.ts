// Handles billing.end-departed, enqueued when an account is deleted. Whatever fails here is repeated by billing.sync.
import type { JobHandler } from '../../platform/queue/job.ts';
import type { BillingParts } from '../payments-of.ts';
import { endDeparted } from './end-departed.ts';

export function endDepartedJob(parts: BillingParts): JobHandler<object> {
  return { run: () => endDeparted(parts) };
}
