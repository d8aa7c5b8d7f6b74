// The vendors the operator has an account with (or runs, like SearXNG), read from the settings. A key enables a vendor. What a
// vendor can do, and its default limits, is in its file in server/engine.
import { z } from 'zod';

export const vendorNames = [
  'ahrefs',
  'dataforseo',
  'moz',
  'majestic',
  'serper',
  'serpapi',
  'brave',
  'searxng',
  'openpagerank',
] as const;
export type VendorName = (typeof vendorNames)[number];

/**
 * Who can be asked for what, in the order used unless the operator sets another. `own`: Zeus's own index. `by-search`: the search
 * engines above, and Zeus reads the pages they name.
 */
export const sourceNames = {
  search: ['dataforseo', 'serper', 'serpapi', 'brave', 'searxng', 'own'],
  backlinks: ['ahrefs', 'dataforseo', 'moz', 'majestic', 'own', 'by-search'],
  magic: ['dataforseo', 'own', 'by-search'],
  metrics: ['ahrefs', 'dataforseo', 'moz', 'openpagerank', 'own'],
} as const satisfies Record<string, readonly (VendorName | 'own' | 'by-search')[]>;
export type Capability = keyof typeof sourceNames;
export type SourceName<Of extends Capability> = (typeof sourceNames)[Of][number];

/** What VENDOR_LIMITS can change for each vendor. */
export const limitNames = [
  'perSecond',
  'perMinute',
  'concurrent',
  'dollarsPerDay',
  'dollarsPerMonth',
  'dollarsPerUnit',
  'rows',
] as const;
type LimitName = (typeof limitNames)[number];
export type VendorLimits = Record<Exclude<LimitName, 'rows'>, number> & {
  /** The most backlinks bought for one page. */
  rows?: number;
};

/** How long an answer is reused, in hours, unless CACHE_HOURS says otherwise. */
const defaultCacheHours: Record<Capability, number> = {
  ...{ search: 24, backlinks: 7 * 24, magic: 7 * 24 },
  // Ratings and traffic are monthly figures.
  metrics: 30 * 24,
};

/** What one search for backlinks of a page, and one Magic Search, may ask and read. */
const defaultBySearch = { backlinks: { queries: 4, pages: 30 }, magic: { queries: 8, pages: 200 } };
export type BySearchLimits = (typeof defaultBySearch)['magic'];

export interface VendorAccount {
  source: VendorName;
  /** Empty for SearXNG, which has none. */
  key: string;
  /** For vendors with a login and a password (the key). */
  login: string;
  /** Replaces the vendor's own base URL. */
  baseUrl: string | undefined;
  limits: Partial<VendorLimits>;
}

const names = vendorNames.join('|');
const rates = limitNames.filter((name) => !name.startsWith('dollars')).join('|');
const amounts = limitNames.filter((name) => name.startsWith('dollars')).join('|');
const list = (entry: string) => new RegExp(`^(\\s*${entry}\\s*(,\\s*(?=\\S)|$))*$`);
const text = (pattern: RegExp, example: string) => z.string().regex(pattern, `a list such as ${example}`).default('');
const orderOf = (capability: Capability) =>
  text(list(`(${sourceNames[capability].join('|')})`), sourceNames[capability].slice(-2).join(','));

/** The variables. Lists are validated as a whole, so that a misspelled name stops the start. */
export const liveSourceVariables = {
  SEARXNG_URL: z.url({ protocol: /^https?$/, error: 'an address such as http://127.0.0.1:8888' }).optional(),
  BRAVE_API_KEY: z.string().optional(),
  SERPER_API_KEY: z.string().optional(),
  SERPAPI_API_KEY: z.string().optional(),
  AHREFS_API_KEY: z.string().optional(),
  MOZ_API_TOKEN: z.string().optional(),
  MAJESTIC_API_KEY: z.string().optional(),
  DATAFORSEO_LOGIN: z.string().optional(),
  DATAFORSEO_PASSWORD: z.string().optional(),
  OPENPAGERANK_API_KEY: z.string().optional(),
  SEARCH_SOURCES: orderOf('search'),
  BACKLINK_SOURCES: orderOf('backlinks'),
  MAGIC_SOURCES: orderOf('magic'),
  METRICS_SOURCES: orderOf('metrics'),
  VENDOR_URLS: text(list(`(${names})=https?://[^\\s,]+`), 'dataforseo=https://sandbox.dataforseo.com'),
  VENDOR_LIMITS: text(
    list(`(${names})\\.((${rates})=[1-9]\\d{0,5}|(${amounts})=\\d{1,6}(\\.\\d{1,6})?)`),
    'serper.perSecond=5,dataforseo.dollarsPerDay=2',
  ),
  BY_SEARCH_LIMITS: text(
    list('(backlinks|magic)\\.(queries=[1-8]|pages=[1-9]\\d{0,2})'),
    'backlinks.queries=4,magic.pages=200',
  ),
  CACHE_HOURS: text(list(`(${Object.keys(defaultCacheHours).join('|')})=\\d+(\\.\\d+)?`), 'search=24'),
};

