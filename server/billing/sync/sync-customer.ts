// Reads a customer's state from the provider and updates our rows. Idempotent and safe to run concurrently and in any order:
// credits are granted once per invoice, and an older read never overwrites a newer one.
import { findUser } from '../../auth/users/users.store.ts';
import { addEntriesOnce } from '../../credits/credits.store.ts';
import { ProviderError } from '../../engine/provider.ts';
import {
  type CustomerState,
  isLive,
  type PaidInvoice,
  type Reversal,
  type Subscription,
} from '../payments/payments.ts';
import { type BillingParts, requirePayments } from '../payments-of.ts';
import {
  beginRead,
  forgetCustomer,
  noteSyncAttempt,
  noteWritten,
  notifyBillingChanged,
} from '../stores/customers.store.ts';
import { type BillingRecord, saveRecords } from '../stores/records.store.ts';
import { type CustomerRef, hasLiveSubscription, replaceSubscriptions } from '../stores/subscriptions.store.ts';
import { rankSubscriptions } from './choose-subscription.ts';
import { creditsOf, planOf } from './credits-of.ts';
import { invoiceLink } from './invoice-link.ts';

type Known = Extract<CustomerState, { deleted: false }>;

export interface SyncOptions {
  /**
   * For a user who wants to buy: a customer unknown to the provider is forgotten, so that the user can buy again. Not one with a
   * plan: the key is probably that of another account, and the user would go on paying in this one.
   */
  forgetUnknown?: boolean;
  isSecond?: boolean;
}

/**
 * Returns the subscription that counts, null if there is none, and undefined if the customer is not ours (any more) or
 * unknown to the provider. Throws ProviderError if the provider cannot be reached.
 */
export async function syncCustomer(
  parts: BillingParts,
  customerId: string,
  { forgetUnknown = false, isSecond = false }: SyncOptions = {},
): Promise<Subscription | null | undefined> {
  const payments = await requirePayments(parts);
  const { kysely } = parts.db;
  const begun = await beginRead(kysely, customerId, payments.account);
  if (!begun) return undefined;
  const truth = await payments.readCustomer(customerId);
  if (truth.deleted) {
    const isUnknown = truth.deleted === 'unknown';
    if (isUnknown)
      parts.log.error({ customerId }, 'a customer is unknown to the payment provider; is this its account?');
    const isKept = isUnknown && (!forgetUnknown || (await hasLiveSubscription(kysely, customerId)));
    if (isKept) await noteSyncAttempt(kysely, customerId);
    else await forgetCustomer(parts.db, customerId);
    return undefined;
  }
  const ref = { userId: begun.user_id, customerId };
  await writeTruth(parts, ref, { truth, read: begun.reads });
  await followEmail(parts, ref, truth.accountEmail);
  const [kept = null, ...rest] = rankSubscriptions(truth.subscriptions);
  const others = rest.filter(({ plan }) => plan !== null);
  if (kept) await payments.closeCheckouts(customerId);
  if (others.length === 0 || isSecond) return kept;
  await endOthers(parts, ref, others);
  return syncCustomer(parts, customerId, { isSecond: true });
}

async function writeTruth(
  { config, db, log }: BillingParts,
  ref: CustomerRef,
  { truth, read }: { truth: Known; read: number },
): Promise<void> {
  const added = await db.kysely.transaction().execute(async (tx) => {
    const isNewest = await noteWritten(tx, ref.customerId, read);
    if (isNewest === undefined) return [];
    if (isNewest) await replaceSubscriptions(tx, ref, truth.subscriptions);
    await notifyBillingChanged(tx, ref.userId);
    await addEntriesOnce(
      tx,
      truth.invoices.flatMap((invoice) => toEntries(ref.userId, invoice)),
    );
    const payments = truth.invoices.map((invoice) => toPayment(invoice, config.web.siteUrl));
    return saveRecords(tx, ref, [...payments, ...truth.reversals.map(toRecord)], { isNewest });
  });
  for (const { kind, objectId } of added) {
    if (kind !== 'payment') log.warn({ ...ref, kind, objectId }, 'a payment was refunded or disputed');
  }
  for (const { id } of truth.subscriptions.filter((one) => isLive(one) && one.plan === null))
    log.warn({ ...ref, subscription: id }, 'a subscription has a price missing from STRIPE_PRICES');
  for (const { id, unknownPrices } of truth.invoices) {
    if (unknownPrices.length > 0)
      log.error({ ...ref, invoice: id, unknownPrices }, 'a paid invoice has prices missing from STRIPE_PRICES');
  }
}

function toEntries(userId: string, invoice: PaidInvoice) {
  const { backlink, email } = creditsOf(invoice);
  const common = { userId, reason: `invoice:${invoice.id}`, details: { plan: planOf(invoice) } };
  return [
    { ...common, kind: 'backlink' as const, delta: backlink },
    { ...common, kind: 'email' as const, delta: email },
  ];
}

function toPayment(invoice: PaidInvoice, siteUrl: string): BillingRecord {
  const { id: objectId, amount, currency, paidAt: at } = invoice;
  const receiptUrl = invoiceLink(invoice.invoiceUrl, siteUrl);
  return { kind: 'payment', objectId, plan: planOf(invoice), amount, currency, status: 'paid', receiptUrl, at };
}

function toRecord({ id: objectId, kind, amount, currency, status, at }: Reversal): BillingRecord {
  return { kind, objectId, plan: null, amount, currency, status, receiptUrl: null, at };
}

/**
 * Tells the provider if the account has another address than it was last told: invoices and failed payments are announced there.
 * A refusal is logged only, since the plan itself is in order.
 */
async function followEmail(parts: BillingParts, { userId, customerId }: CustomerRef, told: string | null) {
  const user = await findUser(parts.db.kysely, userId);
  if (!user?.email || user.deleted_at || user.email === told) return;
  try {
    await (await requirePayments(parts)).changeEmail(customerId, user.email);
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    parts.log.warn({ err: error, customerId }, 'the payment provider did not accept the new email of a customer');
  }
}

/** Never two subscriptions: the others were paid for and their credits granted, so they are not charged again. */
async function endOthers(parts: BillingParts, ref: CustomerRef, others: Subscription[]): Promise<void> {
  const payments = await requirePayments(parts);
  for (const { id: objectId, plan } of others) {
    await payments.endSubscription(objectId);
    const fixed = { amount: 0, currency: 'usd', status: 'ended', receiptUrl: null };
    const record = { kind: 'ended', objectId, plan, ...fixed, at: new Date() } as const;
    await saveRecords(parts.db.kysely, ref, [record], { isNewest: true });
    parts.log.warn({ ...ref, subscription: objectId }, 'a second subscription was ended');
  }
}
