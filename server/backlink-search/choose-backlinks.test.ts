import { expect, test } from 'vitest';
import { chooseBacklinks } from './choose-backlinks.ts';

const found = (url: string, domainRating: number, urlRating = 0, searchTraffic = -1) => ({
  ...{ urlFrom: `https://${url}`, urlTo: null, domain: url.split('/')[0] ?? '', source: 'test', title: '', anchor: '' },
  ...{ rel: '', domainRating, urlRating, searchTraffic, trafficValue: -1 },
});

const urlsOf = (chosen: readonly { urlFrom: string }[]) =>
  chosen.map(({ urlFrom }) => urlFrom.slice('https://'.length));

test('one page per linking domain, its strongest by rating and then by traffic', () => {
  const pages = [found('ale.example/1', 50, 10), found('ale.example/2', 50, 30), found('bay.example/', 40)];
  expect(urlsOf(chooseBacklinks(pages, []))).toEqual(['ale.example/2', 'bay.example/']);
  const read = [found('ale.example/1', 50, 30, 5), found('ale.example/2', 50, 30, 900)];
  expect(urlsOf(chooseBacklinks(read, []))).toEqual(['ale.example/2']);
});

test('the strongest domains first, unknown ones last, equal ones in the same order however they were found', () => {
  const pages = [
    found('all.example/', -1),
    found('dot.example/', 20),
    found('cod.example/', 20),
    found('zoo.example/', 90),
  ];
  const order = ['zoo.example/', 'cod.example/', 'dot.example/', 'all.example/'];
  expect(urlsOf(chooseBacklinks(pages, []))).toEqual(order);
  expect(urlsOf(chooseBacklinks(pages.toReversed(), []))).toEqual(order);
});

test('domains that the campaign has are left out', () => {
  const pages = [found('ale.example/other', 90), found('bay.example/', 40)];
  expect(urlsOf(chooseBacklinks(pages, ['ale.example']))).toEqual(['bay.example/']);
});
