// Questions that a vendor may still be working on. Callers get `pending` for ten minutes; after that the vendor
// counts as failed, so that no job waits forever and the next vendor is asked.
import { type Call, ProviderError } from '../provider.ts';
import { askVendor, hashOf } from './ask-vendor.ts';
import { isPendingFor } from './calls.store.ts';
import { type Question, type VendorContext, vendorError } from './vendor.ts';

const deadlineSeconds = 10 * 60;

/** Like askVendor. */
export async function askWithDeadline<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  call: Pick<Call, 'signal'>,
): Promise<Answer | null> {
  try {
    return await askVendor(context, question, call);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'pending') throw error;
    if (!(await isPendingFor(context.db, hashOf(context, question), deadlineSeconds))) throw error;
    throw vendorError(context.vendor.source, 'unavailable', 'It takes too long to answer.');
  }
}
