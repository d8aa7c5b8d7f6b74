// The practice web as a crawl would have captured it.
import type { World } from '../../../../../practice/data/types.ts';
import { drawPage } from '../../../../../practice/templates/draw-page.ts';
import { addressOf } from '../../../../../practice/templates/view.ts';
import type { CrawledPage } from './write-crawl.ts';

export function practicePages(world: World, port: number, most = Number.POSITIVE_INFINITY): CrawledPage[] {
  const pages = world.pages.filter(({ kind }) => kind !== 'feed').slice(0, most);
  return pages.map((page) => ({
    url: addressOf(page, port),
    html: drawPage(world, page, port).body,
    language: page.site.language,
  }));
}
