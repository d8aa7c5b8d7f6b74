// The stand-in's pages. Anyone who knows a session's id may use it, as at Stripe; events are sent to the webhook before the
// browser is redirected.
import { Hono, type Context as HonoContext } from 'hono';
import type { Database } from '../../../../platform/db.ts';
import { changePlan, passMonth, payCheckout, setCancel } from '../billing-actions.ts';
import { find, get, list, now } from '../ledger.ts';
import type { Invoice, PortalSession, Price, Session, StripeEvent, Subscription } from '../objects.ts';
import { checkoutPage, closedPage, confirmationPage, outcomeOf } from './checkout-page.ts';
import { invoicePage, noInvoicePage } from './invoice-page.ts';
import { changePage, portalPage } from './portal-page.ts';

export interface PagesOptions {
  db: Database;
  /** The public base URL of these pages. */
  siteUrl: string;
  tell: (event: StripeEvent) => Promise<void>;
}

/** A portal URL is valid for an hour. */
const portalSeconds = 3600;

export function standInPages(options: PagesOptions) {
  return new Hono()
    .get('/test-checkout/:id', (c) =>
      withCheckout(options, c, (session, price) => c.html(checkoutPage(session, price))),
    )
    .post('/test-checkout/:id', (c) =>
      withCheckout(options, c, (session, price) => payByCard(options, c, session, price)),
    )
    .post('/test-checkout/:id/confirmation', (c) =>
      withCheckout(options, c, async (session, price) => {
        if ((await readField(c, 'answer')) === 'yes') return finish(options, c, session);
        return c.html(checkoutPage(session, price, 'The payment was not confirmed. Nothing was charged.'), 402);
      }),
    )
    .get('/test-portal/:id', (c) => withPortal(options, c, showPortal))
    .post('/test-portal/:id', (c) => withPortal(options, c, changeSubscription))
    .get('/test-invoice/:id', (c) => showInvoice(options, c));
}

type Answer = Response | Promise<Response>;

async function withCheckout(
  { db, siteUrl }: PagesOptions,
  c: HonoContext,
  use: (session: Session, price: Price) => Answer,
): Promise<Response> {
  const session = await find<Session>(db.kysely, 'checkout.session', c.req.param('id') ?? '');
  if (session?.status !== 'open' || session.expires_at < now()) return c.html(closedPage(`${siteUrl}/billing`), 410);
  return use(session, await get<Price>(db.kysely, 'price', session.price));
}

async function payByCard(options: PagesOptions, c: HonoContext, session: Session, price: Price): Promise<Response> {
  const outcome = outcomeOf((await readField(c, 'card')) ?? '');
  if (outcome === 'succeeds') return finish(options, c, session);
  if (outcome === 'confirm') return c.html(confirmationPage(session, price));
  const problem =
    outcome === 'declined'
      ? 'Your card was declined. Nothing was charged: try another one.'
      : 'This is not one of the test cards. Use one of the numbers below.';
  return c.html(checkoutPage(session, price, problem), 402);
}

async function finish(options: PagesOptions, c: HonoContext, session: Session): Promise<Response> {
  await tellAll(options, await payCheckout(options.db, session.id));
  return goBack(options, c, session.success_url.replace('{CHECKOUT_SESSION_ID}', session.id));
}

interface PortalSight {
  session: PortalSession;
  subscription: Subscription | undefined;
}

async function withPortal(
  options: PagesOptions,
  c: HonoContext,
  use: (options: PagesOptions, c: HonoContext, sight: PortalSight) => Promise<Response>,
): Promise<Response> {
  const { kysely } = options.db;
  const session = await find<PortalSession>(kysely, 'billing_portal.session', c.req.param('id') ?? '');
  if (!session || session.created + portalSeconds < now()) return c.html(closedPage(`${options.siteUrl}/billing`), 410);
  const all = await list<Subscription>(kysely, 'subscription', { customer: session.customer });
  return use(options, c, { session, subscription: all.find(({ status }) => status !== 'canceled') });
}

async function showPortal(
  { db }: PagesOptions,
  c: HonoContext,
  { session, subscription }: PortalSight,
): Promise<Response> {
  if (session.flow && subscription?.id === session.flow.subscription) {
    const price = await get<Price>(db.kysely, 'price', session.flow.price);
    return c.html(changePage(session, subscription, price));
  }
  const prices = (await list<Price>(db.kysely, 'price', { active: true })).reverse();
  return c.html(portalPage({ session, subscription, prices }));
}

async function changeSubscription(
  options: PagesOptions,
  c: HonoContext,
  { session, subscription }: PortalSight,
): Promise<Response> {
  const { db } = options;
  const [act, price] = [await readField(c, 'act'), await readField(c, 'price')];
  if (subscription) {
    if (price && (await find(db.kysely, 'price', price)))
      await tellAll(options, await changePlan(db, subscription.id, price));
    if (act === 'cancel' || act === 'keep')
      await tellAll(options, await setCancel(db, subscription.id, act === 'cancel'));
    if (act === 'month' || act === 'unpaid') {
      await tellAll(options, await passMonth(db, subscription.id, { paid: act === 'month' }));
    }
  }
  return goBack(options, c, session.flow ? session.flow.done_url : `${options.siteUrl}/test-portal/${session.id}`);
}

async function showInvoice({ db, siteUrl }: PagesOptions, c: HonoContext): Promise<Response> {
  const invoice = await find<Invoice>(db.kysely, 'invoice', c.req.param('id') ?? '');
  const backUrl = `${siteUrl}/billing`;
  if (invoice?.status !== 'paid') return c.html(noInvoicePage(backUrl), 404);
  return c.html(invoicePage({ invoice, prices: await list<Price>(db.kysely, 'price'), backUrl }));
}

/** Delivers the events in order. */
async function tellAll({ tell }: PagesOptions, events: StripeEvent[]): Promise<void> {
  for (const event of events) await tell(event);
}

/** Redirects by path within our own site, so that it also works behind a forwarded port. */
function goBack({ siteUrl }: PagesOptions, c: HonoContext, url: string): Response {
  return c.redirect(url.startsWith(`${siteUrl}/`) ? url.slice(siteUrl.length) : url, 303);
}

async function readField(c: HonoContext, name: string): Promise<string | undefined> {
  const value = (await c.req.parseBody())[name];
  return typeof value === 'string' ? value : undefined;
}
