// The vendors the operator has an account with (or runs, like SearXNG), read from the settings. A key enables a vendor. What a
// vendor can do, and its default limits, is in its file in server/engine.
import { z } from 'zod';

/** Asked for screenshots only; their keys are in PICTURE_SERVICES. */
const pictureServices = ['screenshotone', 'urlbox'] as const;
type PictureService = (typeof pictureServices)[number];

/** The variable that enables each vendor: its key, or its address if the operator runs it. */
const enabledBy = {
  ahrefs: 'AHREFS_API_KEY',
  dataforseo: 'DATAFORSEO_PASSWORD',
  moz: 'MOZ_API_TOKEN',
  majestic: 'MAJESTIC_API_KEY',
  serper: 'SERPER_API_KEY',
  serpapi: 'SERPAPI_API_KEY',
  brave: 'BRAVE_API_KEY',
  searxng: 'SEARXNG_URL',
  openpagerank: 'OPENPAGERANK_API_KEY',
  hunter: 'HUNTER_API_KEY',
  snovio: 'SNOVIO_CLIENT_SECRET',
  'voila-norbert': 'VOILA_NORBERT_API_KEY',
  clearout: 'CLEAROUT_API_TOKEN',
  prospeo: 'PROSPEO_API_KEY',
  findymail: 'FINDYMAIL_API_KEY',
  dropcontact: 'DROPCONTACT_API_KEY',
  reacher: 'REACHER_URL',
  zerobounce: 'ZEROBOUNCE_API_KEY',
  neverbounce: 'NEVERBOUNCE_API_KEY',
} as const;
type EnabledVendor = keyof typeof enabledBy;
export type VendorName = EnabledVendor | PictureService;

/** Sources that use another vendor's account: `snovio` alone stands for Snov.io's legacy calls. */
export const sharedAccounts = { 'snovio-v2': 'snovio' } as const satisfies Record<string, VendorName>;
export type VendorSource = VendorName | keyof typeof sharedAccounts;

/**
 * Who can be asked for what, in the order used unless the operator sets another. `own`: Zeus's own index, or its own check of a
 * mailbox. `ranks`: Zeus's rating of domains from imported ranks. `by-graph`: the domains that link to a site, of which Zeus reads
 * pages. `by-search`: the search engines above, and Zeus reads the pages they name. `people`: the address of a person at a domain.
 * `domain-people`: everybody at a domain.
 */
const sourceNames = {
  search: ['dataforseo', 'serper', 'serpapi', 'brave', 'searxng', 'own'],
  backlinks: ['ahrefs', 'dataforseo', 'moz', 'majestic', 'own', 'by-graph', 'by-search'],
  magic: ['dataforseo', 'own', 'by-search'],
  metrics: ['ahrefs', 'dataforseo', 'moz', 'openpagerank', 'ranks', 'own'],
  people: ['hunter', 'snovio-v2', 'clearout', 'prospeo', 'voila-norbert', 'findymail', 'dropcontact', 'snovio'],
  'domain-people': ['hunter', 'snovio-v2'],
  verification: ['own', 'reacher', 'clearout', 'zerobounce', 'neverbounce'],
} as const satisfies Record<string, readonly (VendorSource | 'own' | 'ranks' | 'by-graph' | 'by-search')[]>;
/** Asked only if the operator lists them: Snov.io's legacy calls know what `snovio-v2` knows. */
const onlyIfListed: ReadonlySet<string> = new Set(['snovio']);
export type Capability = keyof typeof sourceNames;
const capabilities = Object.keys(sourceNames) as Capability[];
const orderVariables = {
  search: 'SEARCH_SOURCES',
  backlinks: 'BACKLINK_SOURCES',
  magic: 'MAGIC_SOURCES',
  metrics: 'METRICS_SOURCES',
  people: 'PEOPLE_SOURCES',
  'domain-people': 'DOMAIN_PEOPLE_SOURCES',
  verification: 'VERIFICATION_SOURCES',
} as const satisfies Record<Capability, string>;
export type SourceName<Of extends Capability> = (typeof sourceNames)[Of][number];

/** What VENDOR_LIMITS can change for each vendor. */
const limitNames = [
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
  ...{ people: 7 * 24, 'domain-people': 7 * 24 },
  // Verdicts are cached by address as well; this only keeps a retried job from paying twice.
  verification: 24,
};

/** What one search for backlinks of a page, and one Magic Search, may ask and read. */
const defaultBySearch = { backlinks: { queries: 4, pages: 30 }, magic: { queries: 8, pages: 200 } };
export type BySearchLimits = (typeof defaultBySearch)['magic'];

export interface VendorAccount {
  source: VendorName;
  /** Empty for SearXNG, which has none, and for a Reacher without a secret. */
  key: string;
  /** For vendors with a login and a password (the key), or a client id and its secret. Of screenshot services, their secret. */
  login: string;
  /** Replaces the vendor's own base URL. */
  baseUrl: string | undefined;
  limits: Partial<VendorLimits>;
}

const names = [...Object.keys(enabledBy), ...pictureServices].join('|');
const rates = limitNames.filter((name) => !name.startsWith('dollars')).join('|');
const amounts = limitNames.filter((name) => name.startsWith('dollars')).join('|');
const list = (entry: string) => new RegExp(`^(\\s*${entry}\\s*(,\\s*(?=\\S)|$))*$`);
const text = (pattern: RegExp, example: string) => z.string().regex(pattern, `a list such as ${example}`).default('');
const orderOf = (capability: Capability) =>
  text(list(`(${sourceNames[capability].join('|')})`), sourceNames[capability].slice(-2).join(','));
