// Hosts for users of the practice web: an index, its truth, its metrics.

import type { Site, World } from '../data/types.ts';
import { html } from '../forms/html.ts';
import { originOf } from '../templates/view.ts';
import { truthOf } from '../truth.ts';
import { pageFigures } from '../vendors/page-figures.ts';
import { type Host, send, sendJson } from './exchange.ts';
import { plainPage } from './plain-page.ts';

export const CONTROL_HOST = 'practice.localhost';
export const METRICS_HOST = 'metrics.localhost';

export function createControlHosts(world: World): Map<string, Host> {
  return new Map([
    [CONTROL_HOST, controlHost(world)],
    [METRICS_HOST, metricsHost(world)],
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
  return (exchange) => {
    if (exchange.path !== '/v1/pages') return sendJson(exchange, { error: 'not-found' }, 404);
    const rows = exchange.query.getAll('url').map((url) => {
      const { searchTraffic = null, trafficValue = null } = pageFigures(world, url) ?? {};
      return { url, searchTraffic, trafficValue };
    });
    return sendJson(exchange, { pages: rows });
  };
}
