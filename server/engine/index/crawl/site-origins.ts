// One site, several origins: example.com and www.example.com, over http or https. If they redirect to each other or show the same
// home page, a crawl asks only one of them and files every URL under it.

import type { FetchedPage } from '../../pages/fetch-outcome.ts';
import type { PageFetcher } from '../../pages/fetch-page.ts';

/** Stored with the crawl. `same`: by origin, whether it is the same site as `home`. */
export interface KnownOrigins {
  home: string;
  same: Record<string, boolean>;
}

export interface SiteOrigins {
  readonly known: KnownOrigins;
  /** The URLs under the site's home origin. Fetches a home page when it first meets another origin. Throws like fetchPage. */
  unify(urls: readonly string[], signal?: AbortSignal): Promise<string[]>;
}

/** The share of two home pages that must be equal; the rest may be news and dates. */
const LIKENESS = 0.8;

export function createSiteOrigins(fetcher: PageFetcher, known: KnownOrigins): SiteOrigins {
  const variants = new Set(variantsOf(known.home));
  const tried = new Set<string>();

  async function isSame(origin: string, signal: AbortSignal | undefined): Promise<boolean> {
    const settled = known.same[origin];
    if (settled !== undefined || tried.has(origin)) return settled ?? false;
    tried.add(origin);
    const options = signal ? { signal } : {};
    const other = await fetcher.fetchPage(`${origin}/`, options);
    // If we could not look, we don't know.
    if (other.kind === 'could-not-look') return false;
    known.same[origin] = other.kind === 'page' && (await leadsHome(other.page, options));
    return known.same[origin];
  }

  async function leadsHome(page: FetchedPage, options: { signal?: AbortSignal }): Promise<boolean> {
    if (new URL(page.url).origin === known.home) return true;
    const home = await fetcher.fetchPage(`${known.home}/`, options);
    return home.kind === 'page' && areAlike(page, home.page);
  }

  return {
    known,
    async unify(urls, signal) {
      const unified: string[] = [];
      for (const url of urls) {
        const { origin } = new URL(url);
        const isOther = origin !== known.home && variants.has(origin) && (await isSame(origin, signal));
        unified.push(isOther ? known.home + url.slice(origin.length) : url);
      }
      return unified;
    },
  };
}

/** The other origins that usually belong to the same site. */
function variantsOf(origin: string): string[] {
  const { protocol, hostname, port } = new URL(origin);
  const bare = hostname.replace(/^www\./, '');
  const schemes = port === '' ? ['http:', 'https:'] : [protocol];
  const all = schemes.flatMap((scheme) =>
    [bare, `www.${bare}`].map((name) => `${scheme}//${name}${port === '' ? '' : `:${port}`}`),
  );
  return all.filter((one) => one !== origin);
}

function areAlike(one: FetchedPage, other: FetchedPage): boolean {
  const [a, b] = [linesOf(one), linesOf(other)];
  const shared = [...a].filter((line) => b.has(line)).length;
  return shared > 0 && shared >= LIKENESS * Math.max(a.size, b.size);
}

function linesOf({ facts }: FetchedPage): Set<string> {
  return new Set([facts.title, ...facts.blocks.map(({ text }) => text)].map((text) => text.replace(/\d+/g, '0')));
}
