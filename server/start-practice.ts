// Starts the practice web next to Zeus, and has it crawled once into the link index, so that a bare machine has a web to work
// on. Its ports are stored in the home folder, so that URLs in the index and in users' campaigns stay valid over restarts.
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { emptyIndex, forgetPracticeSites, hasPagesAt, uncrawledDomains } from './engine/index/index.store.ts';
import { domainOf } from './engine/pages/page-url.ts';
import { crawlIndex } from './jobs.ts';
import type { Config } from './platform/config.ts';
import type { Context, Practice } from './platform/context.ts';
import { makeFolder } from './platform/files/make-folder.ts';
import type { Log } from './platform/log.ts';
import { OperatorError } from './platform/operator-error.ts';
import { createOutbound } from './platform/outbound/outbound.ts';

const port = z.number().int().min(1).max(65_535);
const practicePorts = z.object({ port, smtpPort: port, dnsPort: port });
type Ports = z.infer<typeof practicePorts>;
const practiceAddresses = practicePorts.extend({
  dnsServer: z.string(),
  dnsZone: z.string(),
  rootCertificate: z.string(),
  metricsUrl: z.url(),
  sites: z.array(z.url()),
});

export type RunningPractice = Practice & Ports & { stop(): Promise<void> };

const fileOf = ({ home }: Pick<Config, 'home'>) => join(home, 'practice.json');

/**
 * Starts it on its previous ports if they are free, or joins the one named in the settings; writes nothing. Undefined if the
 * settings want none. Rejects if no port can be opened, and with OperatorError if the ports file is damaged or nothing responds
 * at the URL.
 */
export async function startPractice(config: Config, log: Log): Promise<RunningPractice | undefined> {
  if (!config.practice) return undefined;
  if (config.practiceUrl) return joinPractice(config.practiceUrl);
  // Loaded only when used, because production never needs it.
  const { startPracticeWeb } = await import('../practice/start.ts');
  const practice = await startPracticeWeb(readPorts(fileOf(config))).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error;
    log.warn('ports of the practice web are in use; moving it to others and crawling it again');
    return startPracticeWeb();
  });
  log.debug({ url: practice.url }, 'the practice web is running');
  return practice;
}

/** The practice web that runs by now, started by Zeus or separately; undefined if none answers. Throws OperatorError. */
export async function findRunningPractice(config: Config): Promise<Practice | undefined> {
  if (!config.practice) return undefined;
  if (config.practiceUrl) return joinPractice(config.practiceUrl);
  const { port } = readPorts(fileOf(config));
  return port === undefined ? undefined : joinPractice(`http://127.0.0.1:${port}`).catch(() => undefined);
}

async function joinPractice(url: string): Promise<RunningPractice> {
  const outbound = createOutbound({ origins: [new URL(url).origin] });
  try {
    const response = await outbound.request(new URL('/practice.json', url));
    return { ...practiceAddresses.parse(JSON.parse(await response.text())), stop: async () => {} };
  } catch (error) {
    throw new OperatorError(
      `No practice web responds at ${url} (PRACTICE). Start it with: npm run practice -- --vendors`,
      {
        cause: error,
      },
    );
  } finally {
    await outbound.close();
  }
}

/**
 * Has those of its sites crawled that are not in the index yet, unless the settings exclude our own index. After a move to
 * other ports the old pages are deleted, and all of them if the settings want no practice web: the two webs never mix.
 */
export async function enqueuePracticeCrawl({ config, db, queue, practice }: Context): Promise<void> {
  if (!config.practice) await forgetPracticeSites(db.kysely);
  const [first] = practice?.sites ?? [];
  const { search, backlinks, magic } = config.liveSources.order;
  const isIndexUsed = [search, backlinks, magic].some((names: readonly string[]) => names.includes('own'));
  if (!practice || !first || !isIndexUsed) return;
  const byDomain = new Map(practice.sites.map((url) => [domainOf(url), url]));
  const missing = await uncrawledDomains(db.kysely, [...byDomain.keys()]);
  const hasMoved = missing.length < byDomain.size && !(await hasPagesAt(db.kysely, new URL(first).origin));
  if (hasMoved) await emptyIndex(db.kysely);
  const urls = hasMoved ? practice.sites : missing.map((domain) => byDomain.get(domain) ?? '');
  if (urls.length > 0) await queue.enqueue(db.kysely, crawlIndex, { urls });
}

/** Stores the ports for the next start. Throws if the home folder is not writable. */
export function keepPracticePorts(config: Pick<Config, 'home'>, { port, smtpPort, dnsPort }: Ports): void {
  const file = fileOf(config);
  if (readPorts(file).port === port) return;
  makeFolder(config.home);
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify({ port, smtpPort, dnsPort })}\n`, { flush: true });
  renameSync(draft, file);
}

function readPorts(file: string): Partial<Ports> {
  try {
    return practicePorts.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    const isDamaged = error instanceof SyntaxError || error instanceof z.ZodError;
    throw new OperatorError(
      `Zeus cannot read ${file} (${isDamaged ? 'it is damaged' : message}). It holds the ports of the practice web, which ` +
        'campaigns refer to: restore it from a backup, or delete it and Zeus will choose new ports and crawl it again.',
      { cause: error },
    );
  }
}
