// The import rules as one table: which module each file belongs to, and which modules it may import. A file belongs to the module
// with the longest matching path in `at`. A module may always import itself.
export interface Module {
  readonly name: string;
  readonly at: readonly string[];
  /** Modules that may be imported; 'anything' for modules that nothing else depends on. */
  readonly may: readonly string[] | 'anything';
  /** Modules of which only types may be imported. */
  readonly types?: readonly string[];
  /** Modules that may be imported only by `import()`. */
  readonly lazily?: readonly string[];
}

// Each feature may import those before it on its ladder.
const serverLadders = [
  ['auth', 'users', 'credits', 'billing', 'workflow'],
  ['auth', 'storage'],
  [
    'auth',
    'users',
    'credits',
    'campaigns',
    'prospects',
    'search-results',
    'backlinks',
    'pictures',
    'backlink-search',
    'contacts',
    'workflow',
  ],
];
const webLadders = [
  ['tutorials', 'pages'],
  ['users', 'billing', 'sign-up'],
  ['tutorials', 'users', 'prospects', 'campaigns', 'search-results'],
  ['tutorials', 'users', 'prospects', 'campaigns', 'backlinks', 'contacts', 'screening'],
];

type Ladders = readonly (readonly string[])[];
const namesOn = (ladders: Ladders) => [...new Set(ladders.flat())];
const lowerRungs = (ladders: Ladders, name: string) => [
  ...new Set(
    ladders.filter((ladder) => ladder.includes(name)).flatMap((ladder) => ladder.slice(0, ladder.indexOf(name))),
  ),
];
const featureNames = namesOn(serverLadders);

const engine = ['engine', 'platform', 'shared'];
const features: Module[] = featureNames.map((name) => ({
  name,
  at: [`server/${name}/`],
  may: [...lowerRungs(serverLadders, name), 'jobs', ...engine],
  types: ['database types'],
}));

const webLeaf = ['web leaf', 'shared'];
const webBelowFeatures = ['web layout', 'web platform', 'web ui', ...webLeaf];
const toWebFeature = (name: string) => `web ${name}`;
const webFeatureNames = namesOn(webLadders).map(toWebFeature);
const webFeatures: Module[] = namesOn(webLadders).map((name) => ({
  name: toWebFeature(name),
  at: [`web/${name}/`],
  may: [...lowerRungs(webLadders, name).map(toWebFeature), ...webBelowFeatures],
}));

export const modules: readonly Module[] = [
  { name: 'shared', at: ['shared/'], may: [] },
  { name: 'database types', at: ['db/types.ts'], may: [] },

  { name: 'main', at: ['server/'], may: ['app', 'worker', ...featureNames, 'jobs', ...engine, 'practice'] },
  {
    name: 'app',
    at: ['server/app.ts', 'server/openapi/'],
    may: [...featureNames, 'jobs', ...engine],
    types: ['database types'],
  },
  { name: 'worker', at: ['server/worker.ts'], may: [...featureNames, 'jobs', ...engine], types: ['database types'] },
  ...features,
  { name: 'jobs', at: ['server/jobs.ts'], may: ['platform', 'shared'] },
  { name: 'engine', at: ['server/engine/'], may: ['platform', 'shared'], types: ['database types'] },
  { name: 'platform', at: ['server/platform/'], may: ['shared'], types: ['database types'] },

  {
    name: 'web entry',
    at: ['web/main.tsx', 'web/router.tsx', 'web/router.test.tsx', 'web/routes.test.ts'],
    may: [...webFeatureNames, 'web routes', ...webBelowFeatures],
  },
  ...webFeatures,
  { name: 'web layout', at: ['web/layout/'], may: ['web platform', 'web ui', ...webLeaf] },
  // The list of pages loads each page when it is visited.
  { name: 'web routes', at: ['web/routes.ts'], may: webLeaf, lazily: webFeatureNames },
  { name: 'web platform', at: ['web/platform/'], may: ['web ui', ...webLeaf] },
  { name: 'web ui', at: ['web/ui/'], may: webLeaf },
  { name: 'web leaf', at: ['web/paths.ts', 'web/theme.ts', 'web/kept-values.ts'], may: ['shared'] },

  { name: 'practice', at: ['practice/'], may: ['shared'] },
  { name: 'server test', at: ['server/test/'], may: 'anything' },
  { name: 'web test', at: ['web/test/'], may: 'anything' },
  { name: 'outside', at: ['scripts/', 'bench/', 'e2e/', 'db/', 'vite.config.ts', 'vitest.config.ts'], may: 'anything' },
];

/** Folders within a module that must not import others of the same module. */
export const barred: readonly { readonly from: string; readonly to: readonly string[] }[] = [
  { from: 'server/auth/users/', to: ['server/auth/sessions/', 'server/auth/account/'] },
  { from: 'server/auth/sessions/', to: ['server/auth/account/'] },
];

/** What tests may import in addition to what the file next to them may. */
export const alsoForTests = ['server test', 'web test', 'practice', 'outside', 'database types'];

const outbound = 'server/platform/outbound';
// Sign-in contacts one provider, at the address the operator set; users and pages have no influence on it.
const oauth = 'server/auth/oauth/';
// Contacts only the server it started itself on loopback, and never in production.
const practiceGoogle = 'server/auth/oauth/practice/practice-google.ts';
// Stripe's address is fixed by its package and the operator's key; users and pages have no influence on it.
const payments = 'server/billing/payments/';
// The operator's own servers, at the addresses of INDEX_URL; users and pages have no influence on them.
const clickhouse = 'server/engine/index/engine/clickhouse/';
const listeners = ['server/platform/http/', 'server/platform/embedded-postgres/'];

/** Packages that can reach another machine may be imported at run time only in these places of `server/`. */
export const networkPackages: Record<string, readonly string[]> = {
  undici: [outbound],
  'node:http': [outbound, 'server/platform/http/'],
  'node:https': [outbound, 'server/platform/http/'],
  'node:http2': [outbound, 'server/platform/http/'],
  'node:net': [outbound, ...listeners],
  'node:tls': [outbound],
  'node:dns': [outbound],
  'node:dgram': [outbound],
  fetch: [outbound, practiceGoogle],
  'openid-client': [oauth],
  stripe: [payments],
  '@clickhouse/client': [clickhouse],
  'oauth2-mock-server': [practiceGoogle],
};

export function isTestFile(path: string): boolean {
  return /\.test\.tsx?$|(^|\/)test\/|-for-test\.ts$|\/test-[^/]+\.ts$/.test(path);
}

export function moduleOf(path: string): Module | undefined {
  const matches = modules.flatMap((module) =>
    module.at.filter((at) => path.startsWith(at)).map((at) => ({ module, at })),
  );
  return matches.sort((a, b) => b.at.length - a.at.length)[0]?.module;
}
