// Services that give the icon of any site. They learn which sites users look at, so none is asked unless it was set.
export type FaviconService = 'google' | 'duckduckgo' | 'favicone';

const addresses: Record<FaviconService, (hostname: string) => string> = {
  google: (hostname) => `https://www.google.com/s2/favicons?domain=${hostname}&sz=256`,
  duckduckgo: (hostname) => `https://icons.duckduckgo.com/ip3/${hostname}.ico`,
  favicone: (hostname) => `https://favicone.com/${hostname}?s=256`,
};

/** For sites it does not know each of them answers 404, which counts as none, or a globe of its own. */
export function serviceAddress(service: FaviconService, hostname: string): string {
  return addresses[service](encodeURIComponent(hostname));
}
