// What every index engine must do, tested with pages written as WAT files have them. Each engine's test calls this.
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestDatabase } from '../../../../test/database.ts';
import type { WatLink } from '../../common-crawl/wat/wat-links.ts';
import type { WatPage } from '../../common-crawl/wat/wat-page.ts';
import { type IndexEngine, type MatchRequest, mostCopies, type SampleFile } from '../index-engine.ts';
import { keyOf } from '../text-key.ts';

export interface EngineUnderTest {
  db: TestDatabase;
  engine: IndexEngine;
}

type Draft = Partial<Omit<WatPage, 'links'>> & {
  url: string;
  links?: (string | (Partial<WatLink> & { to: string }))[];
};

const day = (number: number) => new Date(Date.UTC(2026, 5, number));

const pageOf = ({ links = [], ...draft }: Draft): WatPage => ({
  ...{ canonical: null, listed: true, title: '', description: '', language: 'en', words: 600, capturedAt: day(1) },
  ...draft,
  links: links.map((link) => ({
    ...{ anchor: 'here', rel: '', dofollow: true, isImage: false, position: 0.5 },
    ...(typeof link === 'string' ? { to: link } : link),
  })),
});

async function* each<T>(list: readonly T[]): AsyncGenerator<T> {
  yield* list;
}

export const fileOf = (number: number, drafts: readonly Draft[]): SampleFile => ({
  number,
  pages: each(drafts.map(pageOf)),
  skipped: () => 0,
});

/** A new release, which can be published once this many files are written. */
export async function beginRelease({ db, engine }: EngineUnderTest, name: string, files = 1): Promise<number> {
  const [row] = await db.sql<{ id: number }[]>`
    insert into index_releases (kind, name, wanted, crawl_files) values ('pages', ${name}, ${files}, 100) returning id`;
  await engine.beginRelease(row?.id ?? 0);
  return row?.id ?? 0;
}

const target = 'https://target.example/page';
const search = { configs: ['english'], limit: 10, except: [] };

