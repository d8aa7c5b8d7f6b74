// robots.txt as in RFC 9309: groups by product token, the longest matching rule wins, `*` and `$` in rules. Pure; robots.ts
// fetches and caches the file.

export interface RobotsFile {
  /** Whether the URL (path and query) may be fetched. */
  allows(path: string): boolean;
  /** The group's Crawl-delay in seconds; 0 if it has none. */
  crawlDelay: number;
  /** As named; they apply to every robot. */
  sitemaps: string[];
}

interface Rule {
  allow: boolean;
  /** Length of the rule as written, in octets: the longest match wins. */
  length: number;
  /** The texts between the stars, in order. */
  parts: string[];
  /** Ends with `$`: nothing may follow. */
  anchored: boolean;
}

interface Group {
  agents: string[];
  rules: Rule[];
  crawlDelay: number;
}

// No honest file has more rules than this; the rest is ignored, as in a file that is too long.
const MAX_RULES = 10_000;
const MAX_SITEMAPS = 20;

export const ALLOW_ALL: RobotsFile = { allows: () => true, crawlDelay: 0, sitemaps: [] };

/** Parses a robots.txt for the bot with this product token. Never throws. */
export function readRobotsFile(text: string, token: string): RobotsFile {
  const groups = readGroups(text.replace(/^\uFEFF/, ''));
  const own = groups.filter((group) => group.agents.includes(token.toLowerCase()));
  const chosen = own.length > 0 ? own : groups.filter((group) => group.agents.includes('*'));
  const rules = chosen.flatMap((group) => group.rules);
  return {
    allows: (path) => isAllowed(rules, path),
    crawlDelay: Math.max(0, ...chosen.map((group) => group.crawlDelay)),
    sitemaps: sitemapsIn(text),
  };
}

function sitemapsIn(text: string): string[] {
  // A URL may contain '#', so comments are not stripped here.
  const named = [...text.matchAll(/^[\t ]*sitemap[\t ]*:[\t ]*(\S+)/gim)].map(([, address = '']) => address);
  return [...new Set(named)].slice(0, MAX_SITEMAPS);
}

function readGroups(text: string): Group[] {
  const groups: Group[] = [];
  let group: Group | undefined;
  let isHead = false;
  let count = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = '', value = ''] = /^\s*([\w-]+)\s*:\s*([^#]*)/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === 'user-agent') {
      if (group === undefined || !isHead) {
        group = { agents: [], rules: [], crawlDelay: 0 };
        groups.push(group);
      }
      isHead = true;
      group.agents.push(tokenOf(value));
    } else if (key === 'allow' || key === 'disallow') {
      isHead = false;
      const pattern = value.trim();
      if (pattern !== '' && group !== undefined && count < MAX_RULES) {
        group.rules.push(toRule(pattern, key === 'allow'));
        count += 1;
      }
    } else if (key === 'crawl-delay' && group !== undefined) {
      isHead = false;
      const seconds = Number.parseFloat(value);
      if (seconds > group.crawlDelay) group.crawlDelay = seconds;
    }
  }
  return groups;
}

/** 'ZeusBot/1.0 (+https://…)' names ZeusBot; `*` names all bots. */
function tokenOf(value: string): string {
  const text = value.trim();
  return text.startsWith('*') ? '*' : (/^[a-z_-]+/i.exec(text)?.[0].toLowerCase() ?? '');
}

function toRule(pattern: string, allow: boolean): Rule {
  const plain = normalize(pattern);
  const anchored = plain.endsWith('$');
  const parts = (anchored ? plain.slice(0, -1) : plain).split(/\*+/);
  return { allow, length: plain.length, parts, anchored };
}

function isAllowed(rules: readonly Rule[], path: string): boolean {
  if (path === '/robots.txt') return true;
  const target = normalize(path);
  let longest = -1;
  let allow = true;
  for (const rule of rules) {
    if (rule.length < longest || !matches(rule, target)) continue;
    allow = rule.length > longest ? rule.allow : allow || rule.allow;
    longest = rule.length;
  }
  return allow;
}

/** Leftmost match of each part in turn: for patterns with only stars, this finds a match whenever there is one. */
function matches({ parts, anchored }: Rule, path: string): boolean {
  const [first = '', ...others] = parts;
  if (!path.startsWith(first)) return false;
  let at = first.length;
  const last = anchored ? others.pop() : undefined;
  for (const part of others) {
    const found = path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  if (!anchored) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/** One spelling for all: non-ASCII letters encoded, encoded plain letters decoded, hex digits in upper case. */
function normalize(text: string): string {
  return text
    .replace(/%[0-9a-f]{2}/gi, (code) => {
      const letter = String.fromCharCode(Number.parseInt(code.slice(1), 16));
      return /[\w.~-]/.test(letter) ? letter : code.toUpperCase();
    })
    .replace(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter.isWellFormed() ? letter : '\uFFFD'));
}
