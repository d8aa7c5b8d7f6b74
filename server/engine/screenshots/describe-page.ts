// Describes a page that could not be captured: its title, description and preview image.

import { pictureType } from '../../platform/files/picture-type.ts';
import { believableText, believableTitle } from '../believable.ts';
import type { SiteFetcher } from '../pages/fetch-page.ts';
import type { PageFacts } from '../pages/page-facts.ts';

export interface PageCard {
  title: string;
  description: string;
  image: { bytes: Uint8Array; extension: string } | null;
}

const withinMs = 10_000;
const maxImageBytes = 2 * 1024 * 1024;

/** Null if the page cannot be read either, 'no-such-host' if it never can. Rejects only when the caller's signal fires. */
export async function describePage(input: {
  fetcher: SiteFetcher;
  url: string;
  signal: AbortSignal;
}): Promise<PageCard | 'no-such-host' | null> {
  const signal = AbortSignal.any([input.signal, AbortSignal.timeout(withinMs)]);
  try {
    const outcome = await input.fetcher.fetchPage(input.url, { signal });
    if (outcome.kind === 'gone' && outcome.status === 0) return 'no-such-host';
    if (outcome.kind !== 'page') return null;
    const { facts } = outcome.page;
    const of = (...names: string[]) => names.map((name) => facts.meta.get(name)?.[0]).find(Boolean) ?? '';
    return {
      title: believableTitle(of('og:title') || facts.title),
      description: believableText(of('og:description', 'description', 'twitter:description')),
      image: await fetchImage(input.fetcher, facts, of('og:image', 'og:image:url', 'twitter:image'), signal),
    };
  } catch {
    input.signal.throwIfAborted();
    return null;
  }
}

async function fetchImage(fetcher: SiteFetcher, facts: PageFacts, href: string, signal: AbortSignal) {
  const url = href === '' ? null : URL.parse(href, facts.base);
  if (url === null) return null;
  const request = { accept: 'image/*', maxBytes: maxImageBytes, signal };
  const outcome = await fetcher.fetchFile(url.href, request).catch(() => null);
  const bytes = outcome?.kind === 'file' && outcome.file.isWhole ? outcome.file.bytes : null;
  const type = bytes && pictureType(bytes);
  // An SVG can contain more than a picture, so cards do without.
  if (!bytes || !type || type.extension === 'svg') return null;
  return { bytes, extension: type.extension };
}
