// The settings that make Zeus use a running practice web and its vendors.
import { moods, PRACTICE_KEY, vendors } from './stand-in.ts';

export function vendorSettings(vendorUrl: string): string {
  const urls = vendors
    .filter((name) => name !== 'searxng' && name !== 'reacher')
    .map((name) => `${name}=${vendorUrl}/${name}`);
  return `# Settings for Zeus, for its .env or its environment. Leave out the vendors you do not want to try.
PRACTICE=${vendorUrl}
SEARXNG_URL=${vendorUrl}/searxng
AHREFS_API_KEY=${PRACTICE_KEY}
MOZ_API_TOKEN=${PRACTICE_KEY}
MAJESTIC_API_KEY=${PRACTICE_KEY}
BRAVE_API_KEY=${PRACTICE_KEY}
SERPER_API_KEY=${PRACTICE_KEY}
SERPAPI_API_KEY=${PRACTICE_KEY}
DATAFORSEO_LOGIN=${PRACTICE_KEY}
DATAFORSEO_PASSWORD=${PRACTICE_KEY}
OPENPAGERANK_API_KEY=${PRACTICE_KEY}
HUNTER_API_KEY=${PRACTICE_KEY}
SNOVIO_CLIENT_ID=${PRACTICE_KEY}
SNOVIO_CLIENT_SECRET=${PRACTICE_KEY}
VOILA_NORBERT_API_KEY=${PRACTICE_KEY}
CLEAROUT_API_TOKEN=${PRACTICE_KEY}
PROSPEO_API_KEY=${PRACTICE_KEY}
FINDYMAIL_API_KEY=${PRACTICE_KEY}
DROPCONTACT_API_KEY=${PRACTICE_KEY}
REACHER_URL=${vendorUrl}/reacher
ZEROBOUNCE_API_KEY=${PRACTICE_KEY}
NEVERBOUNCE_API_KEY=${PRACTICE_KEY}
VENDOR_URLS=${urls.join(',')}
# Who is asked, in this order; "own" is Zeus's own index.
SEARCH_SOURCES=dataforseo,serper,serpapi,brave,searxng
BACKLINK_SOURCES=ahrefs,dataforseo,moz,majestic
MAGIC_SOURCES=dataforseo
METRICS_SOURCES=dataforseo,openpagerank,own
# Email partners are asked in an order of Zeus's own unless you set PEOPLE_SOURCES, DOMAIN_PEOPLE_SOURCES or VERIFICATION_SOURCES.
# What the vendors charged so far: ${vendorUrl}/bills.json
# To see a failure, add one of these to a vendor's address, as in ${vendorUrl}/serper:broke
# ${moods.slice(1).join(', ')}`;
}
