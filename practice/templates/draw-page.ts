// Renders a page of the world. Pure: the same world, page and port give the same text.

import type { Page, TemplateName, World } from '../data/types.ts';
import type { Html } from '../forms/html.ts';
import { composeArticle } from '../prose/compose.ts';
import { blocks } from './engines/blocks.ts';
import { classic } from './engines/classic.ts';
import { corporate } from './engines/corporate.ts';
import { forum } from './engines/forum.ts';
import { ghost } from './engines/ghost.ts';
import { handmade } from './engines/handmade.ts';
import { magazine } from './engines/magazine.ts';
import { minimal } from './engines/minimal.ts';
import { newsletter } from './engines/newsletter.ts';
import { platform } from './engines/platform.ts';
import { shop } from './engines/shop.ts';
import { wiki } from './engines/wiki.ts';
import { feed } from './feed.ts';
import type { View } from './view.ts';

const TEMPLATES: Record<TemplateName, (view: View) => Html> = {
  blocks,
  classic,
  corporate,
  forum,
  ghost,
  handmade,
  magazine,
  minimal,
  newsletter,
  platform,
  shop,
  wiki,
};

export interface Drawn {
  contentType: string;
  body: string;
}

export function drawPage(world: World, page: Page, port: number): Drawn {
  const view: View = { world, site: page.site, page, sections: composeArticle(page), port };
  if (page.kind === 'feed') {
    const type = page.site.template === 'minimal' ? 'application/atom+xml' : 'application/rss+xml';
    return { contentType: `${type}; charset=utf-8`, body: feed(view) };
  }
  return { contentType: 'text/html; charset=utf-8', body: TEMPLATES[page.site.template](view).markup };
}
