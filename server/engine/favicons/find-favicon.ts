// The icon of a site: from its home page, its manifest or the usual path; then from a favicon service if one is set. The site is
// visited like any other: as our bot, respecting robots.txt and its turn. Whether a file is a picture is decided by its bytes.

import { type PictureType, pictureType } from '../../platform/files/picture-type.ts';
import type { Practice } from '../../platform/outbound/connecting/target.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import type { SiteFetcher } from '../pages/fetch-page.ts';
import { type Icon, iconsIn, iconsInManifest, inOrder, manifestIn } from './named-icons.ts';
import { isSafeSvg } from './safe-svg.ts';
import { type FaviconService, serviceAddress } from './services.ts';

export interface FoundIcon extends PictureType {
  bytes: Uint8Array;
}

export interface FaviconSearch {
  fetcher: SiteFetcher;
  /** For the service. */
  outbound: Outbound;
  practice?: Practice | undefined;
  service?: FaviconService | undefined;
  signal?: AbortSignal | undefined;
}

const KB = 1024;
/** How many of the icons named by a site are tried. */
const maxTries = 5;
/** For a whole search: several requests with a pause in between. */
const WITHIN_MS = 30_000;
const serviceLimits = { totalMs: 8_000, maxBodyBytes: 512 * KB };

/** Null if there is none that can be shown; 'not-now' if the site could not be asked. Never rejects. */
export async function findFavicon(hostname: string, search: FaviconSearch): Promise<FoundIcon | 'not-now' | null> {
  const tour = newTour(search);
  const own = await fromSite(hostname, search, tour.ask).catch(() => null);
  const none = tour.wasTurnedDown() ? 'not-now' : null;
  if (own || !search.service || isPractice(hostname, search)) return own ?? none;
  return (await fromService(search, serviceAddress(search.service, hostname))) ?? none;
}

type Ask = (url: string, accept: string, maxBytes: number) => Promise<Fetched | null>;

interface Fetched {
  bytes: Uint8Array;
  url: string;
}

/** Fetches files of the site, and records whether it could not be asked. */
function newTour({ fetcher, signal }: FaviconSearch): { ask: Ask; wasTurnedDown(): boolean } {
  const deadline = AbortSignal.timeout(WITHIN_MS);
  const until = signal ? AbortSignal.any([signal, deadline]) : deadline;
  let isTurnedDown = false;
  return {
    wasTurnedDown: () => isTurnedDown || until.aborted,
    async ask(url, accept, maxBytes) {
      const outcome = await fetcher.fetchFile(url, { accept, maxBytes, signal: until });
      if (outcome.kind === 'could-not-look' && outcome.notRequested) isTurnedDown = true;
      if (outcome.kind !== 'file' || !outcome.file.isWhole) return null;
      return outcome.file;
    },
  };
}

const isPractice = (hostname: string, { practice }: FaviconSearch) =>
  practice !== undefined && hostname.endsWith('.localhost');

function originsOf(hostname: string, search: FaviconSearch): string[] {
  if (isPractice(hostname, search)) return [`http://${hostname}:${search.practice?.port}/`];
  return [`https://${hostname}/`, `http://${hostname}/`];
}

async function fromSite(hostname: string, search: FaviconSearch, ask: Ask): Promise<FoundIcon | null> {
  for (const origin of originsOf(hostname, search)) {
    const front = await ask(origin, 'text/html', 1024 * KB);
    const named = front ? await namedBy(front, ask) : [];
    const usual = { url: new URL('/favicon.ico', front?.url ?? origin).href, size: 0 };
    for (const icon of [...inOrder(named).slice(0, maxTries), usual]) {
      const found = toIcon(await ask(icon.url, 'image/*', 512 * KB));
      if (found) return found;
    }
    if (front) return null;
  }
  return null;
}

async function namedBy(front: Fetched, ask: Ask): Promise<Icon[]> {
  const text = textOf(front);
  const icons = iconsIn(text, front.url);
  const manifest = manifestIn(text, front.url);
  // If the page names a large icon, nothing else needs to be fetched.
  if (!manifest || icons.some(({ size }) => size >= 128)) return icons;
  const answer = await ask(manifest, 'application/manifest+json, application/json', 100 * KB);
  return answer ? [...icons, ...iconsInManifest(textOf(answer), answer.url)] : icons;
}

const textOf = ({ bytes }: Fetched) => Buffer.from(bytes).toString('utf8');

function toIcon(answer: Fetched | null): FoundIcon | null {
  const type = answer && pictureType(answer.bytes);
  if (!answer || !type) return null;
  const isSafe = type.extension !== 'svg' || isSafeSvg(textOf(answer));
  return isSafe ? { ...type, bytes: answer.bytes } : null;
}

async function fromService({ outbound, signal }: FaviconSearch, url: string): Promise<FoundIcon | null> {
  try {
    const answer = await outbound.request(url, { limits: serviceLimits, ...(signal ? { signal } : {}) });
    if (answer.status === 200) return toIcon({ bytes: await answer.bytes(), url: answer.url });
    answer.cancel();
    return null;
  } catch {
    return null;
  }
}