export function describeIndexEngine(name: string, open: () => Promise<EngineUnderTest>): void {
  describe(`index engine: ${name}`, () => {
    let db: TestDatabase;
    let engine: IndexEngine;
    beforeAll(async () => {
      ({ db, engine } = await open());
    });
    beforeEach(async () => {
      const releases = await db.sql<{ id: number }[]>`select id from index_releases where kind = 'pages'`;
      for (const { id } of releases) await engine.drop(id);
      await db.sql`delete from index_releases`;
      await db.sql`delete from index_domain_ranks`;
    });

    const begin = (crawl = 'CC-MAIN-1', files = 1) => beginRelease({ db, engine }, crawl, files);

    /** A published release of one file. */
    async function publish(drafts: readonly Draft[], crawl?: string): Promise<number> {
      const release = await begin(crawl);
      await engine.write(release, fileOf(0, drafts));
      await engine.publish(release);
      return release;
    }

    /** Rates these domains, strongest first. */
    async function rate(domains: readonly string[]): Promise<void> {
      await db.sql`
        insert into index_releases (kind, name, state, domains, wanted, finished_at) values ('ranks', 'ranks', 'ready', 1000, 1, now())`;
      for (const [index, domain] of domains.entries()) {
        await db.sql`
          insert into index_domain_ranks select id, ${domain}, ${1 + index * 10} from index_releases where kind = 'ranks'`;
      }
    }

    const linking = async (range = {}, to: Parameters<IndexEngine['backlinksOf']>[0] = { urls: [target] }) =>
      (await engine.backlinksOf(to, { limit: 100, ...range })).map(({ urlFrom }) => urlFrom);
    const finding = async (...words: string[]) =>
      (await engine.searchPages({ ...search, variants: [words] })).map(({ url }) => url);

    describe('releases', () => {
      test('a release is read from when it is published until it is dropped', async () => {
        const release = await begin();
        const draft = { url: 'https://a.example/golf', title: 'Golf', links: [target] };
        expect(await engine.write(release, fileOf(0, [draft]))).toEqual({ pages: 1, links: 1, skipped: 0 });
        expect(await linking()).toEqual([]);
        expect(await finding('golf')).toEqual([]);
        expect(await engine.languages()).toEqual([]);
        expect(await engine.publish(release)).toBe(true);
        expect(await engine.publish(release)).toBe(true);
        expect(await linking()).toEqual([draft.url]);
        expect(await finding('golf')).toEqual([draft.url]);
        expect(await engine.languages()).toEqual([{ config: 'english', texts: 1 }]);
        await engine.drop(release);
        await engine.drop(release);
        expect(await linking()).toEqual([]);
      });

      test('a release is not published while files of it are missing', async () => {
        const release = await begin('CC-MAIN-1', 2);
        await engine.write(release, fileOf(0, [{ url: 'https://a.example/', links: [target] }]));
        expect(await engine.publish(release)).toBe(false);
        expect(await linking()).toEqual([]);
        await engine.write(release, fileOf(1, [{ url: 'https://b.example/', links: [target] }]));
        expect(await engine.publish(release)).toBe(true);
        expect((await linking()).sort()).toEqual(['https://a.example/', 'https://b.example/']);
      });

      test('a file that is no longer wanted is not written, and does not stand for a missing one', async () => {
        const release = await begin('CC-MAIN-1', 2);
        await engine.write(release, fileOf(1, [{ url: 'https://b.example/', links: [target] }]));
        await db.sql`update index_releases set wanted = 1 where id = ${release}`;
        expect(await engine.publish(release)).toBe(false);
        await expect(engine.write(release, fileOf(1 + 1, [{ url: 'https://c.example/' }]))).rejects.toThrow(
          'no longer wanted',
        );
        await engine.write(release, fileOf(0, [{ url: 'https://a.example/', links: [target] }]));
        expect(await engine.publish(release)).toBe(true);
      });

      test('a release that is being dropped is not published', async () => {
        const release = await begin();
        await engine.write(release, fileOf(0, [{ url: 'https://a.example/', links: [target] }]));
        await db.sql`update index_releases set state = 'dropping' where id = ${release}`;
        expect(await engine.publish(release)).toBe(false);
        expect(await linking()).toEqual([]);
      });

      test('writing a file again changes nothing', async () => {
        const release = await begin();
        await engine.write(release, fileOf(0, [{ url: 'https://a.example/', links: [target] }]));
        expect(await engine.write(release, fileOf(0, [{ url: 'https://b.example/', links: [target] }]))).toBeNull();
        await engine.publish(release);
        expect(await linking()).toEqual(['https://a.example/']);
      });

      test('a file that breaks off leaves nothing, and can be written again', async () => {
        const release = await begin();
        const broken = async function* () {
          for (let page = 0; page < 1_500; page++) yield pageOf({ url: `https://a${page}.example/`, links: [target] });
          throw new Error('broken off');
        };
        const file = { number: 0, pages: broken(), skipped: () => 0 };
        await expect(engine.write(release, file)).rejects.toThrow('broken off');
        await engine.write(release, fileOf(0, [{ url: 'https://b.example/', links: [target] }]));
        await engine.publish(release);
        expect(await linking()).toEqual(['https://b.example/']);
      });
    });

    describe('backlinks', () => {
      test('one per domain, strongest domains first, unrated ones last', async () => {
        await rate(['strong.example', 'middle.example', 'weak.example']);
        await publish([
          { url: 'https://unrated.example/', links: [target] },
          { url: 'https://weak.example/', links: [target] },
          { url: 'https://strong.example/1', links: [{ to: target, anchor: '', isImage: true }] },
          { url: 'https://strong.example/2', title: 'Two', words: 70, links: [{ to: target, anchor: 'a page' }] },
          { url: 'https://middle.example/', links: [target] },
          { url: 'https://nofollow.example/', links: [{ to: target, dofollow: false, rel: 'nofollow' }] },
          { url: 'https://other.example/', links: ['https://target.example/other'] },
        ]);
        const all = ['strong.example/2', 'middle.example/', 'weak.example/', 'unrated.example/'].map(
          (one) => `https://${one}`,
        );
        expect(await linking()).toEqual(all);
        expect(await linking({ limit: 2 })).toEqual(all.slice(0, 2));
        const [strong, , weak] = await engine.backlinksOf({ urls: [target] }, { limit: 10 });
        expect(strong).toEqual({
          ...{ urlFrom: all[0], title: 'Two', urlTo: target, anchor: 'a page', rel: '', domain: 'strong.example' },
          ...{ domainRating: 100, words: 70, capturedAt: day(1) },
        });
        const range = { minDomainRating: (weak?.domainRating ?? 0) + 1, maxDomainRating: 99 };
        expect(await linking(range)).toEqual([all[1], all[3]]);
      });

      test('of a domain', async () => {
        await rate(['a.example', 'b.example']);
        await publish([
          { url: 'https://a.example/', links: ['https://www.target.example/x'] },
          { url: 'https://b.example/', links: [target, 'https://elsewhere.example/'] },
        ]);
        expect(await linking({}, { domain: 'target.example' })).toEqual(['https://a.example/', 'https://b.example/']);
        expect(await linking({}, { domain: 'unknown.example' })).toEqual([]);
        expect(await linking({}, { urls: [] })).toEqual([]);
      });

      test('a site that links from everywhere does not hide others', async () => {
        await rate(['huge.example', 'a.example', 'b.example']);
        const huge = Array.from({ length: 50 }, (_, page) => ({
          url: `https://huge.example/${page}`,
          links: [target],
        }));
        const others = ['a', 'b', 'c', 'd'].map((one) => ({ url: `https://${one}.example/`, links: [target] }));
        await publish([...huge, ...others]);
        for (const to of [{ urls: [target] }, { domain: 'target.example' }]) {
          const found = await engine.backlinksOf(to, { limit: 4 });
          expect(found.map(({ domain }) => domain).slice(0, 3)).toEqual(['huge.example', 'a.example', 'b.example']);
          expect(['c.example', 'd.example']).toContain(found[3]?.domain);
          const weaker = await engine.backlinksOf(to, { limit: 3, maxDomainRating: 99 });
          expect(weaker.map(({ domain }) => domain).slice(0, 2)).toEqual(['a.example', 'b.example']);
        }
      });

      test('to a page under its other URLs', async () => {
        await publish([
          { url: `${target}?print=1`, canonical: target },
          { url: 'https://a.example/', links: [`${target}?print=1`] },
          { url: 'https://b.example/', links: [target] },
        ]);
        const both = ['https://a.example/', 'https://b.example/'];
        expect((await linking()).sort()).toEqual(both);
        expect((await linking({}, { urls: [`${target}?print=1`] })).sort()).toEqual(both);
      });

      test('to a page under very many other URLs, of which some count', async () => {
        const copies = Array.from({ length: mostCopies + 20 }, (_, number) => `${target}?print=${number}`);
        const linkingTo = (url: string) => `https://from-${url.split('=')[1]}.example/`;
        await publish([
          ...copies.map((url) => ({ url, canonical: target })),
          ...copies.map((url) => ({ url: linkingTo(url), links: [url] })),
          { url: 'https://a.example/', links: [target] },
        ]);
        const counted = copies.toSorted((one, other) => (BigInt(keyOf(one)) < BigInt(keyOf(other)) ? -1 : 1));
        const expected = ['https://a.example/', ...counted.slice(0, mostCopies).map(linkingTo)];
        expect((await linking({ limit: 1_000 })).sort()).toEqual(expected.sort());
      });

      test('of a page in several releases, the newest capture counts', async () => {
        const url = (name: string) => `https://${name}.example/`;
        await publish([
          { url: url('same'), links: [{ to: target, anchor: 'old' }] },
          { url: url('gone'), links: [target] },
          { url: url('nofollow'), links: [target] },
          { url: url('added') },
        ]);
        const next = await begin('CC-MAIN-2');
        const later = { capturedAt: day(20) };
        const file = fileOf(0, [
          { ...later, url: url('same'), links: [{ to: target, anchor: 'new' }] },
          { ...later, url: url('gone') },
          { ...later, url: url('nofollow'), links: [{ to: target, rel: 'nofollow', dofollow: false }] },
          { ...later, url: url('added'), links: [target] },
        ]);
        await engine.write(next, file);
        expect((await linking()).sort()).toEqual([url('gone'), url('nofollow'), url('same')]);
        await engine.publish(next);
        const found = await engine.backlinksOf({ urls: [target] }, { limit: 10 });
        expect(found.map(({ urlFrom, anchor }) => `${urlFrom} ${anchor}`).sort()).toEqual([
          `${url('added')} here`,
          `${url('same')} new`,
        ]);
        expect(await engine.capturesOf([url('same'), url('none')])).toEqual(new Map([[url('same'), day(20)]]));
      });
    });

    describe('search', () => {
      test('finds pages by title, description and URL, by the stems of their language', async () => {
        await publish([
          { url: 'https://a.example/', title: 'Golf courses' },
          { url: 'https://b.example/', description: 'A course for golfing' },
          { url: 'https://c.example/golf-course-2024' },
          { url: 'https://d.example/', title: 'Golf' },
          { url: 'https://e.example/', title: 'Golf course', listed: false },
          { url: 'https://f.example/', title: 'Golf course', language: 'xx' },
        ]);
        const found = await finding('golf', 'course');
        expect(found[0]).toBe('https://a.example/');
        expect([...found].sort()).toEqual([
          'https://a.example/',
          'https://b.example/',
          'https://c.example/golf-course-2024',
        ]);
        expect(await finding('tennis')).toEqual([]);
      });

      test('finds any part of a sentence that has no spaces', async () => {
        await publish([
          { url: 'https://a.example/', title: '東京でおすすめのゴルフ場10選', language: 'ja' },
          { url: 'https://b.example/', description: 'SEO対策とは何か', language: 'ja' },
          // All pairs of the keyword, but not in order.
          { url: 'https://c.example/', title: 'ゴルとルフのフ場', language: 'ja' },
          { url: `https://d.example/${encodeURIComponent('ゴルフ場')}/`, language: 'en' },
        ]);
        const found = async (word: string, terms: Partial<MatchRequest> = {}) => {
          const request = { ...search, configs: ['simple', 'english'], variants: [[word]], ...terms };
          return (await engine.searchPages(request)).map(({ domain }) => domain.replace('.example', '')).sort();
        };
        expect(await found('ゴルフ場')).toEqual(['a', 'd']);
        expect(await found('seo対策')).toEqual(['b']);
        expect(await found('ゴルフ場', { include: ['おすすめ'] })).toEqual(['a']);
        expect(await found('ゴルフ場', { exclude: ['おすすめ'] })).toEqual(['d']);
        expect(await found('ゴルフ場', { exclude: ['10個'] })).toEqual(['a', 'd']);
      });

      test('filters by rating, words and terms, and unknown figures pass', async () => {
        await rate(['strong.example', 'weak.example']);
        await publish([
          { url: 'https://strong.example/', title: 'Golf in winter' },
          { url: 'https://weak.example/', title: 'Golf in summer', words: 80 },
          { url: 'https://unrated.example/', title: 'Golf indoors', words: -1 },
        ]);
        const find = async (more: object) =>
          (await engine.searchPages({ ...search, variants: [['golf']], ...more })).map(({ domain }) => domain).sort();
        expect(await find({ minDomainRating: 99 })).toEqual(['strong.example', 'unrated.example']);
        expect(await find({ minWords: 100 })).toEqual(['strong.example', 'unrated.example']);
        expect(await find({ include: ['winter'] })).toEqual(['strong.example']);
        expect(await find({ exclude: ['winter'] })).toEqual(['unrated.example', 'weak.example']);
        expect(await find({ except: ['https://weak.example/'] })).toEqual(['strong.example', 'unrated.example']);
        expect(await find({ minTraffic: 10 })).toEqual([]);
        expect(await find({ minTraffic: 10, unknownTrafficPasses: true })).toHaveLength(3);
        expect((await engine.searchPages({ ...search, variants: [['golf']] }))[0]?.domain).toBe('strong.example');
      });

      test('counts a page once, by its newest capture, and limits pages per domain', async () => {
        const [a, b] = ['https://a.example/', 'https://b.example/'];
        await publish([
          { url: a, title: 'Golf' },
          { url: b, title: 'Golf' },
          { url: `${a}?print=1`, title: 'Golf', canonical: a },
          { url: `${a}more`, title: 'Golf' },
        ]);
        await publish([{ url: b, title: 'Tennis', capturedAt: day(9) }], 'CC-MAIN-2');
        expect((await finding('golf')).sort()).toEqual([a, `${a}more`]);
        expect(await engine.searchPages({ ...search, variants: [['golf']], perDomain: 1 })).toHaveLength(1);
        expect(await finding('tennis')).toEqual([b]);
      });
    });
  });
}
