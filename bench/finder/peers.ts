// The peers of bench/finder.ts, each as a function from a page to what it finds. They are installed separately
// (bench/package.json); a missing peer is named and skipped.
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

export interface RecordedPage {
  html: string;
  url: string;
}

export interface Finder {
  name: string;
  find(page: RecordedPage): Promise<string[]> | string[];
}

export interface Peers {
  peers: Finder[];
  missing: string[];
}

type Metascraper = (rules: unknown[]) => (page: RecordedPage) => Promise<{ author?: unknown }>;
type ParseHtml = { parseHTML(html: string): { document: unknown } };
type ReadabilityModule = { Readability: new (document: unknown) => { parse(): { byline?: unknown } | null } };
type DefuddleModule = { Defuddle(document: unknown, url: string): Promise<{ author?: unknown }> };
type Postlight = { parse(url: string, options: { html: string }): Promise<{ author?: unknown }> };
type EmailScraper = { scrapeEmails(html: string): string[] | undefined };

const folder = path.dirname(import.meta.dirname);
const require = createRequire(path.join(folder, 'package.json'));

const text = (value: unknown): string[] => (typeof value === 'string' && value !== '' ? [value] : []);

/** Author finders that are installed, and the names of those that are not. */
export async function authorPeers(): Promise<Peers> {
  return sort([
    await load('metascraper', () => {
      const scrape = (require('metascraper') as Metascraper)([(require('metascraper-author') as () => unknown)()]);
      return async (page) => text((await scrape(page)).author);
    }),
    await load('@mozilla/readability', () => {
      const { Readability } = require('@mozilla/readability') as ReadabilityModule;
      const { parseHTML } = require('linkedom') as ParseHtml;
      return ({ html }) => text(new Readability(parseHTML(html).document).parse()?.byline);
    }),
    await load('defuddle', async () => {
      const file = pathToFileURL(path.join(folder, 'node_modules/defuddle/dist/node.js')).href;
      const { Defuddle } = (await import(file)) as DefuddleModule;
      const { parseHTML } = require('linkedom') as ParseHtml;
      return async ({ html, url }) => text((await Defuddle(parseHTML(html).document, url)).author);
    }),
    await load('@postlight/parser', () => {
      const parser = require('@postlight/parser') as Postlight;
      return async ({ html, url }) => text((await parser.parse(url, { html })).author);
    }),
  ]);
}

/** Address finders that are installed. */
export async function emailPeers(): Promise<Peers> {
  return sort([
    await load('html-email-scraper', () => {
      const { scrapeEmails } = require('html-email-scraper') as EmailScraper;
      return ({ html }) => scrapeEmails(html) ?? [];
    }),
  ]);
}

async function load(name: string, make: () => Promise<Finder['find']> | Finder['find']): Promise<Finder | string> {
  try {
    return { name, find: await make() };
  } catch {
    return name;
  }
}

function sort(loaded: (Finder | string)[]): Peers {
  return {
    peers: loaded.filter((one) => typeof one !== 'string'),
    missing: loaded.filter((one) => typeof one === 'string'),
  };
}
