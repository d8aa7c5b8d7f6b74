// Places where a crawler could walk forever.

import { numberOf } from '../data/random.ts';
import { html } from '../forms/html.ts';
import type { Exchange } from '../web/exchange.ts';
import { page, type TrapHost } from './trap.ts';

function month(exchange: Exchange): void {
  const [, , year = '2026', monthText = '1'] = exchange.path.split('/');
  const at = Number(year) * 12 + Number(monthText) - 1;
  const link = (value: number) => `/calendar/${Math.floor(value / 12)}/${(value % 12) + 1}`;
  page(
    exchange,
    `Events in ${monthText}/${year}`,
    html`<p>No events this month.</p><a href="${link(at - 1)}">Earlier</a> <a href="${link(at + 1)}">Later</a>`,
  );
}

function session(exchange: Exchange): void {
  const next = numberOf(exchange.query.get('sid') ?? 'start').toString(36);
  page(
    exchange,
    'Our list',
    html`<p>The same page under a new address each time.</p><a href="/list?sid=${next}">Reload the list</a>`,
  );
}

/** Session ids as servers of Java and PHP write them. */
function cart(exchange: Exchange): void {
  const [, last = 'start'] = /;jsessionid=(\w+)/.exec(exchange.path) ?? [];
  const next = numberOf(`${last}${exchange.query.get('PHPSESSID') ?? ''}`).toString(36);
  page(
    exchange,
    'Your cart',
    html`<p>The same cart in every session.</p>
      <a href="/cart;jsessionid=${next}">Reload</a> <a href="/cart?PHPSESSID=${next}">Reload again</a>`,
  );
}

function filters(exchange: Exchange): void {
  const has = exchange.query.toString();
  const more = ['red', 'blue', 'large', 'small', 'new'].map(
    (name) => html`<a href="/filter?${has === '' ? '' : `${has}&`}f=${name}">${name}</a> `,
  );
  page(exchange, 'Filter', html`<p>Every filter leads to more filters.</p>${more}`);
}

function deeper(exchange: Exchange): void {
  page(exchange, 'Folder', html`<a href="deeper/">deeper</a>`);
}

export const ENDLESS: TrapHost = {
  host: 'calendar.localhost',
  traps: [
    {
      path: '/calendar/2026/11',
      what: 'a calendar without end',
      expect: 'is left after some months that say the same',
      outcome: 'page',
      answer: month,
    },
    {
      path: '/list',
      what: 'a session number in every link',
      expect: 'is one page',
      outcome: 'page',
      answer: session,
    },
    {
      path: '/cart',
      what: 'session numbers in the path and in the query',
      expect: 'is one page',
      outcome: 'page',
      answer: cart,
    },
    {
      path: '/filter',
      what: 'filters that multiply',
      outcome: 'page',
      expect: 'is left after some pages that say the same',
      answer: filters,
    },
    {
      path: '/deeper/',
      what: 'a relative link that grows',
      expect: 'stops at the page limit of the site',
      outcome: 'page',
      answer: deeper,
    },
  ],
  otherwise: (exchange) => {
    if (exchange.path.startsWith('/calendar/')) return month(exchange);
    if (exchange.path.startsWith('/deeper/')) return deeper(exchange);
    if (exchange.path.startsWith('/cart;')) return cart(exchange);
    return page(
      exchange,
      'Calendar',
      html`<a href="/calendar/2026/11">Events</a> <a href="/list">List</a> <a href="/cart">Cart</a> <a href="/filter">Filter</a> <a href="/deeper/">Folder</a>`,
    );
  },
};