type Variables = z.infer<z.ZodObject<typeof liveSourceVariables>>;

export interface LiveSources {
  accounts: VendorAccount[];
  /** Who is asked, in this order. Vendors without an account are among them. */
  order: { [Of in Capability]: SourceName<Of>[] };
  /** How long an answer is reused. */
  cacheHours: Record<Capability, number>;
  bySearch: Record<keyof typeof defaultBySearch, BySearchLimits>;
}

export function readLiveSources(env: Variables): LiveSources {
  const urls = new Map(entries(env.VENDOR_URLS));
  const limits = entries(env.VENDOR_LIMITS);
  const keys: Record<VendorName, string | undefined> = {
    ahrefs: env.AHREFS_API_KEY,
    dataforseo: env.DATAFORSEO_PASSWORD,
    moz: env.MOZ_API_TOKEN,
    majestic: env.MAJESTIC_API_KEY,
    serper: env.SERPER_API_KEY,
    serpapi: env.SERPAPI_API_KEY,
    brave: env.BRAVE_API_KEY,
    searxng: env.SEARXNG_URL && '',
    openpagerank: env.OPENPAGERANK_API_KEY,
  };
  if (env.SEARXNG_URL) urls.set('searxng', env.SEARXNG_URL);
  return {
    accounts: vendorNames.flatMap((source) => {
      const key = keys[source];
      if (key === undefined) return [];
      const login = source === 'dataforseo' ? (env.DATAFORSEO_LOGIN ?? '') : '';
      return [{ source, key, login, baseUrl: urls.get(source), limits: limitsOf(source, limits) }];
    }),
    order: {
      search: readOrder('search', env.SEARCH_SOURCES),
      backlinks: readOrder('backlinks', env.BACKLINK_SOURCES),
      magic: readOrder('magic', env.MAGIC_SOURCES),
      metrics: readOrder('metrics', env.METRICS_SOURCES),
    },
    cacheHours: {
      ...defaultCacheHours,
      ...Object.fromEntries(entries(env.CACHE_HOURS).map(([name, hours]) => [name, Number(hours)])),
    },
    bySearch: {
      backlinks: { ...defaultBySearch.backlinks, ...limitsOf('backlinks', entries(env.BY_SEARCH_LIMITS)) },
      magic: { ...defaultBySearch.magic, ...limitsOf('magic', entries(env.BY_SEARCH_LIMITS)) },
    },
  };
}

/** The names were checked with the variable. */
function readOrder<Of extends Capability>(capability: Of, listed: string): SourceName<Of>[] {
  const names = listed === '' ? [...sourceNames[capability]] : listed.split(',').map((name) => name.trim());
  return names as SourceName<Of>[];
}

/** What does not fit together. */
export function findLiveSourceProblems(env: Variables): string[] {
  return !env.DATAFORSEO_LOGIN === !env.DATAFORSEO_PASSWORD
    ? []
    : ['DATAFORSEO_LOGIN, DATAFORSEO_PASSWORD: DataForSEO needs both'];
}

/** Those of the limits that begin with this name. */
function limitsOf(of: string, limits: [string, string][]): Record<string, number> {
  const own = limits.flatMap(([name, value]) =>
    name.startsWith(`${of}.`) ? [[name.slice(of.length + 1), Number(value)]] : [],
  );
  return Object.fromEntries(own);
}

/** Parses `a=1, b=2` into pairs. */
function entries(listed: string): [string, string][] {
  return listed
    .split(',')
    .filter((entry) => entry.trim() !== '')
    .map((entry) => {
      const [name = '', value = ''] = entry.trim().split(/=(.*)/s);
      return [name, value];
    });
}
