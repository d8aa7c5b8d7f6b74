// Questions that a vendor may still be working on. Callers get `pending` for ten minutes; after that the vendor
// counts as failed, so that no job waits forever and the next vendor is asked. The longer it takes, the less often it is asked.
import { ProviderError } from '../provider.ts';
import { askVendor, hashOf, type VendorCall } from './ask-vendor.ts';
import { secondsPending } from './calls.store.ts';
import { type Question, type VendorContext, vendorError } from './vendor.ts';

const deadlineSeconds = 10 * 60;
/** If the vendor does not say when to ask again. */
const leastWaitSeconds = 5;
/** The next wait, as a part of the time it has taken so far. */
const furtherWait = 1 / 4;

/** Like askVendor. */
export async function askWithDeadline<Answer>(
  context: VendorContext,
  question: Question<Answer>,
  call: VendorCall,
): Promise<Answer | null> {
  const { source } = context.vendor;
  let isWorking = false;
  const read: typeof question.read = (reply) => {
    try {
      return question.read(reply);
    } catch (error) {
      isWorking = error instanceof ProviderError && error.kind === 'pending';
      throw error;
    }
  };
  try {
    return await askVendor(context, { ...question, read }, call);
  } catch (error) {
    // If our own limits are the reason, the vendor was not asked, and may have finished.
    if (!isWorking || !(error instanceof ProviderError)) throw error;
    const seconds = await secondsPending(context.db, hashOf(context, question));
    if (seconds > deadlineSeconds) throw vendorError(source, 'unavailable', 'It takes too long to answer.');
    const { retryAfterSeconds = leastWaitSeconds, message } = error;
    throw vendorError(source, 'pending', message, Math.max(retryAfterSeconds, Math.ceil(seconds * furtherWait)));
  }
}
