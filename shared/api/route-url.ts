// Only types are imported here: the browser bundles this file, and must not bundle the schemas.
import type { Api } from './api.ts';
import type { UrlParts } from './endpoint.ts';

/** The URL of an endpoint, such as '/data/requests/0197…?limit=10'. */
export function routeUrl<Name extends keyof Api>(name: Name, parts: UrlParts<Api[Name]>): string {
  return fillPath(name.replace(/^\w+ /, ''), parts as UrlValues);
}

export interface UrlValues {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
}

/** Like routeUrl, for values that were already checked. Undefined query parameters are left out. */
export function fillPath(path: string, { params = {}, query = {} }: UrlValues): string {
  // JSON drops undefined values.
  const search = new URLSearchParams(JSON.parse(JSON.stringify(query)));
  return `${path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(`${params[key]}`))}?${search}`.replace(
    /\?$/,
    '',
  );
}
