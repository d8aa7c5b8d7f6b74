import { describe, expect, test } from 'vitest';
import { readRobotsFile } from './robots-file.ts';

const allows = (file: string, path: string) => readRobotsFile(file, 'ZeusBot').allows(path);

describe('which group applies to us', () => {
  test.each([
    ['User-agent: *\nDisallow: /', '/a', false],
    ['User-agent: zeusbot\nDisallow: /\n\nUser-agent: *\nAllow: /', '/a', false],
    ['User-agent: *\nDisallow: /\n\nUser-agent: ZeusBot/1.0\nDisallow: /b', '/a', true],
    ['User-agent: ZeusBotNews\nDisallow: /', '/a', true],
    ['User-agent: Other\nUser-agent: ZeusBot\nDisallow: /a', '/a', false],
    [
      'User-agent: ZeusBot\nDisallow: /a\nUser-agent: Other\nDisallow: /b\nUser-agent: zeusbot\nDisallow: /c',
      '/c',
      false,
    ],
    ['User-agent: ZeusBot\nDisallow: /a\nUser-agent: Other\nDisallow: /b', '/b', true],
    ['User-agent: ZeusBot\n\nSitemap: https://a.example/s.xml\n\nDisallow: /a', '/a', false],
    ['Disallow: /', '/a', true],
    ['\uFEFFuser-agent : *\r\ndisallow : /a # not this', '/a', false],
    ['<html><body>Not Found</body></html>', '/a', true],
    ['', '/a', true],
  ])('%j for %s: %s', (file, path, expected) => expect(allows(file, path)).toBe(expected));
});

describe('which rule decides', () => {
  const rules = (...lines: string[]) => `User-agent: *\n${lines.join('\n')}`;
  test.each([
    [rules('Disallow: /a', 'Allow: /a/b'), '/a/b/c', true],
    [rules('Allow: /a/b', 'Disallow: /a'), '/a/c', false],
    [rules('Disallow: /page', 'Allow: /page'), '/page', true],
    [rules('Disallow: /*.php$'), '/x.php', false],
    [rules('Disallow: /*.php$'), '/x.php?a=1', true],
    [rules('Disallow: /*.php'), '/x.php5', false],
    [rules('Disallow: /a*b*c'), '/a1b2c3', false],
    [rules('Disallow: /a*b*c'), '/a1c2b3', true],
    [rules('Disallow: /*a$'), '/bab', true],
    [rules('Disallow: /*ab$'), '/abxab', false],
    [rules('Disallow: /$'), '/', false],
    [rules('Disallow: /$'), '/a', true],
    [rules('Disallow: *'), '/anything', false],
    [rules('Disallow:'), '/a', true],
    [rules('Disallow: /'), '/robots.txt', true],
    [rules('Disallow: /a%3cd.html'), '/a%3Cd.html', false],
    [rules('Disallow: /%7Ejoe'), '/~joe/x', false],
    [rules('Disallow: /ö'), '/%C3%B6', false],
    [rules('Disallow: /search?q='), '/search?q=golf', false],
    [rules('DISALLOW: /A'), '/a', true],
  ])('%j for %s: %s', (file, path, expected) => expect(allows(file, path)).toBe(expected));

  test('a hostile pattern takes no time', () => {
    const file = rules(`Disallow: /${'*a'.repeat(500)}b`);
    expect(allows(file, `/${'a'.repeat(5_000)}`)).toBe(true);
  });
});

test('uses the crawl delay of our own group', () => {
  expect(readRobotsFile('User-agent: *\nCrawl-delay: 2.5', 'ZeusBot').crawlDelay).toBe(2.5);
  expect(readRobotsFile('User-agent: *\nCrawl-delay: 9\nUser-agent: ZeusBot\nAllow: /', 'ZeusBot').crawlDelay).toBe(0);
  expect(readRobotsFile('User-agent: *\nCrawl-delay: soon', 'ZeusBot').crawlDelay).toBe(0);
});

test('reads sitemaps anywhere in the file, without duplicates and up to a limit', () => {
  const many = Array.from({ length: 50 }, (_, i) => `Sitemap: https://a.example/${i}.xml`).join('\n');
  const text = `User-agent: Other\nDisallow: /\n sitemap :https://a.example/#1.xml # ours\nSITEMAP: https://a.example/0.xml\nNot-a-sitemap: x\n${many}`;
  const { sitemaps } = readRobotsFile(text, 'ZeusBot');
  expect(sitemaps.slice(0, 3)).toEqual(['#1', '0', '1'].map((name) => `https://a.example/${name}.xml`));
  expect(sitemaps).toHaveLength(20);
});
