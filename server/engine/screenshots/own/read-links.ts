// Reads the links of an open page after its scripts have run.

import { within } from '../../../platform/within.ts';
import { failed, type NoPicture } from '../screenshot-provider.ts';
import { collectLinks } from './in-page/collect-links.ts';
import { type OpenDocument, problemNow } from './visit-page.ts';

export interface LinksRead {
  kind: 'links';
  /** Absolute URLs, without duplicates, in page order. */
  urls: string[];
}

const collecting = { most: 2_000, longest: 2_000, restMs: 1_000, waitMs: 8_000 };
/** On a busy machine the page's own clock may run late. */
const graceMs = 5_000;

/** Rejects if the browser is gone or the page navigates meanwhile. */
export async function readLinks(opened: OpenDocument): Promise<LinksRead | NoPicture> {
  const found = await within(collecting.waitMs + graceMs, opened.session.run(collectLinks, collecting));
  const problem = problemNow(opened);
  if (problem) return problem;
  if (found === null) return failed('timed-out', 'its links could not be read in time');
  const urls = found.hrefs.map((href) => URL.parse(href, found.base)?.href).filter((url) => url !== undefined);
  return { kind: 'links', urls: [...new Set(urls)] };
}
