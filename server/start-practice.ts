// Starts the practice web beside Zeus, and has it crawled once into the link index, so that a bare machine has a web to work on.
// Its ports are kept in the home folder: the addresses in the index, and in a user's campaigns, stay good over restarts.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { PracticeWeb } from '../practice/start.ts';
import { emptyIndex, hasPagesAt, uncrawledDomains } from './engine/index/index.store.ts';
import { domainOf } from './engine/pages/page-url.ts';
import { crawlIndex } from './jobs.ts';
import type { Config } from './platform/config.ts';
import type { Context } from './platform/context.ts';
import { makeFolder } from './platform/files/make-folder.ts';
import type { Log } from './platform/log.ts';

type Ports = Pick<PracticeWeb, 'port' | 'smtpPort' | 'dnsPort'>;

/** Undefined when the settings want none. Rejects when no port can be opened. */
export async function startPractice(config: Config, log: Log): Promise<PracticeWeb | undefined> {
  if (!config.practice) return undefined;
  // Loaded only when used: production never needs it.
  const { startPracticeWeb } = await import('../practice/start.ts');
  const file = join(config.home, 'practice.json');
  const kept = readPorts(file);
  const practice = await startPracticeWeb(kept).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    log.warn('the ports of the practice web are taken; it moves to others and is crawled again');
    return startPracticeWeb();
  });
  const { port, smtpPort, dnsPort } = practice;
  if (port !== kept.port) writePorts(config.home, file, { port, smtpPort, dnsPort });
  log.debug({ url: practice.url }, 'the practice web is there');
  return practice;
}

/** Has those of its sites crawled that the index does not have yet. After a move to other ports the old pages are forgotten. */
export async function orderPracticeCrawl({ db, queue, practice }: Context): Promise<void> {
  const [first] = practice?.sites ?? [];
  if (!practice || !first) return;
  const byDomain = new Map(practice.sites.map((url) => [domainOf(url), url]));
  const missing = await uncrawledDomains(db.kysely, [...byDomain.keys()]);
  const hasMoved = missing.length < byDomain.size && !(await hasPagesAt(db.kysely, new URL(first).origin));
  if (hasMoved) await emptyIndex(db.kysely);
  const urls = hasMoved ? practice.sites : missing.map((domain) => byDomain.get(domain) ?? '');
  if (urls.length > 0) await queue.enqueue(db.kysely, crawlIndex, { urls });
}

function readPorts(file: string): Partial<Ports> {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Partial<Ports>;
  } catch {
    return {};
  }
}

function writePorts(home: string, file: string, ports: Ports): void {
  makeFolder(home);
  writeFileSync(file, `${JSON.stringify(ports)}\n`);
}
