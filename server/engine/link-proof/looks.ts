// The two looks at a page: as our browser shows it, and as the site serves it.

import { isBotCheck } from '../pages/bot-check.ts';
import { countWordsIn } from '../pages/count-words.ts';
import type { FetchedPage, FetchOutcome } from '../pages/fetch-outcome.ts';
import { hintsOf } from '../pages/fetching/page-hints.ts';
import { directivesOf } from '../pages/fetching/robots-directives.ts';
import { readJsonLd } from '../pages/json-ld.ts';
import type { PageFacts } from '../pages/page-facts.ts';
import { domainOf, toPageUrl } from '../pages/page-url.ts';
import { readPage } from '../pages/read-page.ts';
import type { RenderedPage, ScreenshotOutcome } from '../screenshots/screenshot-provider.ts';
import type { CheckedPage } from './links-to.ts';
import type { Look } from './prove-link.ts';

/** An empty shell, a consent form or a bot check has fewer words; an article has more. */
const fewWords = 30;

export function readRendered({ html, url, robotsHeader, partial }: RenderedPage): CheckedPage {
  const facts = readPage(html, url);
  if (partial) facts.cut = true;
  return { facts, ...directivesOf(facts, robotsHeader === '' ? undefined : robotsHeader) };
}

/** `page`: what was read while the page was open, if it was read. */
export function lookInBrowser(asked: string, outcome: ScreenshotOutcome, page: CheckedPage | null): Look {
  if (outcome.kind === 'taken') return page ? lookAtPage(asked, page) : { kind: 'unseen', problem: 'unsure' };
  switch (outcome.reason) {
    case 'not-found':
    case 'no-such-host':
      return { kind: 'gone' };
    case 'blocked':
    case 'refused':
      return { kind: 'unseen', problem: 'blocked' };
    case 'not-a-page':
      return { kind: 'unseen', problem: 'not-a-page' };
    case 'no-browser':
      return { kind: 'unseen', problem: 'unsure' };
    default:
      return { kind: 'unseen', problem: 'no-answer' };
  }
}

export function lookAtServed(asked: string, outcome: FetchOutcome): Look {
  switch (outcome.kind) {
    case 'page':
      return lookAtPage(asked, outcome.page, isDetour(asked, outcome.page));
    case 'gone':
      return { kind: 'gone' };
    case 'refused':
      return { kind: 'unseen', problem: 'blocked' };
    case 'not-a-page':
      return { kind: 'unseen', problem: 'not-a-page' };
    default:
      return { kind: 'unseen', problem: 'no-answer' };
  }
}

/** A temporary redirect led to another path or site, which may be a login, a consent form or a country's home page. */
function isDetour(asked: string, { url, redirects, moves }: FetchedPage): boolean {
  return redirects.length > moves.length && (domainOf(url) !== domainOf(asked) || pathOf(url) !== pathOf(asked));
}

const pathOf = (url: string) => URL.parse(url)?.pathname.replace(/\/$/, '');

function lookAtPage(asked: string, page: CheckedPage, isDetour = false): Look {
  const { facts } = page;
  if (isBotCheck(facts)) return { kind: 'unseen', problem: 'blocked' };
  const hints = hintsOf(facts, asked);
  if (hints.softNotFound) return { kind: 'gone' };
  const moved = hints.parked || hints.redirectedToHome || domainOf(facts.url) !== domainOf(asked);
  // Another page of the site may be a login or a consent form, and so may a page with hardly any text.
  const isOther = toPageUrl(facts.url) !== toPageUrl(asked);
  if (!moved && countWordsIn(facts.blocks, fewWords) < fewWords && (isOther || facts.links.length === 0)) {
    return { kind: 'unseen', problem: 'unsure' };
  }
  // A parked domain is lost, however it was reached.
  const unsure = facts.cut || (isDetour && !hints.parked) || isPaywalled(facts);
  return { kind: 'page', page, moved, ...(unsure ? { unsure } : {}) };
}

// Of events and museums, the same property means the entrance fee.
const TEXTS = /(?:article|posting|report|page|pageelement|creativework)$/;

/** The page tells search engines that part of it is only for subscribers; the link may be in that part. */
function isPaywalled({ jsonLd, meta }: PageFacts): boolean {
  if (meta.get('article:content_tier')?.some((tier) => /^(?:locked|metered)$/i.test(tier.trim()))) return true;
  return readJsonLd(jsonLd).nodes.some(
    ({ node, types, path }) =>
      path.every((key) => key === 'hasPart') &&
      types.some((type) => TEXTS.test(type)) &&
      /^(?:\w+:\/\/schema\.org\/)?false$/i.test(String(node.isAccessibleForFree)),
  );
}
