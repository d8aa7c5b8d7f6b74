// Monthly payments for plans, as the product needs them: a customer, a checkout, a portal, and the truth about a customer.
// It knows no user and no credit. stripe/ is the one way of doing it; stand-in/ plays Stripe's part where no money may move.
import type { PlanId } from '../../../shared/plan.ts';

/** Whose books: the stand-in's, or one of the two of Stripe. */
export type Account = 'test' | 'sandbox' | 'live';

/** A page of the provider that the browser is sent to. */
export interface Opened {
  id: string;
  url: string;
}

export interface CheckoutOrder {
  customerId: string;
  plan: PlanId;
  /** Our name for who buys; comes back with the session. */
  reference: string;
  /** A promotion code; one that is not there or does not fit is passed over, and the page then asks for one. */
  offer: string | null;
  successUrl: string;
  cancelUrl: string;
}

export interface PortalVisit {
  customerId: string;
  returnUrl: string;
  /** Leads straight to the confirmation of another plan, where the provider allows it. */
  change?: { subscription: Subscription; plan: PlanId; doneUrl: string };
}

export interface Subscription {
  id: string;
  itemId: string;
  /** Null when its price is none that the settings name. */
  plan: PlanId | null;
  status: string;
  renewsAt: Date | null;
  cancelsAt: Date | null;
  /** What it changes to at `renewsAt`. */
  nextPlan: PlanId | null;
  startedAt: Date;
}

/** How much of a plan's month an invoice charges: 1 for a month, less for a part of one, negative for what is given back. */
export interface PlanShare {
  plan: PlanId;
  share: number;
}

export interface PaidInvoice {
  id: string;
  shares: PlanShare[];
  /** Prices on it that the settings do not name. */
  unknownPrices: string[];
  amount: number;
  currency: string;
  /** The provider's page of the invoice, as the provider names it. */
  invoiceUrl: string | null;
  paidAt: Date;
}

/** Money that went back, or is being fought about. */
export interface Reversal {
  kind: 'refund' | 'dispute';
  id: string;
  amount: number;
  currency: string;
  status: string;
  at: Date;
}

/**
 * Everything about a customer, as the provider says it now. `deleted`: the operator removed the customer there. `unknown`: it
 * was never there, so the account was switched or its test data wiped; or the key is a wrong one.
 */
export type CustomerTruth =
  | { deleted: true | 'unknown' }
  | { deleted: false; subscriptions: Subscription[]; invoices: PaidInvoice[]; reversals: Reversal[] };

export interface PaymentEvent {
  id: string;
  type: string;
  /** A customer, or a charge whose customer has to be asked for; null when it is about neither. */
  subject: string | null;
}

/** Every call throws ProviderError when the provider cannot be asked or refuses. */
export interface Payments {
  readonly account: Account;
  /** The same key makes the same customer. */
  createCustomer(person: { reference: string; email: string | null; key: string }): Promise<string>;
  /** Of several at once for the same plan all get the same checkout. */
  openCheckout(order: CheckoutOrder): Promise<Opened>;
  openPortal(visit: PortalVisit): Promise<Opened>;
  readCustomer(customerId: string): Promise<CustomerTruth>;
  /** Whether the provider says that the customer was removed or was never there; any other refusal throws. */
  isGone(customerId: string): Promise<boolean>;
  /** The customer an event's subject belongs to; null when there is none. */
  findCustomer(subject: string): Promise<string | null>;
  /** Ends it now, without giving money back. Does nothing when it has ended. */
  endSubscription(id: string): Promise<void>;
  /** Checkouts that are still open can no longer be paid. */
  closeCheckouts(customerId: string): Promise<void>;
  /** Throws ForgedEvent when the signature is not the provider's, is too old, or the text is not whole. */
  readEvent(rawBody: string, signature: string): PaymentEvent;
}

/** The text was not sent by the provider, or not just now, or not as it arrived. */
export class ForgedEvent extends Error {
  override name = 'ForgedEvent';
}

/** Whether a subscription in this state is one: it has been paid, or is being asked to. */
export function isLive({ status }: Pick<Subscription, 'status'>): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status);
}
