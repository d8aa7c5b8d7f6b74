// A simple page for hosts that are not sites: traps, stand-ins, error pages.

import { type Html, html, raw } from '../forms/html.ts';

export interface PlainPage {
  title: string;
  body: Html;
  /** More elements for the head. */
  head?: Html;
  lang?: string;
}

const STYLE =
  'body{max-width:760px;margin:60px auto;padding:0 24px;font:18px/1.6 Arial,sans-serif;color:#223;background:#fafafa}h1{font-size:32px}a{color:#15c}li{margin:6px 0}.practice-note{margin-top:60px;color:#888;font-size:14px}';

export function plainPage(page: PlainPage): string {
  return html`<!DOCTYPE html>
<html lang="${page.lang ?? 'en'}">
<head><meta charset="utf-8"><title>${page.title}</title>${page.head ?? false}<style>${raw(STYLE)}</style></head>
<body><h1>${page.title}</h1>${page.body}<p class="practice-note">This is the Zeus practice web: everything in it is made up.</p></body>
</html>`.markup;
}
