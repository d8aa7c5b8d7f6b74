// Pages as they are read from WAT files, without the files: hosts, targets, topics and words follow Zipf's law, and each page has ten
// links to other domains on average.
import type { WatLink } from '../../server/engine/index/common-crawl/wat/wat-links.ts';
import type { WatPage } from '../../server/engine/index/common-crawl/wat/wat-page.ts';
import { randomNumbers } from '../../server/test/long-run.ts';
import { textAbout, topicWord, vocabulary, zipfTopic, zipfWord } from './vocabulary.ts';

export const hosts = 1_000_000;
/** As in a WAT file of Common Crawl. */
export const pagesPerFile = 21_500;
const linksPerPage = 133;
const mostOuterLinks = 19;
const firstDay = Date.UTC(2026, 0, 1);
const dayMs = 86_400_000;

/** Few hosts get most links. */
export const zipfHost = (random: () => number, from = 1, to = hosts): number =>
  Math.floor(from * (to / from) ** random());

export const domainOfHost = (host: number): string => `site-${host}.example`;

/** Page 0 is the home page. The same numbers always give the same URL. */
export function targetUrl(host: number, page: number): string {
  const home = `https://www.${domainOfHost(host)}/`;
  if (page === 0) return home;
  const word = (factor: number) => vocabulary[(host * factor + page * 104_729) % vocabulary.length];
  return `${home}${word(31)}/${word(17)}-${word(7)}-${page}.html`;
}

/** The same file always has the same pages. */
export function* madePages(file: number, count: number): Generator<WatPage> {
  const random = randomNumbers(21 + file);
  for (let number = 0; number < count; number++) {
    const host = zipfHost(random);
    const topic = zipfTopic(random);
    const title = textAbout(topic, 8, random);
    const path = `${topicWord(topic, random)}-${topicWord(topic, random)}-${zipfWord(random)}`;
    yield {
      url: `https://www.${domainOfHost(host)}/${path}-${file}-${number}/`,
      ...{ canonical: null, listed: random() < 0.95, language: 'en', title },
      description: textAbout(topic, 20, random),
      words: 100 + Math.floor(2_000 * random()),
      capturedAt: new Date(firstDay + Math.floor(random() * 20 * dayMs)),
      links: outerLinks(host, topic, random),
    };
  }
}

function outerLinks(home: number, topic: number, random: () => number): WatLink[] {
  const wanted = 1 + Math.floor(random() * mostOuterLinks);
  const found = new Map<string, WatLink>();
  while (found.size < wanted) {
    const host = zipfHost(random);
    if (host === home) continue;
    const to = targetUrl(host, random() < 0.3 ? 0 : Math.floor(1_000 ** random()));
    const rel = random() < 0.2 ? 'nofollow' : '';
    const isImage = random() < 0.1;
    const anchor = isImage ? '' : textAbout(topic, 1 + Math.floor(random() * 5), random);
    const position = Math.floor(random() * linksPerPage) / linksPerPage;
    found.set(to, { to, anchor, rel, dofollow: rel === '', isImage, position });
  }
  return [...found.values()];
}
