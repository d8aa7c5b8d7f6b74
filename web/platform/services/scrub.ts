// Removes from texts and URLs in error reports what must not leave the browser.
import { errorReport } from '../../../shared/limits.ts';
import { parseUrl } from '../../../shared/parse-url.ts';

/** Sign-in secrets are in URLs for a moment; they are filtered like the fields the specification names. */
export const filteredNames = [...errorReport.filteredFields, 'token', 'code', 'secret'];

const filtered = '[FILTERED]';
const longestText = 200;

const names = [...filteredNames, 'authorization', 'api.?key', 'otp'].join('|');
const replacements: readonly [RegExp, string][] = [
  [/([a-z]+:\/\/[^\s?#"'<>]*|(?<![\w/])\/[\w./%-]+)[?#][^\s"'<>]*/gi, '$1'],
  [/\bbearer\s+\S+/gi, `Bearer ${filtered}`],
  [new RegExp(`(\\b\\w*(?:${names})\\w*["']?\\s*[:=]\\s*["']?)[^\\s"'&,;}]+`, 'gi'), `$1${filtered}`],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, filtered],
  [/[^\s@"'<>(,:]+@[^\s@"'<>),]+\.\w+/g, '[EMAIL]'],
  // Long keys, except UUIDs, which identify rows.
  [/\b(?![\da-f]{8}-[\da-f-]{27}\b)[\w-]{32,}/gi, filtered],
];

/** The text without queries of URLs, credentials and email addresses, shortened to what a reader needs. */
export function scrubText(text: string): string {
  return replacements.reduce((rest, [pattern, by]) => rest.replace(pattern, by), text).slice(0, longestText);
}

/** The path of one of our URLs, the origin and path of another; query and fragment may contain a secret. */
export function scrubUrl(address: string): string {
  const url = parseUrl(address, window.location.href);
  if (!url) return '[unknown]';
  const { origin, pathname } = url;
  return scrubText(origin === window.location.origin ? pathname : origin + pathname);
}
