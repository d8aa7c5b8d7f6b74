// Recorded real pages as the sites of the practice web, over TLS, in a separate process. Names and mail servers are those of
// the practice web; the pages' contents, sizes and transfer are as on the real web.
import { createServer } from 'node:https';
import { json } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { selfSigned } from '../../practice/tls/certificate.ts';
import type { Practice } from '../../server/platform/context.ts';
import type { Dial } from '../../server/platform/outbound/connecting/dialer.ts';
import type { Resolver } from '../../server/platform/outbound/connecting/resolver.ts';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { openRecordedPages } from '../finder/data.ts';
import type { Web } from './floors.ts';
import { dialLoopback, listen, openSitePages, publicAddress, startServing } from './site-pages.ts';

export interface RecordedWeb extends Web {
  /** One article per site. */
  urls: string[];
  /** The same as a browser opens them. What else the pages refer to has no address. */
  forBrowsers: { urls: string[]; port: number; domain: string; resolve: Resolver; dial: Dial };
  stop(): void;
}

interface Settings {
  folder: string;
  sites: string[];
  key: string;
  cert: string;
}

// A public name, so that the outbound client behaves as usual.
const DOMAIN = 'zeus-bench.com';
const realHost = (host: string) => host.replace(/localhost$/, DOMAIN);

/** Starts it and waits until it responds; null if no pages are recorded. */
export async function startRecordedWeb(folder: string, practice: Practice): Promise<RecordedWeb | null> {
  if ((await openRecordedPages(folder)) === null) return null;
  const hosts = practice.sites.map((site) => new URL(site).hostname);
  const pair = selfSigned(...hosts.map(realHost));
  setDefaultCACertificates([...getCACertificates(), pair.cert]);
  const settings: Settings = { folder, sites: practice.sites, ...pair };
  const { port, stop } = await startServing(import.meta.filename, settings);
  const dial = () => dialLoopback(port);
  const urls = practice.sites.map((site) => new URL('/article', site).href);
  return {
    urls,
    forBrowsers: { urls: urls.map((url) => realAddress(url)), port, domain: DOMAIN, resolve: resolveOurs, dial },
    openOutbound: () => disguised(createOutbound({ resolve: async () => [publicAddress], dial })),
    plainAddress: (url) => realAddress(url, `:${port}`),
    stop,
  };
}

const resolveOurs = async (host: string) => (host.endsWith(`.${DOMAIN}`) ? [publicAddress] : []);

/** Maps URLs of the practice web to the real ones. */
function disguised(outbound: Outbound): Outbound {
  return {
    ...outbound,
    request: async (url, options) => ({
      ...(await outbound.request(realAddress(String(url)), options)),
      url: String(url),
    }),
  };
}

function realAddress(url: string, port = ''): string {
  const { hostname, pathname, search } = new URL(url);
  return `https://${realHost(hostname)}${port}${pathname}${search}`;
}

/** There is no robots.txt. */
async function serve({ folder, sites, key, cert }: Settings): Promise<void> {
  const pageOf = await openSitePages(folder);
  const origins = new Map(sites.map((site) => [realHost(new URL(site).hostname), new URL(site).origin]));
  const server = createServer({ key, cert }, (request, response) => {
    const { hostname, pathname } = new URL(request.url ?? '/', `https://${request.headers.host}`);
    if (pathname === '/robots.txt') return response.writeHead(404).end();
    const { body } = pageOf(hostname, pathname, origins.get(hostname) ?? '');
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
    return response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  });
  listen(server);
}

if (import.meta.main) await serve((await json(process.stdin)) as Settings);
