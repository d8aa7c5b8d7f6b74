// A folder with the layout of Common Crawl's servers, filled from the practice web: lists, a crawl's WAT files, and a web graph.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { World } from '../../../../../practice/data/types.ts';
import { domainOf } from '../../../pages/page-url.ts';
import { pageRank } from '../../ratings/pagerank.ts';
import { reverseName } from '../ranks/rank-lines.ts';
import { practicePages } from './practice-pages.ts';
import { writeCrawl } from './write-crawl.ts';

export interface Mirror {
  crawl: string;
  graph: string;
  /** By PageRank, strongest first. */
  strongest: string[];
  /** From and to, by name. */
  links: [string, string][];
  /** The paths of the WAT files. */
  wats: string[];
}

/** Domains, by the host of a page, and who links to whom. */
export interface LinkedHosts {
  hosts: readonly string[];
  links: readonly (readonly [string, string])[];
}

const crawl = 'CC-MAIN-2026-30';
const usualRelease = 'cc-main-2026-apr-may-jun';

/** `watPages`: how many pages of the practice web the crawl has; they are spread over four WAT files. */
export async function writeMirror(
  folder: string,
  world: World,
  { release = usualRelease, watPages = 0 }: { release?: string; watPages?: number } = {},
): Promise<Mirror> {
  const graph = await writeGraph(
    folder,
    {
      hosts: world.sites.map(({ host }) => host),
      links: world.links.map(({ from, to }) => [from.site.host, to.site.host]),
    },
    release,
  );
  const pages = practicePages(world, 4_000, watPages);
  const paths = [0, 1, 2, 3].map((number) => `crawl-data/${crawl}/segments/1.0/wat/CC-MAIN-0000${number}.warc.wat.gz`);
  for (const [number, path] of paths.entries()) {
    await put(folder, path, writeCrawl(pages.filter((_, index) => index % 4 === number)).wat);
  }
  await put(folder, `crawl-data/${crawl}/wat.paths.gz`, gzipSync(`${paths.join('\n')}\n`));
  return { crawl, wats: paths, ...graph };
}

/** A mirror with a web graph only. */
export async function writeGraph(
  folder: string,
  linked: LinkedHosts,
  release = usualRelease,
): Promise<Pick<Mirror, 'graph' | 'strongest' | 'links'>> {
  const { names, edges, files, strongest } = await graphFiles(linked);
  const crawls = [{ id: crawl, name: 'July 2026 Index', timegate: '', 'cdx-api': '' }];
  await put(folder, 'collinfo.json', JSON.stringify(crawls));
  const stats = { domain: { nodes: names.length, edges: edges.length } };
  await put(folder, 'graphinfo.json', JSON.stringify([{ id: release, crawls: [crawl], stats }]));
  for (const [kind, text] of Object.entries(files)) {
    await put(folder, `projects/hyperlinkgraph/${release}/domain/${release}-domain-${kind}.txt.gz`, gzipSync(text));
  }
  const links = edges.map(([from, to]): [string, string] => [nameAt(names, from), nameAt(names, to)]);
  return { graph: release, strongest, links };
}

async function put(folder: string, path: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(join(folder, path)), { recursive: true });
  await writeFile(join(folder, path), content);
}

const nameAt = (names: readonly string[], index: number) => reverseName(names[index] ?? '');

async function graphFiles({ hosts, links }: LinkedHosts) {
  // The generator sorts vertices by their reversed names, and numbers them in that order.
  const names = [...new Set(hosts.map((host) => reverseName(domainOf(`http://${host}/`))))].sort();
  const place = new Map(names.map((name, index) => [name, index]));
  const placeOf = (host: string) => place.get(reverseName(domainOf(`http://${host}/`))) ?? 0;
  const pairs = new Set(links.map(([from, to]) => `${placeOf(from)} ${placeOf(to)}`));
  const edges = [...pairs]
    .map((pair) => pair.split(' ').map(Number) as [number, number])
    .filter(([from, to]) => from !== to)
    .sort(([a, b], [c, d]) => b - d || a - c);
  const { rank: ranks } = await pageRank({
    nodes: names.length,
    from: Uint32Array.from(edges, ([from]) => from),
    to: Uint32Array.from(edges, ([, to]) => to),
  });
  const order = names.map((_, index) => index).sort((a, b) => (ranks[b] ?? 0) - (ranks[a] ?? 0) || a - b);
  const rankLines = order.map(
    // Sorted by harmonic centrality, which here is the same order.
    (index, at) => `${at + 1}\t${(2e7 - at).toFixed(1)}\t${at + 1}\t${(ranks[index] ?? 0) / 1e3}\t${names[index]}\t1`,
  );
  const files = {
    vertices: names.map((name, index) => `${index}\t${name}\t1\n`).join(''),
    // Sorted by the linking domain.
    edges: edges
      .toSorted(([a, b], [c, d]) => a - c || b - d)
      .map(([from, to]) => `${from}\t${to}\n`)
      .join(''),
    ranks: `#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\t#n_hosts\n${rankLines.join('\n')}\n`,
  };
  return { names, edges, files, strongest: order.map((index) => nameAt(names, index)) };
}
