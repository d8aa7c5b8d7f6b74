// Recorded real pages as the sites of the practice web, over TLS, in a separate process. Names and mail servers are those of
// the practice web; the pages' contents, sizes and transfer are as on the real web.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { selfSigned } from '../../practice/tls/certificate.ts';
import type { Practice } from '../../server/platform/context.ts';
import type { Dial } from '../../server/platform/outbound/connecting/dialer.ts';
import type { Resolver } from '../../server/platform/outbound/connecting/resolver.ts';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { openRecordedPages, type PageRow } from '../finder/data.ts';
import type { Web } from './floors.ts';

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

// A public name, so that the outbound client behaves as usual; the connection goes to loopback.
const DOMAIN = 'zeus-bench.com';
const PUBLIC_ADDRESS = '93.184.215.14';
const realHost = (host: string) => host.replace(/localhost$/, DOMAIN);

/** Starts it and waits until it responds; null if no pages are recorded. */
export async function startRecordedWeb(folder: string, practice: Practice): Promise<RecordedWeb | null> {
  if ((await openRecordedPages(folder)) === null) return null;
  const hosts = practice.sites.map((site) => new URL(site).hostname);
  const pair = selfSigned(...hosts.map(realHost));
  setDefaultCACertificates([...getCACertificates(), pair.cert]);
  const settings: Settings = { folder, sites: practice.sites, ...pair };
  const child = spawn(process.execPath, [import.meta.filename], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(JSON.stringify(settings));
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  const dial = () => dialLoopback(port);
  const urls = practice.sites.map((site) => new URL('/article', site).href);
  return {
    urls,
    forBrowsers: { urls: urls.map((url) => realAddress(url)), port, domain: DOMAIN, resolve: resolveOurs, dial },
    openOutbound: () => disguised(createOutbound({ resolve: async () => [PUBLIC_ADDRESS], dial })),
    plainAddress: (url) => realAddress(url, `:${port}`),
    stop: () => void child.kill(),
  };
}

const resolveOurs = async (host: string) => (host.endsWith(`.${DOMAIN}`) ? [PUBLIC_ADDRESS] : []);

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

async function dialLoopback(port: number) {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

/** Every URL of a site returns one of the pages, adapted to the site; there is no robots.txt. */
async function serve({ folder, sites, key, cert }: Settings): Promise<void> {
  const recorded = await openRecordedPages(folder);
  if (recorded === null) throw new Error(`no recorded pages in ${folder}`);
  const rows = recorded.authorRows.filter(({ url }) => URL.canParse(url));
  const origins = new Map(sites.map((site) => [realHost(new URL(site).hostname), new URL(site).origin]));
  const bodies = new Map<string, Buffer>();
  const bodyOf = (host: string, path: string) => {
    const row = rows[numberOf(host + path) % rows.length] as PageRow;
    const [own, origin] = [new URL(row.url).host, origins.get(host) ?? ''];
    return gzipSync(recorded.read(row).replaceAll(`https://${own}`, origin).replaceAll(`http://${own}`, origin));
  };
  const server = createServer({ key, cert }, (request, response) => {
    const { host = '', pathname } = new URL(request.url ?? '/', `https://${request.headers.host}`);
    if (pathname === '/robots.txt') return response.writeHead(404).end();
    const name = host.replace(/:\d+$/, '');
    const place = name + pathname;
    const body = bodies.get(place) ?? bodyOf(name, pathname);
    bodies.set(place, body);
    const headers = { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'gzip' };
    return response.writeHead(200, { ...headers, 'content-length': body.length }).end(body);
  });
  server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`));
}

/** A stable number for a text. */
export function numberOf(text: string): number {
  let number = 7;
  for (const letter of text) number = (number * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003;
  return number;
}

if (import.meta.main) {
  let text = '';
  for await (const part of process.stdin) text += String(part);
  await serve(JSON.parse(text) as Settings);
}
