// The user's customer at the payment provider, created at the first checkout: one per user, even with concurrent requests.
import { createHash } from 'node:crypto';
import { AppError } from '../../../shared/errors.ts';
import { findUser } from '../../auth/users/users.store.ts';
import { createProfileOnce } from '../../users/profiles.store.ts';
import { RefusedRequest } from '../payments/payments.ts';
import { type BillingParts, requirePayments } from '../payments-of.ts';
import { nameCustomer, renewRequestKey, reserveCustomer } from '../stores/customers.store.ts';

/** Throws AppError signed-out if the account was deleted, ProviderError if the provider cannot be reached. */
export async function findOrCreateCustomer(parts: BillingParts, userId: string): Promise<string> {
  const payments = await requirePayments(parts);
  const { kysely } = parts.db;
  const user = await findUser(kysely, userId);
  if (!user) throw new AppError('signed-out', 'This account no longer exists.');
  await createProfileOnce(kysely, userId);
  const owner = { userId, account: payments.account };
  const { id: known } = await reserveCustomer(kysely, owner);
  if (known) return known;
  // An idempotency key is valid only for the same fields, and the address may change between two attempts.
  const email = user.email ?? null;
  const hash = createHash('sha256')
    .update(email ?? '')
    .digest('base64url');
  const id = await withRequestKey(parts, userId, (key) =>
    payments.createCustomer({ reference: userId, email, key: `customer:${key}:${hash}` }),
  );
  return nameCustomer(kysely, { ...owner, id });
}

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
