// The poor end of the web: a link farm of domains that praise each other, and names for sale.

import { diceFor } from '../data/random.ts';
import { html } from '../forms/html.ts';
import type { Exchange } from '../web/exchange.ts';
import { page, type TrapHost } from './trap.ts';

const FARM_HOSTS = ['bestlinks1', 'bestlinks2', 'bestlinks3', 'bestlinks4', 'bestlinks5', 'bestlinks6'].map(
  (name) => `${name}.localhost`,
);
const MONEY_HOST = 'cheaphostdeals.localhost';
const ANCHORS = [
  'managed wordpress hosting',
  'cheap hosting',
  'best golf courses in america',
  'golf deals',
  'top hosting',
];

function farmPage(exchange: Exchange, host: string, number: number): void {
  const dice = diceFor('farm', host, number);
  const at = (name: string) => `http://${name}:${exchange.port}/`;
  const links = FARM_HOSTS.filter((one) => one !== host).flatMap((one) => [
    html`<li><a href="${at(one)}">${dice.pick(ANCHORS)}</a></li>`,
    html`<li><a href="${at(one)}page-${1 + dice.below(3)}">${dice.pick(ANCHORS)}</a></li>`,
  ]);
  const money = Array.from({ length: 20 }, () => html`<li><a href="${at(MONEY_HOST)}">${dice.pick(ANCHORS)}</a></li>`);
  const own = [1, 2, 3].map((one) => html`<a href="/page-${one}">page ${one}</a> `);
  page(
    exchange,
    `Best links ${number}`,
    html`<p>Top resources of the year, hand picked.</p><ul>${money}${links}</ul>${own}`,
  );
}

const farm = (host: string): TrapHost => ({
  host,
  traps: ['/', '/page-1', '/page-2', '/page-3'].map((path, number) => ({
    path,
    what: 'a page of a link farm',
    expect: 'its links give no site a high rating',
    outcome: 'page',
    signals: ['link-farm'],
    answer: (exchange) => farmPage(exchange, host, number),
  })),
});

const parked = (host: string): TrapHost => ({
  host,
  traps: [
    {
      path: '/',
      what: 'a parked domain',
      expect: 'no author, no people, no address',
      outcome: 'page',
      signals: ['parked'],
      answer: (exchange) =>
        page(
          exchange,
          `${host} is for sale`,
          html`<p>This domain may be for sale. Buy it today!</p><h2>Related searches</h2><ul><li><a href="/?q=hosting">Managed WordPress Hosting</a></li><li><a href="/?q=golf">Best Golf Courses In America</a></li></ul>`,
        ),
    },
  ],
});

const money: TrapHost = {
  host: MONEY_HOST,
  traps: [
    {
      path: '/',
      what: 'the page that a link farm pushes',
      expect: 'its rating stays below that of an honest small site with links from strong sites',
      outcome: 'page',
      answer: (exchange) =>
        page(
          exchange,
          'Cheap Host Deals',
          html`<p>Managed WordPress hosting at prices that cannot be true. By Admin.</p>`,
        ),
    },
  ],
};

export const SPAM: readonly TrapHost[] = [
  ...FARM_HOSTS.map(farm),
  money,
  parked('parkedgolf.localhost'),
  parked('forsalehosting.localhost'),
];
