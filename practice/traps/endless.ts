// Places where a crawler could walk forever.

import { numberOf } from '../data/random.ts';
import { html } from '../forms/html.ts';
import type { Exchange } from '../web/exchange.ts';
import { page, type TrapHost } from './trap.ts';

function month(asked: Exchange): void {
  const [, , year = '2026', monthText = '1'] = asked.path.split('/');
  const at = Number(year) * 12 + Number(monthText) - 1;
  const link = (value: number) => `/calendar/${Math.floor(value / 12)}/${(value % 12) + 1}`;
  page(
    asked,
    `Events in ${monthText}/${year}`,
    html`<p>No events this month.</p><a href="${link(at - 1)}">Earlier</a> <a href="${link(at + 1)}">Later</a>`,
  );
}

function session(asked: Exchange): void {
  const next = numberOf(asked.query.get('sid') ?? 'start').toString(36);
  page(
    asked,
    'Our list',
    html`<p>The same page under a new address each time.</p><a href="/list?sid=${next}">Reload the list</a>`,
  );
}

/** Session ids as servers of Java and PHP write them. */
function cart(asked: Exchange): void {
  const [, last = 'start'] = /;jsessionid=(\w+)/.exec(asked.path) ?? [];
  const next = numberOf(`${last}${asked.query.get('PHPSESSID') ?? ''}`).toString(36);
  page(
    asked,
    'Your cart',
    html`<p>The same cart in every session.</p>
      <a href="/cart;jsessionid=${next}">Reload</a> <a href="/cart?PHPSESSID=${next}">Reload again</a>`,
  );
}

function filters(asked: Exchange): void {
  const has = asked.query.toString();
  const more = ['red', 'blue', 'large', 'small', 'new'].map(
    (name) => html`<a href="/filter?${has === '' ? '' : `${has}&`}f=${name}">${name}</a> `,
  );
  page(asked, 'Filter', html`<p>Every filter leads to more filters.</p>${more}`);
}

function deeper(asked: Exchange): void {
  page(asked, 'Folder', html`<a href="deeper/">deeper</a>`);
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
  otherwise: (asked) => {
    if (asked.path.startsWith('/calendar/')) return month(asked);
    if (asked.path.startsWith('/deeper/')) return deeper(asked);
    if (asked.path.startsWith('/cart;')) return cart(asked);
    return page(
      asked,
      'Calendar',
      html`<a href="/calendar/2026/11">Events</a> <a href="/list">List</a> <a href="/cart">Cart</a> <a href="/filter">Filter</a> <a href="/deeper/">Folder</a>`,
    );
  },
};
