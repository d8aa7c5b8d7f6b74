// The icon of a site: from its front page, its manifest or the usual place; then from a favicon service where one is set.
// What it finds is a picture by its bytes, whatever the site says it is.

import { type PictureType, pictureType } from '../../platform/files/picture-type.ts';
import type { Practice } from '../../platform/outbound/connecting/target.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { type Icon, iconsIn, iconsInManifest, inOrder, manifestIn } from './named-icons.ts';
import { isSafeSvg } from './safe-svg.ts';
import { type FaviconService, serviceAddress } from './services.ts';

export interface FoundIcon extends PictureType {
  bytes: Uint8Array;
}

export interface FaviconSearch {
  outbound: Outbound;
  practice?: Practice | undefined;
  service?: FaviconService | undefined;
  signal?: AbortSignal | undefined;
}

const KB = 1024;
/** Of the icons a site names, so many are tried. */
const maxTries = 5;
const limits = { totalMs: 8_000, firstByteMs: 6_000, connectMs: 5_000, maxRedirects: 5 };

/** Null when there is none that can be shown, or the site could not be reached. Does not reject. */
export async function findFavicon(hostname: string, search: FaviconSearch): Promise<FoundIcon | null> {
  const own = await fromSite(hostname, search);
  if (own || !search.service || isPractice(hostname, search)) return own;
  return fetchIcon(search, serviceAddress(search.service, hostname));
}

const isPractice = (hostname: string, { practice }: FaviconSearch) =>
  practice !== undefined && hostname.endsWith('.localhost');

function originsOf(hostname: string, search: FaviconSearch): string[] {
  if (isPractice(hostname, search)) return [`http://${hostname}:${search.practice?.port}/`];
  return [`https://${hostname}/`, `http://${hostname}/`];
}

async function fromSite(hostname: string, search: FaviconSearch): Promise<FoundIcon | null> {
  for (const origin of originsOf(hostname, search)) {
    const front = await fetchText(search, origin, 1024 * KB);
    const named = front ? await namedBy(front, search) : [];
    const usual = { url: new URL('/favicon.ico', front?.url ?? origin).href, size: 0 };
    for (const icon of [...inOrder(named).slice(0, maxTries), usual]) {
      const found = await fetchIcon(search, icon.url);
      if (found) return found;
    }
    if (front) return null;
  }
  return null;
}

async function namedBy({ text, url }: Fetched, search: FaviconSearch): Promise<Icon[]> {
  const icons = iconsIn(text, url);
  const manifest = manifestIn(text, url);
  // A site that names a large icon in its page need not be asked for more.
  if (!manifest || icons.some(({ size }) => size >= 128)) return icons;
  const answer = await fetchText(search, manifest, 100 * KB);
  return answer ? [...icons, ...iconsInManifest(answer.text, answer.url)] : icons;
}

interface Fetched {
  text: string;
  url: string;
}

async function fetchText(search: FaviconSearch, url: string, maxBodyBytes: number): Promise<Fetched | null> {
  const answer = await ask(search, url, maxBodyBytes);
  return answer && { text: Buffer.from(answer.bytes).toString('utf8'), url: answer.url };
}

async function fetchIcon(search: FaviconSearch, url: string): Promise<FoundIcon | null> {
  const answer = await ask(search, url, 512 * KB);
  const type = answer && pictureType(answer.bytes);
  if (!answer || !type) return null;
  const isSafe = type.extension !== 'svg' || isSafeSvg(Buffer.from(answer.bytes).toString('utf8'));
  return isSafe ? { ...type, bytes: answer.bytes } : null;
}

async function ask({ outbound, signal }: FaviconSearch, url: string, maxBodyBytes: number) {
  try {
    const request = { limits: { ...limits, maxBodyBytes }, ...(signal ? { signal } : {}) };
    const answer = await outbound.request(url, request);
    if (answer.status === 200) return { bytes: await answer.bytes(), url: answer.url };
    answer.cancel();
    return null;
  } catch {
    return null;
  }
}
