// Serves an ordinary site: its pages, pictures, robots.txt and sitemap, and a true 404 for the rest.

import type { Page, Site, World } from '../data/types.ts';
import { drawAddressPicture } from '../forms/address-picture.ts';
import { html } from '../forms/html.ts';
import { drawPage } from '../templates/draw-page.ts';
import { addressPicturePath } from '../templates/parts/addresses.ts';
import {
  coverPath,
  drawCover,
  drawFace,
  drawIcon,
  drawProduct,
  facePath,
  productPath,
} from '../templates/parts/pictures.ts';
import { addressOf, originOf } from '../templates/view.ts';
import { baitPage, isBaited } from '../traps/bait-page.ts';
import { type Answer, type Host, type Prepared, prepare, send, sendPrepared } from './exchange.ts';
import { plainPage } from './plain-page.ts';

type Draw = (port: number) => Answer;

/** The host of one site. Its routes are created at the first request, and each page is rendered once. */
export function createSiteHost(world: World, site: Site): Host {
  let table: Map<string, Draw> | null = null;
  const drawn = new Map<string, Prepared>();
  return (exchange) => {
    const path = decodePath(exchange.path);
    table ??= addressesOf(world, site);
    const draw = table.get(path);
    if (draw === undefined) return send(exchange, notFound(exchange.port));
    const prepared = drawn.get(path) ?? prepare(draw(exchange.port));
    drawn.set(path, prepared);
    return sendPrepared(exchange, prepared);
  };
}

function addressesOf(world: World, site: Site): Map<string, Draw> {
  const table = new Map<string, Draw>();
  const addSvg = (path: string, draw: () => string) =>
    table.set(path, () => ({ contentType: 'image/svg+xml', body: draw() }));
  for (const page of site.pages) {
    table.set(page.path, (port) => pageAnswer(world, page, port));
    if (page.kind === 'product') addSvg(productPath(page), () => drawProduct(page));
    if (page.recipe !== null) addSvg(coverPath(page), () => drawCover(page));
    for (const spot of page.spots.filter(({ form }) => form === 'image')) {
      const drawPicture = () => ({ contentType: 'image/png', body: drawAddressPicture(spot.address) });
      table.set(addressPicturePath(spot), drawPicture);
    }
  }
  for (const person of peopleSeen(site)) addSvg(facePath(person), () => drawFace(person));
  for (const path of ['/favicon.svg', '/favicon.ico']) addSvg(path, () => drawIcon(site));
  table.set('/robots.txt', (port) => ({ contentType: 'text/plain; charset=utf-8', body: robotsOf(site, port) }));
  table.set('/sitemap.xml', (port) => ({ contentType: 'application/xml; charset=utf-8', body: siteMapOf(site, port) }));
  table.set('/cdn-cgi/l/email-protection', () => ({
    body: plainPage({ title: 'Email Protection', body: html`<p>You need scripts to see this address.</p>` }),
  }));
  if (isBaited(site)) table.set('/bot-trap/', () => ({ body: baitPage(site) }));
  return table;
}

function pageAnswer(world: World, page: Page, port: number): Answer {
  const drawn = drawPage(world, page, port);
  return { ...drawn, headers: { 'last-modified': new Date(`${page.published}T09:30:00Z`).toUTCString() } };
}

const peopleSeen = (site: Site) => new Set([...site.people, ...site.pages.flatMap((page) => page.authors)]);

function robotsOf(site: Site, port: number): string {
  const closed = isBaited(site) ? 'Disallow: /bot-trap/\n' : '';
  const engine =
    site.template === 'classic' || site.template === 'blocks'
      ? 'Disallow: /wp-admin/\nAllow: /wp-admin/admin-ajax.php\n'
      : '';
  return `User-agent: *\n${closed}${engine}Disallow: /search\n\nSitemap: ${originOf(site.host, port)}/sitemap.xml\n`;
}

function siteMapOf(site: Site, port: number): string {
  const rows = site.pages
    .filter((page) => page.kind !== 'feed')
    .map((page) => `<url><loc>${addressOf(page, port)}</loc><lastmod>${page.published}</lastmod></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${rows.join('\n')}\n</urlset>\n`;
}

const notFound: Draw = () => ({
  status: 404,
  body: plainPage({
    title: 'Page not found',
    body: html`<p>There is no such page. <a href="/">Back to the front page</a></p>`,
  }),
});

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
