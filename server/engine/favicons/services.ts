// Services that return the icon of any site. They learn which sites users look at, so none is used unless configured.
export type FaviconService = 'google' | 'duckduckgo' | 'favicone';

const addresses: Record<FaviconService, (hostname: string) => string> = {
  google: (hostname) => `https://www.google.com/s2/favicons?domain=${hostname}&sz=256`,
  duckduckgo: (hostname) => `https://icons.duckduckgo.com/ip3/${hostname}.ico`,
  favicone: (hostname) => `https://favicone.com/${hostname}?s=256`,
};

/** For unknown sites each answers 404, which counts as none, or a default globe. */
export function serviceAddress(service: FaviconService, hostname: string): string {
  return addresses[service](encodeURIComponent(hostname));
}
