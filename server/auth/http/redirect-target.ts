// Where a flow may send the browser: the site itself, and what the operator listed in AUTH_REDIRECT_URLS.
// Anything else, and anything two parsers could read differently, is silently replaced by the site.
import type { Context as HonoContext } from 'hono';
import type { Context } from '../../platform/context.ts';
import { readQuery } from './read-fields.ts';

type Configured = Pick<Context, 'config'>;

const longest = 2048;
const neverSchemes = ['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:'];

/** The request's target: its redirect_to, else its referrer, else the site. Does not throw for a bad one. */
export function redirectTarget(auth: Configured, c: HonoContext, asked = readQuery(c, 'redirect_to')): string {
  const wanted = asked || c.req.header('redirect_to') || pageOf(c.req.header('referer'));
  return allowedTarget(auth, wanted) ?? auth.config.web.siteUrl;
}

/** The calling page without its query, which may contain a link's token. */
function pageOf(referrer: string | undefined): string | undefined {
  return referrer?.replace(/[?#].*$/s, '');
}

/** The target as browsers parse it, or null if it is not allowed. */
export function allowedTarget({ config }: Configured, wanted: string | undefined): string | null {
  const url = parseStrictly(wanted);
  if (!url) return null;
  if (url.origin !== 'null' && url.origin === new URL(config.web.siteUrl).origin) return url.href;
  if (isRefusedHost(url)) return null;
  const { href } = withoutFragment(url);
  return config.auth.redirectUrls.some((pattern) => compilePattern(pattern).test(href)) ? url.href : null;
}

function parseStrictly(wanted: string | undefined): URL | null {
  if (!wanted || wanted.length > longest) return null;
  // A scheme with two slashes, and no space, control character or backslash: nothing that parsers disagree about.
  if (!/^[a-z][a-z0-9+.-]*:\/\/[^\s\\\p{Cc}\p{Cf}]+$/iu.test(wanted)) return null;
  const url = URL.parse(wanted);
  // Must be spelled as the browser parses it: no user info, no alternative spelling of a host or IP address.
  if (!url || !wanted.toLowerCase().startsWith(`${url.protocol}//${url.host}`)) return null;
  if (/^[^/?#]*@/.test(wanted.slice(url.protocol.length + 2))) return null;
  return neverSchemes.includes(url.protocol) ? null : url;
}

/** IP addresses other than this machine's own are refused, since operators list sites by name. */
function isRefusedHost({ protocol, hostname }: URL): boolean {
  if (protocol !== 'http:' && protocol !== 'https:') return false;
  if (hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname)) return false;
  return /^\[|^[\d.]+$/.test(hostname) || !/^[a-z0-9.-]+$/.test(hostname);
}

function withoutFragment(url: URL): URL {
  const bare = new URL(url);
  bare.hash = '';
  return bare;
}

/** `*` matches a run without . and /, `**` any run, `?` one character, `[..]` one of these, `{a,b}` one of these words. Throws SyntaxError. */
export function compilePattern(pattern: string): RegExp {
  const source = pattern.replace(/\*\*|\*|\?|\[[^\]]+\]|\{[^}]*\}|./gsu, (part) => {
    if (part === '**') return '.*';
    if (part === '*') return '[^./]*';
    if (part === '?') return '[^./]';
    if (part.length > 1 && part.startsWith('[')) return `[${part.slice(1, -1).replace(/[\\\][^]/g, '\\$&')}]`;
    if (part.length > 1 && part.startsWith('{'))
      return `(?:${part.slice(1, -1).split(',').map(RegExp.escape).join('|')})`;
    return RegExp.escape(part);
  });
  return new RegExp(`^${source}$`, 'u');
}
