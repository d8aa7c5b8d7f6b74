import { Hono } from 'hono';
import type { Context } from '../platform/context.ts';
import { docsPage } from './docs-page.ts';
import { docsStyles } from './docs-styles.ts';
import { makeDocument } from './make-document.ts';

/** The API's documentation, for programs and for people. */
export function openapiRoutes({ config }: Pick<Context, 'config'>) {
  const { siteUrl } = config.web;
  return new Hono()
    .get('/openapi.json', (c) => c.json(makeDocument({ siteUrl, supportEmail: config.mail.support })))
    .get('/docs', (c) => c.html(docsPage(siteUrl)))
    .get('/docs.css', (c) => c.body(docsStyles, 200, { 'Content-Type': 'text/css; charset=utf-8' }));
}
