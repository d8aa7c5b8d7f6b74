// The page where a test plan is managed: change, cancel, keep, and let a month pass.
import { html } from 'hono/html';
import { prorate } from '../billing-actions.ts';
import type { PortalSession, Price, Subscription } from '../objects.ts';
import { day, layout, money } from './layout.ts';

interface Shown {
  session: PortalSession;
  subscription: Subscription | undefined;
  /** The prices the plan can change to. */
  prices: Price[];
}

export function portalPage({ session, subscription, prices }: Shown) {
  return layout(
    'Manage your plan',
    html`<section>
      <h1>Manage your plan</h1>
      ${subscription ? currentPlan(subscription) : html`<p class="soft">There is no plan to manage.</p>`}
      <a class="back" href="${session.return_url}">Go back to Zeus</a>
    </section>
    ${subscription ? html`<section><h2>Change</h2>${changes(session, subscription, prices)}</section>` : ''}`,
  );
}

function currentPlan({ items: { data }, status, cancel_at }: Subscription) {
  const [item] = data;
  const until = day(item.current_period_end);
  return html`<p class="price">${money(item.price.unit_amount)} <small>a month</small></p>
    <p class="soft">${item.price.nickname}, ${cancel_at === null ? `renews on ${until}` : `ends on ${until}`}${status === 'past_due' ? '; the last payment failed' : ''}.</p>`;
}

function changes(session: PortalSession, subscription: Subscription, prices: Price[]) {
  const others = prices.filter(({ id }) => id !== subscription.items.data[0].price.id);
  const isEnding = subscription.cancel_at !== null;
  return html`<form method="post" action="/test-portal/${session.id}">
      ${others.map((price) => html`<button name="price" value="${price.id}" class="${isCheaper(subscription, price) ? 'plain' : ''}">Change to ${price.nickname}: ${costOf(subscription, price)}</button>`)}
      <button name="act" value="${isEnding ? 'keep' : 'cancel'}" class="plain">${isEnding ? 'Keep the plan' : 'Cancel the plan'}</button>
      <button name="act" value="month" class="plain">Let a month pass (test only)</button>
      <button name="act" value="unpaid" class="plain">Let a month pass without payment (test only)</button>
    </form>`;
}

function isCheaper({ items }: Subscription, price: Price): boolean {
  return price.unit_amount < items.data[0].price.unit_amount;
}

function costOf(subscription: Subscription, price: Price): string {
  if (isCheaper(subscription, price)) return 'starting next month';
  return `${money(dueNow(subscription, price))} now`;
}

function dueNow(subscription: Subscription, price: Price): number {
  return Math.max(
    0,
    prorate(subscription, price).reduce((sum, { amount }) => sum + amount, 0),
  );
}

/** Goes straight to the confirmation of one change. */
export function changePage(session: PortalSession, subscription: Subscription, price: Price) {
  return layout(
    `Change to ${price.nickname}`,
    html`<section>
      <h1>Change to ${price.nickname}</h1>
      <p class="price">${money(price.unit_amount)} <small>a month</small></p>
      <p class="soft">From ${subscription.items.data[0].price.nickname}: ${costOf(subscription, price)}.</p>
      <form method="post" action="/test-portal/${session.id}">
        <button name="price" value="${price.id}">Confirm</button>
      </form>
      <a class="back" href="${session.return_url}">Go back to Zeus</a>
    </section>`,
  );
}
