// Which releases the source offers: crawls (collinfo.json) and web graphs (graphinfo.json), newest first. A partial mirror may have only
// one of the lists, so each is read by those who need it.
import { z } from 'zod';
import { parseJson } from '../../../../../shared/parse-json.ts';
import { OperatorError } from '../../../../platform/operator-error.ts';
import type { CrawlSource } from '../source/crawl-source.ts';

const name = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/);
const crawls = z.array(z.looseObject({ id: name }));
const graphs = z.array(
  z.looseObject({
    id: name,
    stats: z
      .looseObject({ domain: z.looseObject({ nodes: z.int().min(2), edges: z.int().catch(0) }) })
      .optional()
      .catch(undefined),
  }),
);

/** Domains and links between them in the release of April to June 2026, where the list does not state them. */
export const usualGraph = { nodes: 121_091_933, edges: 3_902_808_757 };

export interface GraphRelease {
  id: string;
  nodes: number;
  edges: number;
}

/** Throws OperatorError if there is no such list or it is not what it should be, and SourceUnavailable. */
export async function listCrawls(source: CrawlSource): Promise<string[]> {
  return (await readJson(source, 'collinfo.json', crawls)).map(({ id }) => id);
}

/** Throws like listCrawls. */
export async function listGraphs(source: CrawlSource): Promise<GraphRelease[]> {
  const list = await readJson(source, 'graphinfo.json', graphs);
  return list.map(({ id, stats }) => ({ ...usualGraph, ...stats?.domain, id }));
}

/** The graph release of this name, or the newest. Throws OperatorError if there is none. */
export function chooseGraph(graphs: readonly GraphRelease[], id: string | undefined): GraphRelease {
  const found = id === undefined ? graphs[0] : graphs.find((graph) => graph.id === id);
  if (!found) throw new OperatorError(id ? `The source has no web graph ${id}.` : 'The source has no web graph.');
  return found;
}

/** The crawl of this name, or the newest. Throws OperatorError if there is none. */
export function chooseCrawl(crawls: readonly string[], id: string | undefined): string {
  const found = id === undefined ? crawls[0] : crawls.find((crawl) => crawl === id);
  if (!found) throw new OperatorError(id ? `The source has no crawl ${id}.` : 'The source has no crawl.');
  return found;
}

const mostBytes = 10 * 1024 * 1024;

async function readJson<Value>(source: CrawlSource, path: string, schema: z.ZodType<Value>): Promise<Value> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of (await source.open(path, 0)).body) {
    bytes += part.byteLength;
    if (bytes > mostBytes) throw new OperatorError(`${path} at ${source.name} is too large.`);
    parts.push(part);
  }
  const parsed = schema.safeParse(parseJson(Buffer.concat(parts).toString('utf8')));
  if (!parsed.success) throw new OperatorError(`${path} at ${source.name} is not a list of releases.`);
  return parsed.data;
}
