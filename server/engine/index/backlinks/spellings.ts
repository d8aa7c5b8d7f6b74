import { domainOf } from '../../pages/page-url.ts';

/** The same page as people write it: http or https, with or without www and a trailing slash. */
export function spellings(url: string): string[] {
  const { port } = new URL(url);
  let all = [url];
  // On another port, https is another server.
  if (port === '') all = all.flatMap((one) => [one, withOtherScheme(one)]);
  all = all.flatMap((one) => [one, withOtherHost(one)]);
  all = all.flatMap((one) => [one, withOtherEnd(one)]);
  return [...new Set(all)];
}

function withOtherScheme(url: string): string {
  const other = new URL(url);
  other.protocol = other.protocol === 'https:' ? 'http:' : 'https:';
  return other.href;
}

/** Other subdomains are other sites, and hardly any has a www of its own. */
function withOtherHost(url: string): string {
  const other = new URL(url);
  const domain = domainOf(url);
  const hosts = [domain, `www.${domain}`];
  // A host that can't have a www, such as an IP address, stays as it is.
  if (hosts.includes(other.hostname)) other.hostname = hosts.find((host) => host !== other.hostname) ?? domain;
  return other.href;
}

function withOtherEnd(url: string): string {
  const other = new URL(url);
  if (other.pathname !== '/') {
    other.pathname = other.pathname.endsWith('/') ? other.pathname.slice(0, -1) : `${other.pathname}/`;
  }
  return other.href;
}
