import { ProviderError } from '../../engine/provider.ts';
import type { BillingParts } from '../payments-of.ts';

/** Returns false if the provider refuses this one customer, so that the others can proceed; throws if it is down. */
export async function passOver(
  { log }: Pick<BillingParts, 'log'>,
  customerId: string,
  work: () => Promise<unknown>,
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryable) throw error;
    log.error({ err: error, customerId }, 'a customer could not be synced');
    return false;
  }
}
