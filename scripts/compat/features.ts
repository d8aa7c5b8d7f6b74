// Which web platform features some supported browser lacks, according to MDN's browser compatibility data.

import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { BrowserName, CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';

/** The oldest supported version of each browser. */
export type OldestVersions = Readonly<Partial<Record<BrowserName, string>>>;

export interface Features {
  /** Globals and their static members: `CloseWatcher`, `URL.parse`. */
  readonly globals: ReadonlySet<string>;
  /** Methods of objects. Names shared with a supported feature are left out, because we can't tell whose `parse` is called. */
  readonly methods: ReadonlySet<string>;
  /** Attributes that any element can have. */
  readonly attributes: ReadonlySet<string>;
  /** Properties, `@rules`, `:selectors` and `functions()` of CSS. */
  readonly styles: ReadonlySet<string>;
}

// Objects whose methods pages call. Interfaces of rare devices also have methods called `run` and `build`.
const called =
  /^((HTML|SVG)\w*|Element|Node|NodeList|Document|Window|Event|EventTarget|Navigator|History|Range|Selection|Response|Request|Headers|Blob|File|FormData|URL\w*|ReadableStream|AbortSignal|Crypto)$/;

type IsMissing = (feature: Identifier) => boolean;

export function missingFeatures(oldest: OldestVersions): Features {
  const isMissing: IsMissing = ({ __compat }) => __compat !== undefined && !isSupported(__compat, oldest);
  const builtins = childrenOf(bcd.javascript.builtins);
  const intl = childrenOf(bcd.javascript.builtins?.Intl).map(([name, inner]) => [`Intl.${name}`, inner] as const);
  const interfaces = childrenOf(bcd.api);
  return {
    globals: missingGlobals([...interfaces, ...builtins, ...intl], isMissing),
    methods: missingMethods([...interfaces.filter(([name]) => called.test(name)), ...builtins], isMissing),
    attributes: missingNames(bcd.html.global_attributes, isMissing),
    styles: new Set([
      ...missingNames(bcd.css.properties, isMissing),
      ...[...missingNames(bcd.css.selectors, isMissing)].map((name) => `:${name}`),
      ...[...missingNames(bcd.css['at-rules'], isMissing)].map((name) => `@${name}`),
      ...missingFunctions(bcd.css.types, isMissing),
    ]),
  };
}

type Named = readonly [name: string, feature: Identifier];

function missingGlobals(interfaces: readonly Named[], isMissing: IsMissing): Set<string> {
  return new Set(
    interfaces.flatMap(([name, feature]) => [
      ...(isMissing(feature) ? [name] : []),
      ...[...missingNames(feature, isMissing)].map((member) => `${name}.${member.replace(/_static$/, '')}`),
    ]),
  );
}

function missingMethods(interfaces: readonly Named[], isMissing: IsMissing): Set<string> {
  const members = interfaces.flatMap(([, feature]) => childrenOf(feature));
  const supported = new Set(members.filter(([, feature]) => !isMissing(feature)).map(([name]) => name));
  return new Set(members.map(([name]) => name).filter((name) => !supported.has(name)));
}

function missingNames(group: Identifier | undefined, isMissing: IsMissing): Set<string> {
  return new Set(
    childrenOf(group)
      .filter(([, feature]) => isMissing(feature))
      .map(([name]) => name),
  );
}

/** CSS functions occur at any depth among its types: `light-dark()`. */
function missingFunctions(types: Identifier | undefined, isMissing: IsMissing): string[] {
  return childrenOf(types).flatMap(([name, feature]) => [
    ...(isMissing(feature) ? [`${name}()`] : []),
    ...missingFunctions(feature, isMissing),
  ]);
}

function childrenOf(feature: Identifier | undefined): Named[] {
  return Object.entries(feature ?? {}).filter((one): one is [string, Identifier] => one[0] !== '__compat');
}

function isSupported({ support }: CompatStatement, oldest: OldestVersions): boolean {
  return Object.entries(oldest).every(([browser, version]) =>
    [support[browser as BrowserName] ?? []].flat().some((statement) => covers(statement, version)),
  );
}

/** A prefixed spelling is another name; a feature behind a flag is missing. */
function covers(statement: SimpleSupportStatement, version: string): boolean {
  const { version_added: added, version_removed: removed, flags, prefix } = statement;
  if (typeof added !== 'string' || added === 'preview' || flags || prefix) return false;
  return !isNewer(added, version) && (typeof removed !== 'string' || isNewer(removed, version));
}

/** MDN writes "≤79" if no one checked further back. */
function isNewer(one: string, other: string): boolean {
  const [major = 0, minor = 0] = one.replace('≤', '').split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}