const keys = Object.fromEntries(Object.values(enabledBy).map((name) => [name, z.string().optional()]));
const orders = Object.fromEntries(capabilities.map((capability) => [orderVariables[capability], orderOf(capability)]));

/** The variables. Lists are validated as a whole, so that a misspelled name stops the start. */
export const liveSourceVariables = {
  ...(keys as Record<(typeof enabledBy)[EnabledVendor], z.ZodOptional<z.ZodString>>),
  SEARXNG_URL: z.url({ protocol: /^https?$/, error: 'an address such as http://127.0.0.1:8888' }).optional(),
  REACHER_URL: z.url({ protocol: /^https?$/, error: 'an address such as http://127.0.0.1:8080' }).optional(),
  REACHER_SECRET: z.string().optional(),
  DATAFORSEO_LOGIN: z.string().optional(),
  SNOVIO_CLIENT_ID: z.string().optional(),
  ...(orders as Record<(typeof orderVariables)[Capability], ReturnType<typeof text>>),
  VENDOR_URLS: text(list(`(${names})=https?://[^\\s,]+`), 'dataforseo=https://sandbox.dataforseo.com'),
  VENDOR_LIMITS: text(
    list(`(${names})\\.((${rates})=[1-9]\\d{0,5}|(${amounts})=\\d{1,6}(\\.\\d{1,6})?)`),
    'serper.perSecond=5,dataforseo.dollarsPerDay=2',
  ),
  BY_SEARCH_LIMITS: text(
    list('(backlinks|magic)\\.(queries=[1-8]|pages=[1-9]\\d{0,2})'),
    'backlinks.queries=4,magic.pages=200',
  ),
  PICTURE_SERVICES: text(
    /^(\s*(screenshotone:[^\s:,]+(:[^\s:,]+)?|urlbox:[^\s:,]+:[^\s:,]+|favicons:(google|duckduckgo|favicone))\s*(,|$))*$/,
    'screenshotone:KEY:SECRET,urlbox:KEY:SECRET,favicons:duckduckgo',
  ),
  CACHE_HOURS: text(list(`(${Object.keys(defaultCacheHours).join('|')})=\\d+(\\.\\d+)?`), 'search=24'),
};

type Variables = z.infer<z.ZodObject<typeof liveSourceVariables>>;

export interface LiveSources {
  accounts: VendorAccount[];
  /** Who is asked, in this order. Vendors without an account are among them. */
  order: { [Of in Capability]: SourceName<Of>[] };
  /** Whether the operator set that order. */
  isOrderSet: Record<Capability, boolean>;
  /** How long an answer is reused. */
  cacheHours: Record<Capability, number>;
  bySearch: Record<keyof typeof defaultBySearch, BySearchLimits>;
}

export function readLiveSources(env: Variables): LiveSources {
  return {
    accounts: readAccounts(env),
    order: ofEach((one) => readOrder(one, env[orderVariables[one]])) as LiveSources['order'],
    isOrderSet: ofEach((one) => env[orderVariables[one]] !== ''),
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

const ofEach = <Value>(read: (capability: Capability) => Value) =>
  Object.fromEntries(capabilities.map((one) => [one, read(one)])) as Record<Capability, Value>;

function readAccounts(env: Variables): VendorAccount[] {
  const ownKeys: Partial<Record<VendorName, string>> = { searxng: '', reacher: env.REACHER_SECRET ?? '' };
  const logins: typeof ownKeys = { dataforseo: env.DATAFORSEO_LOGIN, snovio: env.SNOVIO_CLIENT_ID };
  return (Object.keys(enabledBy) as EnabledVendor[]).flatMap((source) => {
    const set = env[enabledBy[source]];
    return set ? [readAccount(env, { source, key: ownKeys[source] ?? set, login: logins[source] ?? '' })] : [];
  });
}

/** With the address and limits that the operator set. */
function readAccount(env: Variables, account: Pick<VendorAccount, 'source' | 'key' | 'login'>): VendorAccount {
  const { source } = account;
  const own = { searxng: env.SEARXNG_URL, reacher: env.REACHER_URL } as Partial<Record<VendorName, string>>;
  const baseUrl = own[source] || new Map(entries(env.VENDOR_URLS)).get(source);
  return { ...account, baseUrl, limits: limitsOf(source, entries(env.VENDOR_LIMITS)) };
}

/** Outside services for what our own browser or the site itself does not provide. Those for screenshots are in the order they are set. */
export function readPictureServices(env: Variables) {
  const services = env.PICTURE_SERVICES.split(',').map((entry) => entry.trim().split(':'));
  const screenshots = services.flatMap(([name, key = '', login = '']) => {
    const source = pictureServices.find((one) => one === name);
    return source === undefined ? [] : [readAccount(env, { source, key, login })];
  });
  const favicons = services.find(([name]) => name === 'favicons')?.[1];
  return { screenshots, favicons: favicons as 'google' | 'duckduckgo' | 'favicone' | undefined };
}

/** The names were checked with the variable. */
function readOrder(capability: Capability, listed: string): string[] {
  if (listed !== '') return listed.split(',').map((name) => name.trim());
  return sourceNames[capability].filter((name) => !onlyIfListed.has(name));
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
