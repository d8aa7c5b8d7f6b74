// Site visits: politeness and limits on a small server, then everyone on the practice web.

import { beforeEach, describe, expect, test } from 'vitest';
import { truthOf } from '../../../practice/truth.ts';
import { outboundForTests } from '../../platform/outbound/test/outbound.ts';
import { siteForTests } from '../../platform/outbound/test/site.ts';
import { practiceForTests } from '../../test/practice-web.ts';
import { createPageFetcher, type PageFetcher } from '../pages/fetch-page.ts';
import { mergePeople } from './merge-people.ts';
import { readPeople } from './read-people.ts';
import { type VisitRequest, visitSite } from './visit-site.ts';

async function findPeople(fetcher: PageFetcher, request: VisitRequest) {
  const visit = await visitSite(fetcher, request);
  return { visit, people: mergePeople(visit.pages.flatMap(({ facts, kind }) => readPeople(facts, kind))) };
}

describe('a visit', () => {
  let pages: Record<string, string> = {};
  let asked: string[] = [];
  const web = siteForTests((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const body = pages[path];
    if (path === '/robots.txt') response.writeHead(200, { 'content-type': 'text/plain' }).end(body ?? '');
    else if (body === undefined) response.writeHead(404).end('no');
    else if (body === '503') response.writeHead(503).end('later');
    else response.writeHead(200, { 'content-type': 'text/html' }).end(body);
  });
  const outbound = outboundForTests(() => ({ practice: { port: web.port } }));
  beforeEach(() => {
    asked = [];
    pages = {};
  });
  const find = (path = '/article') =>
    findPeople(createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0 }), { url: web.url(path) });
  const fetched = () => asked.filter((path) => path !== '/robots.txt');

  test('of a site that is down reports that it could not look', async () => {
    pages = { '/article': '503', '/': '503', '/about': '503', '/contact': '503', '/team': '503' };
    const { people, visit } = await find();
    expect(people).toEqual([]);
    expect(visit.pages).toEqual([]);
    expect(visit.unreached.length).toBeGreaterThan(0);
  });

  test('stops at a site that answers too slowly, and says so', async () => {
    pages = {
      '/article': '<a href="/about">About</a><a href="/contact">Contact</a>',
      '/about': 'us',
      '/contact': 'mail',
    };
    let clock = 0;
    const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0 });
    const slow = { fetchPage: (url: string) => fetcher.fetchPage(url).finally(() => (clock += 40_000)) };
    const { visit } = await findPeople(slow, { url: web.url('/article'), now: () => clock });
    expect(fetched()).toHaveLength(2);
    expect(visit.unreached).toEqual([expect.objectContaining({ message: expect.stringContaining('too slowly') })]);
  });

  test('skips forbidden pages and says so', async () => {
    pages = {
      '/robots.txt': 'User-agent: *\nDisallow: /team',
      '/article': '<p>Words <a href="/team">Team</a></p>',
      '/team': '<h3>Jane Porter</h3><p>Editor</p>',
    };
    const { people, visit } = await find();
    expect(people).toEqual([]);
    expect(fetched()).not.toContain('/team');
    expect(visit.refused.map(({ url }) => url)).toContain(web.url('/team'));
  });

  test('fetches no page twice and at most eight', async () => {
    const linked =
      '/about /about/ /team /our-team /staff /people /contact /contact-us /impressum /masthead /writers /who-we-are';
    const paths = linked.split(' ');
    const menu = [...paths, '/about#us'].map((path) => `<a href="${path}">${path.slice(1)}</a>`).join(' ');
    pages = Object.fromEntries(
      ['/', '/article', ...paths].map((path) => [path, `<title>${path}</title><nav>${menu}</nav><p>words</p>`]),
    );
    const { visit } = await find();
    expect(fetched().length).toBe(8);
    expect(new Set(fetched().map((path) => path.replace(/\/$/, ''))).size).toBe(8);
    expect(visit.pages).toHaveLength(8);
  });

  test('tries the usual URLs if nothing links to them, but not endlessly', async () => {
    pages = { '/article': '<p>no links</p>', '/': '<p>none</p>', '/about': '<p>My name is Jane Porter.</p>' };
    const { people } = await find();
    expect(people.map(({ name }) => name)).toEqual(['Jane Porter']);
    expect(fetched().length).toBeLessThanOrEqual(6);
  });

  test('tries the usual URLs of the language first', async () => {
    const page = '<html lang="de-AT"><p>keine Links</p></html>';
    pages = { '/article': page, '/': page, '/impressum': '<p>Geschäftsführerin: Jana Weber</p>' };
    expect((await find()).people.map(({ name }) => name)).toEqual(['Jana Weber']);
    expect(fetched()).toEqual(['/article', '/', '/impressum', '/kontakt', '/ueber-uns']);
  });
});

describe('the practice web', () => {
  const practice = practiceForTests();
  const outbound = outboundForTests(() => ({ practice: { port: practice.port } }));

  test('finds everyone, with their position and profiles', async () => {
    const fetcher = createPageFetcher({ outbound, userAgent: 'ZeusBot/0', pauseMs: 0 });
    const truth = truthOf(practice.world, practice.port).people;
    const wrong: string[] = [];
    let found = 0;
    for (const site of practice.world.sites) {
      const path = site.pages.find((page) => page.recipe !== null)?.path ?? '/';
      const { people, visit } = await findPeople(fetcher, { url: `http://${site.host}:${practice.port}${path}` });
      expect(visit.pages.length).toBeLessThanOrEqual(8);
      for (const person of people) {
        const known = truth.find((one) => one.name === person.name && one.site === site.host);
        const fits =
          known !== undefined &&
          (person.position === undefined || person.position === known.position) &&
          (person.profile ?? null) === known.linkedin &&
          (person.twitter ?? null) === known.twitter;
        if (fits) found += 1;
        else wrong.push(`${site.host}: ${JSON.stringify(person)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(found / truth.length).toBeGreaterThan(0.98);
  }, 120_000);
});
