import { expect, test } from 'vitest';
import { domainOf, toPageUrl } from './page-url.ts';

test.each([
  ['mailto:a@a.example', null],
  ['javascript:void(0)', null],
  ['ftp://a.example/', null],
  ['https://user:pass@a.example/', null],
  [`https://a.example/${'x'.repeat(2_100)}`, null],
  ['HTTPS://A.example:443/a/../b?utm_source=x&id=1&fbclid=2#top', 'https://a.example/b?id=1'],
  ['https://a.example/?utm_medium=mail', 'https://a.example/'],
  [
    '/a?gclid=1&srsltid=2&msclkid=3&mc_cid=4&mtm_campaign=5&_ga=6&twclid=7&hsa_acc=8&q=shoes&UTM_Source=x',
    'https://base.example/a?q=shoes',
  ],
  ['/a.jsp;jsessionid=0A1B2C3D?x=1', 'https://base.example/a.jsp?x=1'],
  ['https://a.example/shop;jsessionid=0A1B.node1/item;v=2', 'https://a.example/shop/item;v=2'],
  ['/a?PHPSESSID=r2t5uvjq435r4q7ib3vtdjq120&id=7', 'https://base.example/a?id=7'],
  ['/a?sid=9f8a7b6c&osCsid=abcdef123456&sessionid=abcdef', 'https://base.example/a'],
  ['/a?sid=12&side=left&id=987654321', 'https://base.example/a?sid=12&side=left&id=987654321'],
  ['/a?ref=menu&spring=1&source=list', 'https://base.example/a?ref=menu&spring=1&source=list'],
  ['/b?x=1', 'https://base.example/b?x=1'],
  ['/b/../c/./d', 'https://base.example/c/d'],
  ['//other.example/b', 'https://other.example/b'],
  ['/\t/other.example/b', 'https://other.example/b'],
  ['/\\other.example/b', 'https://other.example/b'],
  ['http://other.example', 'http://other.example/'],
  ['https:b', 'https://base.example/b'],
  ['b', 'https://base.example/b'],
])('%s is kept as %s', (href, expected) => expect(toPageUrl(href, 'https://base.example/a')).toBe(expected));

test.each([
  ['https://www.bbc.co.uk/a', 'bbc.co.uk'],
  ['https://one.blogspot.com/', 'one.blogspot.com'],
  ['https://one.blogspot.co.uk/', 'one.blogspot.co.uk'],
  ['https://one.wordpress.com/a', 'one.wordpress.com'],
  ['https://www.one.weebly.com/', 'one.weebly.com'],
  ['https://one.blog12.fc2.com/', 'one.blog12.fc2.com'],
  ['https://www.wordpress.com/', 'wordpress.com'],
  ['https://medium.com/@one', 'medium.com'],
  ['https://blog.naver.com/one', 'naver.com'],
  ['http://golf.localhost:8080/', 'golf.localhost'],
  ['http://93.184.216.34/', '93.184.216.34'],
  ['https://WWW.BBC.co.uk:8080/a', 'bbc.co.uk'],
  ['https://www.bbc.co.uk', 'bbc.co.uk'],
  ['https://bbc.co.uk@www.other.example/', 'other.example'],
  ['https://www.xn--mnchen-3ya.de/', 'xn--mnchen-3ya.de'],
  ['https://www.münchen.de/', 'xn--mnchen-3ya.de'],
])('%s belongs to %s', (url, domain) => expect(domainOf(url)).toBe(domain));
