// The recorded pages as a thousand sites over TLS, in a separate process, with headers like real servers, random latency, and
// faults in 1 % of requests. Prints its port in the first line, and each fault in a further line.
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { json } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createSecureContext, getCACertificates, type SecureContext, setDefaultCACertificates } from 'node:tls';
import { type Issued, issueCertificate } from '../../practice/tls/certificate.ts';
import { createOutbound, type Outbound } from '../../server/platform/outbound/outbound.ts';
import { dialLoopback, listen, openSitePages, publicAddress, startServing } from '../campaigns/site-pages.ts';
import { openRecordedPages } from '../finder/data.ts';
import { type Fault, faults, type Page, requestFaults, send, tcpSockets } from './faults.ts';

export interface SoakWeb {
  urls: string[];
  /** Goes to loopback whatever the name. */
  outbound: Outbound;
  /** The faults each host has shown so far. */
  faultsOf: ReadonlyMap<string, Set<Fault>>;
  stop(): void;
}

interface Settings {
  folder: string;
  certificates: SiteCertificate[];
}

/** The certificates a host sends: with the intermediate certificate, or without it, like a careless set-up. */
interface SiteCertificate extends Pick<Issued, 'key' | 'cert'> {
  host: string;
  isComplete: boolean;
}

/** Share of requests, and of hosts for faults that affect a whole host. */
const faultShare = 0.01;

/** Starts it and waits until it responds; null if no pages are recorded. */
export async function startSoakWeb(folder: string, sites: number): Promise<SoakWeb | null> {
  const recorded = await openRecordedPages(folder);
  if (recorded === null) return null;
  const hosts = Array.from({ length: sites }, (_, n) => `zeus-soak-${n}.com`);
  const root = issueCertificate({ name: 'Soak root', isAuthority: true });
  const intermediate = issueCertificate({ name: 'Soak intermediate', isAuthority: true, issuer: root });
  setDefaultCACertificates([...getCACertificates(), root.cert]);
  const issuer = createHttpServer((_request, response) => response.end(intermediate.der)).listen(0, '127.0.0.1');
  const certificates = hosts.map((host) => certify(host, intermediate));
  const settings = { folder, certificates } satisfies Settings;
  const { port, lines, stop } = await startServing(import.meta.filename, settings);
  const faultsOf = new Map<string, Set<Fault>>();
  lines.on('line', (line) => {
    const { host, fault } = JSON.parse(line) as { host: string; fault: Fault };
    faultsOf.set(host, (faultsOf.get(host) ?? new Set()).add(fault));
  });
  const dial = (_address: string, asked: number) =>
    dialLoopback(asked === 80 ? (issuer.address() as AddressInfo).port : port);
  return {
    urls: hosts.map((host) => `https://${host}/article`),
    outbound: createOutbound({ resolve: async () => [publicAddress], dial }),
    faultsOf,
    stop() {
      stop();
      issuer.close();
    },
  };
}

function certify(host: string, intermediate: Issued): SiteCertificate {
  const issuerUrl = 'http://issuer.zeus-soak.com/intermediate.cer';
  const { key, cert } = issueCertificate({ name: host, hosts: [host], issuer: intermediate, issuerUrl });
  const isComplete = Math.random() >= faultShare;
  return { host, key, cert: isComplete ? cert + intermediate.cert : cert, isComplete };
}

async function serve({ folder, certificates }: Settings): Promise<void> {
  const pages = await openPages(folder);
  const say = (host: string, fault: Fault) => process.stdout.write(`${JSON.stringify({ host, fault })}\n`);
  const byHost = new Map(certificates.map((one) => [one.host, one]));
  const contexts = new Map<string, SecureContext>();
  const walled = new Set(certificates.map(({ host }) => host).filter(() => Math.random() < faultShare));
  const contextOf = (host: string) => {
    const certificate = byHost.get(host);
    const known = contexts.get(host) ?? createSecureContext(certificate);
    contexts.set(host, known);
    if (certificate?.isComplete === false) say(host, 'missing intermediate');
    return known;
  };
  const server = createServer(
    { SNICallback: (host, done) => done(null, contextOf(host)) },
    async (request, response) => {
      const { hostname, pathname } = new URL(request.url ?? '/', `https://${request.headers.host}`);
      await wait(latency());
      if (pathname === '/robots.txt' || pathname.startsWith('/sitemap')) return response.writeHead(404).end();
      const fault = walled.has(hostname) ? 'cookie wall' : randomFault();
      if (!fault) return send(response, pages(hostname, pathname));
      say(hostname, fault);
      return faults[fault](request, response, pages(hostname, pathname));
    },
  );
  server.on('connection', (socket: Socket) => {
    const { remotePort = 0 } = socket;
    tcpSockets.set(remotePort, socket);
    socket.once('close', () => tcpSockets.delete(remotePort));
  });
  server.on('tlsClientError', () => {});
  listen(server);
}

/** Mostly some tens of milliseconds, sometimes more than a second. */
const latency = () => Math.min(3_000, 20 / (1 - Math.random()) ** 0.8);

const randomFault = () =>
  Math.random() < faultShare ? requestFaults[Math.floor(Math.random() * requestFaults.length)] : undefined;

const headerSets: Record<string, string>[] = [
  {
    server: 'nginx',
    'x-powered-by': 'PHP/8.3.11',
    link: '</wp-json/>; rel="https://api.w.org/"',
    vary: 'Accept-Encoding',
  },
  {
    server: 'cloudflare',
    'cf-cache-status': 'DYNAMIC',
    'alt-svc': 'h3=":443"; ma=86400',
    'x-content-type-options': 'nosniff',
  },
  { server: 'Apache/2.4.62 (Debian)', 'cache-control': 'max-age=0', 'set-cookie': 'PHPSESSID=3f1c; path=/' },
  { server: 'Vercel', 'x-vercel-cache': 'HIT', 'strict-transport-security': 'max-age=63072000', etag: 'W/"9f2"' },
];

async function openPages(folder: string): Promise<(host: string, path: string) => Page> {
  const pageOf = await openSitePages(folder);
  return (host, path) => {
    const { number, body } = pageOf(host, path);
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      'content-encoding': 'gzip',
      ...headerSets[number % 4],
    };
    return { headers, body };
  };
}

if (import.meta.main) await serve((await json(process.stdin)) as Settings);
