// What is stored of a page that was read: enough to prove a link and to judge the page, without its text.
import { z } from 'zod';
import { followedLinks, innerLinks, toPageRecord } from '../../index/crawl/page-record.ts';
import { cleanText } from '../../index/page-rules.ts';
import type { FetchedPage } from '../../pages/fetch-outcome.ts';
import { domainOf, toPageUrl } from '../../pages/page-url.ts';
import { distinctWords } from './about.ts';

const followedLink = z.object({ to: z.string(), anchor: z.string(), inContent: z.boolean() });
const innerLink = z.object({ to: z.string(), anchor: z.string() });

const pageContent = z.object({
  /** The final address after redirects. */
  url: z.string(),
  /** Where the requested address permanently redirects to; null if it does not. */
  movedTo: z.string().nullable(),
  /** False if a temporary redirect led elsewhere, such as to a login: then nothing here is about the requested address. */
  isItself: z.boolean(),
  canonical: z.string().nullable(),
  /** False for pages that are noindex, parked, or declare themselves a copy. */
  listed: z.boolean(),
  title: z.string(),
  language: z.string(),
  words: z.number(),
  /** Its first distinct words. */
  terms: z.string(),
  /** Links to other sites, without nofollow, sponsored or ugc on the link, on the page or in its headers. */
  links: z.array(followedLink),
  /** The first links to other pages of the same site. */
  inner: z.array(innerLink),
});

/** `closed`: the site forbids reading, or there is no page. `unreached`: no answer, which proves nothing. */
export const pageRead = z.union([pageContent, z.enum(['closed', 'unreached'])]);

export type PageContent = z.infer<typeof pageContent>;
export type PageRead = z.infer<typeof pageRead>;
export type FollowedLink = z.infer<typeof followedLink>;
export type InnerLink = z.infer<typeof innerLink>;

export const isContent = (read: PageRead | undefined): read is PageContent => typeof read === 'object';

/** Longer pages are not made for people; only the first links count. */
const maxCharacters = 400_000;
const maxInner = { links: 100, characters: 10_000, anchor: 100 };

export function toPageContent(asked: string, page: FetchedPage): PageContent {
  const { url, canonical, listed, title, language, words, ...texts } = toPageRecord(page);
  const terms = distinctWords([title, texts.description, texts.headings, texts.body].join(' '));
  const end = movedTo(asked, page);
  const isItself = url === (end ?? toPageUrl(asked));
  return {
    ...{ url, movedTo: end, isItself, canonical, listed, title, language, words, terms },
    links: linksOf(page),
    inner: innerOf(page, url),
  };
}

function linksOf(page: FetchedPage): FollowedLink[] {
  let room = maxCharacters;
  return followedLinks(page).flatMap(({ to, anchor, inContent }) => {
    room -= to.length + anchor.length;
    return room < 0 ? [] : [{ to, anchor, inContent }];
  });
}

function innerOf(page: FetchedPage, url: string): InnerLink[] {
  let room = maxInner.characters;
  const others = [...innerLinks(page, domainOf(url))].filter(([to]) => to !== url).slice(0, maxInner.links);
  return others.flatMap(([to, text]) => {
    const anchor = cleanText(text, maxInner.anchor);
    room -= to.length + anchor.length;
    return room < 0 ? [] : [{ to, anchor }];
  });
}

/** Only permanent redirects count; a temporary one may lead to a login or a consent form. */
function movedTo(asked: string, { moves }: FetchedPage): string | null {
  const next = new Map(moves.map(({ from, to }) => [toPageUrl(from), toPageUrl(to)]));
  const start = toPageUrl(asked);
  let end = start;
  // No address redirects twice, so this ends.
  for (let step = next.get(end); step; step = next.get(end)) {
    next.delete(end);
    end = step;
  }
  return end === start ? null : end;
}
