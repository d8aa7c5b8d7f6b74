// A trap is a URL with a fault of the real web, and a sentence about what a good crawler does with it.

import type { ZoneHost } from '../dns/zone.ts';
import type { Html } from '../forms/html.ts';
import { html } from '../forms/html.ts';
import { type Exchange, type Host, redirect, send } from '../web/exchange.ts';
import { plainPage } from '../web/plain-page.ts';
import type { TlsSetup } from '../web/tls-server.ts';

/**
 * The outcome of a request: a page is read; it failed and was reported; the crawler must not even send it (robots rules,
 * addresses of this machine); it is stopped at a size limit; or several of these are fine.
 */
export type Outcome = 'page' | 'failed' | 'refused' | 'cut' | 'any';

export interface Trap {
  path: string;
  what: string;
  outcome: Outcome;
  /** The same in words, with what matters beyond the request. */
  expect: string;
  /** The path the crawler must end up at, if the trap is about that. */
  arrivesAt?: string;
  /** Who wrote the page, if the trap is about that. */
  author?: string;
  /** The author and the address that only a browser shows. */
  inBrowser?: { author: string; address: string };
  /** What speaks against the page as a lead (shared/triage-values.ts), if the trap is about that. */
  signals?: readonly string[];
  answer: (exchange: Exchange) => void;
}

export interface TrapHost {
  host: string;
  traps: readonly Trap[];
  /** The robots.txt; by default an ordinary, open one. */
  robots?: (exchange: Exchange) => void;
  /** Answers other paths; by default a 404. */
  otherwise?: (exchange: Exchange) => void;
  /** What its name server says; by default that it is at 127.0.0.1. */
  dns?: ZoneHost['dns'];
  /** Reached over https, with this TLS setup. */
  tls?: TlsSetup;
}

export function page(exchange: Exchange, title: string, body: Html, head?: Html): void {
  send(exchange, { body: plainPage({ title, body, head }) });
}

export const words = (text: string): Html => html`<p>${text}</p>`;

/** http and https are on the same port. */
export function trapOrigin({ host, tls }: TrapHost, port: number): string {
  return `${tls ? 'https' : 'http'}://${host}:${port}`;
}

/** Routes a trap host: its home page lists the traps as links, so that a crawler walks into them. */
export function serveTrapHost(trapHost: TrapHost): Host {
  return (exchange) => {
    if (trapHost.tls && !exchange.isSecure)
      return redirect(exchange, 301, `${trapOrigin(trapHost, exchange.port)}${exchange.path}`);
    if (exchange.path === '/robots.txt') {
      if (trapHost.robots) return trapHost.robots(exchange);
      return send(exchange, { contentType: 'text/plain', body: 'User-agent: *\nDisallow:\n' });
    }
    const trap = trapHost.traps.find((one) => one.path === exchange.path);
    if (trap !== undefined) return trap.answer(exchange);
    if (trapHost.otherwise !== undefined) return trapHost.otherwise(exchange);
    if (exchange.path !== '/')
      return send(exchange, { status: 404, body: plainPage({ title: 'Not found', body: html`<p>No such page.</p>` }) });
    return page(
      exchange,
      trapHost.host,
      html`<ul>${trapHost.traps.map((one) => html`<li><a href="${one.path}">${one.what}</a></li>`)}</ul>`,
    );
  };
}
