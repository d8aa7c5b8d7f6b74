// Backlinks through the domain graph, which states the domains that link to the target's domain, but not the pages. Zeus looks for the
// page on each of the strongest: the home page, pages that it links to, then pages that search engines name. Only pages with a followed
// link to the target are delivered.
import type { Kdb } from '../../../platform/db.ts';
import type { GraphReader } from '../../index/common-crawl/graph/referring-domains.ts';
import { domainOf } from '../../pages/page-url.ts';
import { isPlatform } from '../../pages/platforms.ts';
import { type Call, ProviderError } from '../../provider.ts';
import type { OrganicSearch } from '../../search/organic-search.ts';
import { significantWords } from '../by-search/about.ts';
import { findCandidates } from '../by-search/candidates.ts';
import type { LinkTarget } from '../by-search/link-target.ts';
import { isContent, type PageContent, type PageRead } from '../by-search/page-content.ts';
import type { PageReader } from '../by-search/page-reader.ts';
import { proveBacklinks, readTarget } from '../by-search/prove-backlinks.ts';
import { siteQueries } from '../by-search/query-forms.ts';
import { checkReached } from '../by-search/read-all.ts';
import type { BacklinkFinder, BacklinkRequest } from '../find-backlinks.ts';
import type { StatedBacklink } from '../found-backlink.ts';
import { likelyPages } from './likely-pages.ts';

const byGraph = 'by-graph';

export interface ByGraphParts {
  db: Kdb;
  graph: GraphReader;
  reader: PageReader;
  /** None: only the crawler looks. */
  searches: readonly OrganicSearch[];
  /** The addresses of a domain's home page; each is tried only if those before it have no page. */
  homesOf(domain: string): string[];
  /** For one target: `domains` and `queries` at most, and no page is requested after `totalMs`. */
  limits: { domains: number; queries: number; totalMs: number };
}

/** Of each domain, besides its home page. */
const pagesPerDomain = 3;
const foundPerDomain = 2;

interface Looking extends ByGraphParts {
  request: BacklinkRequest;
  target: LinkTarget;
  title: string;
  targetRead: PageRead | undefined;
  call: Call;
  isEnough(): boolean;
}

export function backlinksByGraph(parts: ByGraphParts): BacklinkFinder {
  return {
    source: byGraph,
    knowsLittle: true,
    async find(request, call) {
      const domains = await referringDomains(parts, request);
      call.signal?.throwIfAborted();
      if (domains.length === 0) return null;
      const until = performance.now() + parts.limits.totalMs;
      const isEnough = () => performance.now() > until;
      const looking = { ...parts, ...(await readTarget(parts.reader, request, call)), request, call, isEnough };
      const found = await locate(looking, domains);
      return found.length === 0 ? null : found.slice(0, request.limit);
    },
  };
}

/** Platforms are among the strongest domains and link to most others, so that many more domains are read than looked at. */
const platformsAtMost = 300;

/** Strongest first, without platforms and those that are known to link to the target. */
async function referringDomains(
  { graph, limits }: ByGraphParts,
  { url, minDomainRating, maxDomainRating, knownDomains = new Set() }: BacklinkRequest,
): Promise<string[]> {
  const domain = domainOf(url);
  const range = { minDomainRating, maxDomainRating };
  const found = await graph
    .referringDomains(domain, { ...range, limit: limits.domains + knownDomains.size + platformsAtMost + 1 })
    .catch((cause: unknown) => {
      throw new ProviderError(byGraph, 'The domain graph could not be read.', { cause });
    });
  const isWanted = (name: string) => name !== domain && !knownDomains.has(name) && !isPlatform(name);
  return (found?.domains ?? [])
    .map((one) => one.domain)
    .filter(isWanted)
    .slice(0, limits.domains);
}

/** The linking pages, strongest domain first. Each step looks only at the domains for which those before it found none. */
async function locate(looking: Looking, domains: readonly string[]): Promise<StatedBacklink[]> {
  const homes = await readHomes(looking, domains);
  const found = await prove(looking, [...homes.values()]);
  const open = () => {
    const located = new Set(found.map(({ urlFrom }) => domainOf(urlFrom)));
    return domains.filter((domain) => !located.has(domain));
  };
  const topic = significantWords(looking.title);
  const likely = open().flatMap((domain) => {
    const home = homes.get(domain);
    return home ? likelyPages(home, topic, pagesPerDomain) : [];
  });
  found.push(...(await readAndProve(looking, likely)));
  const named = await searchPages(looking, open()).catch((error: unknown) => {
    // What was found is delivered, unless an answer is on its way.
    if (error instanceof ProviderError && error.kind !== 'pending' && found.length > 0) return [];
    throw error;
  });
  found.push(...(await readAndProve(looking, named)));
  return found.sort((a, b) => b.domainRating - a.domainRating);
}

/** Many sites have a page at only one of their addresses: the other has no DNS record or no certificate of its own. */
async function readHomes(looking: Looking, domains: readonly string[]): Promise<Map<string, PageContent>> {
  const { reader, homesOf, targetRead, call, isEnough } = looking;
  const found = new Map<string, PageContent>();
  const reads = [targetRead];
  let open = domains;
  for (let attempt = 0; ; attempt += 1) {
    const homes = open.flatMap((domain) => {
      const url = homesOf(domain)[attempt];
      return url === undefined ? [] : [{ domain, url }];
    });
    if (homes.length === 0) break;
    const answers = await reader.read(
      homes.map(({ url }) => url),
      { call, isEnough },
    );
    reads.push(...answers);
    open = homes.flatMap(({ domain }, at) => {
      const read = answers[at];
      if (isContent(read)) found.set(domain, read);
      return isContent(read) || read === undefined ? [] : [domain];
    });
  }
  // If the target answered, the network is fine, and these sites are gone.
  checkReached(byGraph, reads);
  return found;
}

/** Pages of these domains that search engines name. */
async function searchPages(looking: Looking, domains: readonly string[]): Promise<string[]> {
  const { searches, request, target, title, limits, call } = looking;
  if (searches.length === 0 || domains.length === 0 || looking.isEnough()) return [];
  const wanted = new Set(domains);
  const queries = siteQueries({ url: request.url, title }, domains, limits.queries);
  const asking = {
    ...{ place: request.place, resultPages: 1, except: target.domain },
    ...{ perDomain: foundPerDomain, most: foundPerDomain * domains.length },
  };
  const candidates = await findCandidates(searches, queries, asking, call);
  return candidates.filter(({ domain }) => wanted.has(domain)).map(({ url }) => url);
}

async function readAndProve(looking: Looking, urls: readonly string[]): Promise<StatedBacklink[]> {
  const { reader, call, isEnough } = looking;
  return prove(looking, (await reader.read(urls, { call, isEnough })).filter(isContent));
}

const prove = (looking: Looking, pages: readonly PageContent[]) =>
  proveBacklinks(looking, looking.target, pages, looking.call);
