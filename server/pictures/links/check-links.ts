// Checks the links of a page that was just captured, for every target its backlinks name.

import type { PageCheck } from '../../../shared/link-check.ts';
import { targetOf } from '../../engine/backlinks/by-search/link-target.ts';
import { createPageReader } from '../../engine/backlinks/by-search/page-reader.ts';
import { type CheckedPage, linksToDomain, linksToKeys } from '../../engine/link-proof/links-to.ts';
import { lookAtServed, lookInBrowser, readRendered } from '../../engine/link-proof/looks.ts';
import { checkPage } from '../../engine/link-proof/page-check.ts';
import { type Look, proveLink } from '../../engine/link-proof/prove-link.ts';
import type { FetchOutcome } from '../../engine/pages/fetch-outcome.ts';
import { pageFetcherOf } from '../../engine/pages/fetcher-of.ts';
import { noteLinks } from '../../engine/pages/note-sites.ts';
import type { PageFacts } from '../../engine/pages/page-facts.ts';
import type { LinkToShow, RenderedPage, ScreenshotOutcome } from '../../engine/screenshots/screenshot-provider.ts';
import type { Context } from '../../platform/context.ts';
import type { Log } from '../../platform/log.ts';
import { memoizeBy } from '../../platform/memoize-objects.ts';
import { storePicture } from '../picture-files.ts';
import type { StoredCheck } from './link-checks.store.ts';

/** Two targets, each with a few pages of its site. */
const readerLimits = { atOnce: 2, pageMs: 15_000, totalMs: 20_000 };
const servedWithinMs = 20_000;

export interface LinkWatch {
  /** For the provider: which links to show. */
  linksToShow(page: RenderedPage): LinkToShow[];
  /** What was seen, once the page is closed. Rejects only when the signal fires. */
  results(outcome: ScreenshotOutcome): Promise<{ checks: StoredCheck[]; pageCheck: PageCheck | null }>;
  /** The page as the browser showed it; undefined if it could not be read. */
  facts(): PageFacts | undefined;
}

interface Watch {
  url: string;
  targets: readonly string[];
  log: Log;
  signal: AbortSignal;
}

/** Watches one visit: reads the page while it is open, and proves the links afterwards. */
export function watchLinks(ctx: Context, { url, targets, log, signal }: Watch): LinkWatch {
  let seen: { rendered: RenderedPage; page: CheckedPage } | undefined;
  /** The link shown for each target, in the order of the pictures. */
  let shown: { target: string; link: LinkToShow }[] = [];

  return {
    linksToShow(rendered) {
      const page = readRendered(rendered);
      seen = { rendered, page };
      shown = targets.flatMap((target) => {
        const link = likelyLink(page, target);
        return link ? [{ target, link: { href: link.href, text: link.anchor } }] : [];
      });
      return shown.map(({ link }) => link);
    },
    async results(outcome) {
      const call = { outbound: ctx.outbound, log, signal };
      const parts = { reader: readerOf(ctx), call };
      let served: Promise<Look> | undefined;
      const looks = {
        rendered: lookInBrowser(url, outcome, seen?.page ?? null),
        served: () => (served ??= lookAgain(ctx, url, signal)),
      };
      const checks: StoredCheck[] = [];
      for (const target of targets) {
        const check = await proveLink(parts, target, looks);
        const index = shown.findIndex((one) => one.target === target && one.link.href === check.href);
        const picture = outcome.kind === 'taken' ? outcome.links?.[index] : undefined;
        checks.push({ ...check, file: picture ? await storePicture(ctx, picture, 'jpg') : null });
      }
      if (seen) await noteLinks(ctx.db.kysely, { url: seen.page.facts.url, facts: seen.page.facts });
      return { checks, pageCheck: seen ? checkPage({ ...seen.rendered, facts: seen.page.facts }) : null };
    },
    facts: () => seen?.page.facts,
  };
}

/** The link to the target, or the one that most likely leads there by another name. */
function likelyLink(page: CheckedPage, target: string) {
  const { domain, keys } = targetOf(target, null);
  const links = linksToDomain(page, domain);
  return linksToKeys(links, keys)[0] ?? links[0];
}

async function lookAgain(ctx: Context, url: string, signal: AbortSignal): Promise<Look> {
  const inTime = AbortSignal.timeout(servedWithinMs);
  try {
    const outcome: FetchOutcome = await pageFetcherOf(ctx).fetchPage(url, {
      signal: AbortSignal.any([signal, inTime]),
    });
    return lookAtServed(url, outcome);
  } catch {
    signal.throwIfAborted();
    return { kind: 'unseen', problem: 'no-answer' };
  }
}

const readerOf = memoizeBy(
  ({ outbound }) => outbound,
  (ctx: Context) => createPageReader({ db: ctx.db.kysely, limits: readerLimits, fetcherOf: () => pageFetcherOf(ctx) }),
);
