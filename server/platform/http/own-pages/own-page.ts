// The few pages the server renders itself (mailbox, test payments), in the design of the web app: its tokens, its font, light
// and dark. They need no build and no app script. None of them exists in production.
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

export interface OwnPage {
  title: string;
  /** The name of the section, next to the logo. */
  section: string;
  /** A line across the page that says it is not the real thing. */
  notice: string;
  content: Html | Promise<Html>;
  /** The path of a script. */
  script?: string;
  /** Attributes that the script reads. */
  data?: Record<string, string>;
}

export const ownPage = ({ title, section, notice, content, script, data = {} }: OwnPage) => html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${title} · Zeus</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <script src="/theme.js"></script>
    <link rel="stylesheet" href="/own-page.css">
    ${script ? html`<script src="${script}" defer></script>` : ''}
  </head>
  <body ${Object.entries(data).map(([name, value]) => html`data-${name}="${value}"`)}>
    <header>
      <div class="bar"><a href="/" aria-label="Zeus, home"><svg viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"></rect><path d="M9 6h16l-7 8.6h6.2L9.6 27l4.2-9.4H7.6L14.4 9.6H9z"></path></svg>Zeus</a><span>${section}</span></div>
      <p class="notice">${notice}</p>
    </header>
    <main>${content}</main>
  </body>
</html>`;

const styles = ['../../../../shared/design/tokens.css', './own-page.css']
  .map((path) => readFileSync(fileURLToPath(new URL(path, import.meta.url)), 'utf8'))
  .join('\n');

const font = '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2';

export function ownPageRoutes() {
  return new Hono()
    .get('/own-page.css', (c) => c.body(styles, 200, { 'Content-Type': 'text/css; charset=utf-8' }))
    .get('/own-page.woff2', async (c) => {
      // A development package: without it the pages use the system font.
      const bytes = await readFile(fileURLToPath(import.meta.resolve(font))).catch(() => null);
      if (!bytes) return c.notFound();
      return c.body(bytes, 200, { 'Content-Type': 'font/woff2', 'Cache-Control': 'max-age=86400' });
    });
}
