// One site, several origins: example.com and www.example.com, with http or https. Where they redirect to each other or show
// the same home page, a crawl asks one of them only and files every address under it.

import type { FetchedPage } from '../../pages/fetch-outcome.ts';
import type { PageFetcher } from '../../pages/fetch-page.ts';

/** Kept with the crawl. `same`: by origin, whether it is the same site as `home`. */
export interface KnownOrigins {
  home: string;
  same: Record<string, boolean>;
}

export interface SiteOrigins {
  readonly known: KnownOrigins;
  /** The addresses as the site's home origin has them. Asks for a home page where another origin is met first. Throws like fetchPage. */
  unify(urls: readonly string[], signal?: AbortSignal): Promise<string[]>;
}

/** So much of two home pages has to be the same; the rest may be news and dates. */
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
    // Whoever could not look does not know.
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

/** The other origins that are usually the same site. */
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
