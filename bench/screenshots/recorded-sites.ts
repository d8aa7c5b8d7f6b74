// Recorded real pages as sites on loopback, in a separate process, each with one of its links to another site. Their images, styles
// and scripts were not recorded, and requests for them fail.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toPageUrl } from '../../server/engine/pages/page-url.ts';
import { readPage } from '../../server/engine/pages/read-page.ts';
import { openRecordedPages, type PageRow, type RecordedPages } from '../finder/data.ts';

export interface RecordedSites {
  port: number;
  /** The link of each page. */
  targets: Map<string, string>;
  stop(): void;
}

/** Starts them and waits until they respond. Throws if no pages are recorded. */
export async function startRecordedSites(folder: string, count: number): Promise<RecordedSites> {
  const recorded = await open(folder);
  const child = spawn(process.execPath, [import.meta.filename, folder], { stdio: ['ignore', 'pipe', 'inherit'] });
  const port = Number(String((await once(child.stdout, 'data'))[0]));
  const targets = new Map<string, string>();
  for (const [number, row] of spread(recorded).entries()) {
    const url = `http://page-${number}.localhost:${port}/`;
    const link = lastLink(recorded.read(row), row.url);
    if (link !== null) targets.set(url, link);
    if (targets.size === count) break;
  }
  return { port, targets, stop: () => void child.kill() };
}

/** The last link to another site that is written out in full, so that it doesn't depend on where the page is. */
function lastLink(html: string, url: string): string | null {
  const own = new URL(url).hostname.replace(/^www\./, '');
  const links = readPage(html, url).links.flatMap(({ href }) =>
    href.startsWith('http') ? (toPageUrl(href) ?? []) : [],
  );
  return links.findLast((link) => !new URL(link).hostname.endsWith(own)) ?? null;
}

async function open(folder: string): Promise<RecordedPages> {
  const recorded = await openRecordedPages(folder);
  if (recorded === null) throw new Error(`no recorded pages in ${folder}`);
  return recorded;
}

/** Pages of one site follow each other in the list, so they are taken far apart. */
function spread({ authorRows }: RecordedPages): PageRow[] {
  const rows = authorRows.filter(({ url }) => URL.canParse(url));
  return rows.map((_, index) => rows[(index * 97) % rows.length] as PageRow);
}

async function serve(folder: string): Promise<void> {
  const recorded = await open(folder);
  const rows = spread(recorded);
  const server = createServer((request, response) => {
    const number = Number(/^page-(\d+)\./.exec(request.headers.host ?? '')?.[1]);
    const row = request.url === '/' ? rows[number] : undefined;
    if (row === undefined) return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(recorded.read(row));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.stdout.write(String((server.address() as AddressInfo).port));
}

if (import.meta.main) await serve(process.argv[2] ?? '');
