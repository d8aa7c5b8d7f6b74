// Any number of sites that keep a crawler waiting: `anything.silent.localhost` never answers, and
// `anything.half-silent.localhost` has an article and a home page but never answers for /about.

import { html } from '../forms/html.ts';
import type { Host } from '../web/exchange.ts';
import { send } from '../web/exchange.ts';
import { plainPage } from '../web/plain-page.ts';

const neverAnswers: Host = () => {};

const answersButForAbout: Host = (exchange) => {
  if (exchange.path === '/about') return;
  if (exchange.path === '/robots.txt')
    send(exchange, { contentType: 'text/plain', body: 'User-agent: *\nDisallow:\n' });
  else if (exchange.path === '/' || exchange.path === '/article') {
    const body = html`<p>A site with a slow side.</p><a href="/about">About us</a>`;
    send(exchange, { body: plainPage({ title: `Article of ${exchange.host}`, body }) });
  } else send(exchange, { status: 404, body: plainPage({ title: 'Not found', body: html`<p>No such page.</p>` }) });
};

/** The host behind this name, if it is one of them. */
export function silentHost(name: string): Host | undefined {
  if (name.endsWith('.silent.localhost')) return neverAnswers;
  if (name.endsWith('.half-silent.localhost')) return answersButForAbout;
  return undefined;
}
