// Hosts for users of the practice web: an index, its truth, its metrics, its DNS.

import type { Page, Site, World } from '../data/types.ts';
import type { RecordType, Zone } from '../dns/zone.ts';
import { html } from '../forms/html.ts';
import { addressOf, originOf } from '../templates/view.ts';
import { truthOf } from '../truth.ts';
import { type Exchange, type Host, send, sendJson } from './exchange.ts';
import { plainPage } from './plain-page.ts';
import { countReferring, trafficOf } from './traffic.ts';

export const CONTROL_HOST = 'practice.localhost';
export const METRICS_HOST = 'metrics.localhost';
const DNS_HOST = 'dns.localhost';

export function createControlHosts(world: World, zone: Zone): Map<string, Host> {
  return new Map([
    [CONTROL_HOST, controlHost(world)],
    [METRICS_HOST, metricsHost(world)],
    [DNS_HOST, (exchange: Exchange) => resolve(exchange, zone)],
  ]);
}

function controlHost(world: World): Host {
  return (exchange) => {
    if (exchange.path === '/robots.txt')
      return send(exchange, { contentType: 'text/plain', body: 'User-agent: *\nDisallow: /\n' });
    if (exchange.path === '/truth.json') return sendJson(exchange, truthOf(world, exchange.port));
    return send(exchange, { body: indexPage(world, exchange.port) });
  };
}

function indexPage(world: World, port: number): string {
  const row = (site: Site) =>
    html`<li><a href="${originOf(site.host, port)}/">${site.title}</a>: ${site.tagline} (${site.template}, ${site.pages.length} pages)</li>`;
  const topics = [...new Set(world.sites.map((site) => site.topic))];
  return plainPage({
    title: 'The practice web',
    body: html`<p>${world.sites.length} sites, ${world.pages.length} pages. <a href="/truth.json">What is true about them</a></p>${topics.map((topic) => html`<h2>${topic}</h2><ul>${world.sites.filter((site) => site.topic === topic).map(row)}</ul>`)}`,
  });
}

/** GET /v1/pages?url=…&url=… returns one row per page; null if there is no estimate. */
function metricsHost(world: World): Host {
  let byAddress: Map<string, Page> | null = null;
  let referring: Map<Page, number> | null = null;
  return (exchange) => {
    if (exchange.path !== '/v1/pages') return sendJson(exchange, { error: 'not-found' }, 404);
    byAddress ??= new Map(world.pages.map((page) => [addressOf(page, 0), page]));
    referring ??= countReferring(world);
    const rows = exchange.query.getAll('url').map((url) => {
      const page = byAddress?.get(withoutPort(url));
      const traffic = page === undefined ? null : trafficOf(page, referring?.get(page) ?? 0);
      return { url, searchTraffic: traffic?.searchTraffic ?? null, trafficValue: traffic?.trafficValue ?? null };
    });
    return sendJson(exchange, { pages: rows });
  };
}

function withoutPort(address: string): string {
  const url = URL.parse(address);
  return url === null ? '' : `http://${url.hostname}:0${url.pathname}`;
}

const TYPES: readonly RecordType[] = ['A', 'AAAA', 'MX', 'TXT'];
const STATUS_NUMBERS = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const;

/** GET /resolve?name=…&type=MX, like DNS-over-HTTPS resolvers with JSON. */
function resolve(exchange: Exchange, zone: Zone): void {
  const type = (exchange.query.get('type') ?? 'A').toUpperCase();
  const known = TYPES.find((one) => one === type);
  if (known === undefined) {
    sendJson(exchange, { error: 'unknown-type' }, 400);
    return;
  }
  const answer = zone(exchange.query.get('name') ?? '', known);
  sendJson(exchange, { Status: STATUS_NUMBERS[answer.status], Answer: answer.records });
}
