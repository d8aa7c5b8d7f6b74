import { html } from 'hono/html';
import { expect, test } from 'vitest';
import { ownPage, ownPageRoutes } from './own-page.ts';

test('the style sheet has the tokens of the web app, and the font exists', async () => {
  const routes = ownPageRoutes();
  const css = await (await routes.request('/own-page.css')).text();
  expect(css).toContain('--color-primary:');
  expect(css).toContain('url("/own-page.woff2")');
  const font = await routes.request('/own-page.woff2');
  expect(font.headers.get('content-type')).toBe('font/woff2');
  expect(Buffer.from(await font.arrayBuffer()).toString('latin1', 0, 4)).toBe('wOF2');
});

test('a page has the design and the stored theme, and escapes its input', async () => {
  const hostile = '"><script>alert(1)</script>';
  const page = String(
    await ownPage({
      title: hostile,
      section: hostile,
      notice: 'Test',
      content: html`<h1>${hostile}</h1>`,
      data: { a: hostile },
    }),
  );
  expect(page).not.toContain('<script>alert');
  expect(page).toContain('href="/own-page.css"');
  expect(page).toContain('src="/theme.js"');
});
