import { RefusedRequest } from '../payments/payments.ts';
import { type BillingParts, requirePayments } from '../payments-of.ts';
import { renewRequestKey, reserveCustomer } from '../stores/customers.store.ts';

/**
 * Creates something at the provider with a key that all concurrent calls of the user share, so that they create it once. After
 * a refusal the next call gets another key; otherwise the provider would repeat its refusal for a day.
 */
export async function withRequestKey<Answer>(
  parts: BillingParts,
  userId: string,
  create: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const { kysely } = parts.db;
  const owner = { userId, account: (await requirePayments(parts)).account };
  const { request_key: key } = await reserveCustomer(kysely, owner);
  try {
    return await create(key);
  } catch (error) {
    if (error instanceof RefusedRequest) await renewRequestKey(kysely, { ...owner, key });
    throw error;
  }
}
