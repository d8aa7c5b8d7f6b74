// The page where a test checkout is paid: a card number field, and what each of three numbers does.
import { html } from 'hono/html';
import type { Price, Session } from '../objects.ts';
import { layout, money } from './layout.ts';

/** Stripe's well-known test numbers. */
const cards = [
  { number: '4242424242424242', outcome: 'succeeds', does: 'pays' },
  { number: '4000000000000002', outcome: 'declined', does: 'is declined' },
  { number: '4000002760003184', outcome: 'confirm', does: 'asks for confirmation' },
] as const;

export type Outcome = (typeof cards)[number]['outcome'];

/** What a card number does; undefined for any other number. */
export function outcomeOf(number: string): Outcome | undefined {
  return cards.find((card) => card.number === number.replace(/\D/g, ''))?.outcome;
}

const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ');

const dueNow = (session: Session, price: Price) => Math.round(price.unit_amount * (1 - session.percent_off / 100));

export function checkoutPage(session: Session, price: Price, problem = '') {
  const due = dueNow(session, price);
  return layout(
    `Pay for ${price.nickname}`,
    html`<section>
      <h1>Subscribe to ${price.nickname}</h1>
      <p class="price">${money(price.unit_amount)} <small>a month</small></p>
      ${session.percent_off > 0 ? html`<p class="soft">Your offer takes ${session.percent_off}% off: ${money(due)} due today.</p>` : ''}
      ${problem ? html`<p class="problem" role="alert">${problem}</p>` : ''}
      <form method="post" action="/test-checkout/${session.id}">
        <label>Card number
          <input name="card" inputmode="numeric" autocomplete="off" required maxlength="30" list="cards" value="${spaced(cards[0].number)}">
        </label>
        <datalist id="cards">${cards.map(({ number }) => html`<option value="${spaced(number)}"></option>`)}</datalist>
        <button>Pay ${money(due)}</button>
      </form>
      <dl>${cards.map(({ number, does }) => html`<div><dt>${spaced(number)}</dt><dd>${does}</dd></div>`)}</dl>
      <a class="back" href="${session.cancel_url}">Cancel and go back to Zeus</a>
    </section>`,
  );
}

export function confirmationPage(session: Session, price: Price) {
  return layout(
    'Confirm the payment',
    html`<section>
      <h1>Confirm the payment</h1>
      <p class="soft">Your bank would now ask you to confirm that you are paying ${money(dueNow(session, price))} for ${price.nickname}.</p>
      <form method="post" action="/test-checkout/${session.id}/confirmation">
        <button name="answer" value="yes">Yes, that’s me</button>
        <button name="answer" value="no" class="plain">No, refuse it</button>
      </form>
    </section>`,
  );
}

/** Shown for a checkout that is paid, closed or unknown. */
export function closedPage(backUrl: string) {
  return layout(
    'This checkout is closed',
    html`<section>
      <h1>This checkout is closed</h1>
      <p class="soft">It was already paid or replaced by another one. You can’t pay here anymore.</p>
      <a class="back" href="${backUrl}">Go to Billing</a>
    </section>`,
  );
}
