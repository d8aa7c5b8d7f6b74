// From a page of the world to its bytes. Pure: the same world, page and port give the same text.

import type { Page, TemplateName, World } from '../data/types.ts';
import type { Html } from '../forms/html.ts';
import { composeArticle } from '../prose/compose.ts';
import { blocks } from './blocks.ts';
import { classic } from './classic.ts';
import { corporate } from './corporate.ts';
import { feed } from './feed.ts';
import { forum } from './forum.ts';
import { ghost } from './ghost.ts';
import { handmade } from './handmade.ts';
import { magazine } from './magazine.ts';
import { minimal } from './minimal.ts';
import { newsletter } from './newsletter.ts';
import { platform } from './platform.ts';
import { shop } from './shop.ts';
import type { View } from './view.ts';
import { wiki } from './wiki.ts';

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
