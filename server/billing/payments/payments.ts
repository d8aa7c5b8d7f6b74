// Monthly payments for plans, as the product needs them: a customer, a checkout, a portal, and the state of a customer. Knows
// no users and no credits. stripe/ implements it; stand-in/ simulates Stripe where no money may move.
import type { PlanId } from '../../../shared/plan.ts';
import { ProviderError } from '../../engine/provider.ts';

/** The stand-in's account, or one of Stripe's two. */
export type Account = 'test' | 'sandbox' | 'live';

/** A page of the provider to send the browser to. */
export interface Opened {
  id: string;
  url: string;
}

export interface CheckoutOrder {
  customerId: string;
  plan: PlanId;
  /** Our id of the buyer, returned with the session. */
  reference: string;
  /** A promotion code. If it is unknown or does not apply, it is ignored and the page asks for one. */
  offer: string | null;
  /** Concurrent calls with the same key and plan get the same checkout. */
  key: string;
  successUrl: string;
  cancelUrl: string;
}

export interface PortalVisit {
  customerId: string;
  returnUrl: string;
  /** Goes straight to the confirmation of another plan, if the provider allows it. */
  change?: { subscription: Subscription; plan: PlanId; doneUrl: string };
}

export interface Subscription {
  id: string;
  itemId: string;
  /** Null if its price is not in the settings. */
  plan: PlanId | null;
  status: string;
  renewsAt: Date | null;
  cancelsAt: Date | null;
  /** The plan it changes to at `renewsAt`. */
  nextPlan: PlanId | null;
  startedAt: Date;
}

/** How much of a plan's month an invoice charges: 1 for a month, less for part of one, negative for a refund. */
export interface PlanShare {
  plan: PlanId;
  share: number;
}

export interface PaidInvoice {
  id: string;
  shares: PlanShare[];
  /** Prices on it that are not in the settings. */
  unknownPrices: string[];
  amount: number;
  currency: string;
  /** The URL of the provider's page for the invoice. */
  invoiceUrl: string | null;
  paidAt: Date;
}

/** A refund or a dispute. */
export interface Reversal {
  kind: 'refund' | 'dispute';
  id: string;
  amount: number;
  currency: string;
  status: string;
  at: Date;
}

/**
 * Everything about a customer, as the provider reports it now. `deleted`: the operator deleted the customer there. `unknown`: it
 * never existed, so the account was switched or its test data wiped; or the key is wrong.
 */
export type CustomerState =
  | { deleted: true | 'unknown' }
  | {
      deleted: false;
      /** The address of our account that the provider was last told. The operator may have set another one there. */
      accountEmail: string | null;
      subscriptions: Subscription[];
      invoices: PaidInvoice[];
      reversals: Reversal[];
    };

export interface PaymentEvent {
  id: string;
  type: string;
  /** A customer, or a charge whose customer has to be looked up; null if it is about neither. */
  subject: string | null;
}

/** Every call throws ProviderError if the provider cannot be reached or refuses. */
export interface Payments {
  readonly account: Account;
  /** Idempotent for the same key. */
  createCustomer(person: { reference: string; email: string | null; key: string }): Promise<string>;
  /** From now on the provider writes to this address, that of our account. */
  changeEmail(customerId: string, email: string): Promise<void>;
  /** A customer has at most one open. */
  openCheckout(order: CheckoutOrder): Promise<Opened>;
  openPortal(visit: PortalVisit): Promise<Opened>;
  readCustomer(customerId: string): Promise<CustomerState>;
  /** Only whether the customer was deleted or is unknown. */
  readDeleted(customerId: string): Promise<CustomerState['deleted']>;
  /** The customer an event's subject belongs to; null if there is none. */
  findCustomer(subject: string): Promise<string | null>;
  /** Ends it now without a refund. Does nothing if it has already ended. */
  endSubscription(id: string): Promise<void>;
  /** Closes open checkouts, so they can no longer be paid. */
  closeCheckouts(customerId: string): Promise<void>;
  /** Throws ForgedEvent if the signature is invalid or too old, or the body is incomplete. */
  readEvent(rawBody: string, signature: string): PaymentEvent;
}

/** The provider answered with an error, which it would repeat for the same key: another attempt needs another key. */
export class RefusedRequest extends ProviderError {}

/** The body was not sent by the provider, is too old, or was changed on the way. */
export class ForgedEvent extends Error {
  override name = 'ForgedEvent';
}

/** Whether a subscription in this state counts: it is paid, or payment is being collected. */
export function isLive({ status }: Pick<Subscription, 'status'>): boolean {
  return ['active', 'trialing', 'past_due', 'unpaid', 'paused'].includes(status);
}
