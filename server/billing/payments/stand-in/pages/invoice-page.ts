// A paid invoice of the test checkout, for anyone who knows its id, as at Stripe.
import { html } from 'hono/html';
import type { Invoice, Price } from '../objects.ts';
import { day, layout, money } from './layout.ts';

interface Shown {
  invoice: Invoice;
  prices: readonly Price[];
  backUrl: string;
}

export function invoicePage({ invoice, prices, backUrl }: Shown) {
  const nameOf = (id: string) => prices.find((price) => price.id === id)?.nickname ?? 'Zeus';
  const sum = invoice.lines.data.reduce((total, { amount }) => total + amount, 0);
  const discount = invoice.amount_paid - Math.max(0, sum);
  return layout(
    'Invoice',
    html`<section>
      <h1>Invoice</h1>
      <p class="price">${money(invoice.amount_paid)} <small>paid on ${day(invoice.created)}</small></p>
      <p class="soft">Invoice ${invoice.id}</p>
      <dl>
        ${invoice.lines.data.map(
          ({ amount, period, pricing }) => html`<div>
            <dt>${nameOf(pricing.price_details.price)}, ${day(period.start)} to ${day(period.end)}</dt><dd>${money(amount)}</dd>
          </div>`,
        )}
        ${discount < 0 ? html`<div><dt>Discount</dt><dd>${money(discount)}</dd></div>` : ''}
        <div><dt>Total</dt><dd>${money(invoice.amount_paid)}</dd></div>
      </dl>
      <a class="back" href="${backUrl}">Go to Billing</a>
    </section>`,
  );
}

export function noInvoicePage(backUrl: string) {
  return layout(
    'No such invoice',
    html`<section>
      <h1>There is no such invoice</h1>
      <a class="back" href="${backUrl}">Go to Billing</a>
    </section>`,
  );
}
