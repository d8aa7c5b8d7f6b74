import { describe, expect, test } from 'vitest';
import { parseAuthority, parseTarget } from './target.ts';

const code = (work: () => unknown) => {
  try {
    work();
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('parseTarget', () => {
  test.each([
    ['http://example.com', 'example.com', 80, 'http://example.com/'],
    ['https://EXAMPLE.com/', 'example.com', 443, 'https://example.com/'],
    ['https://example.com.:8443/a?b#c', 'example.com', 8443, 'https://example.com:8443/a?b#c'],
    ['http://bücher.de/', 'xn--bcher-kva.de', 80, 'http://xn--bcher-kva.de/'],
    ['http://_dmarc.a-.example.com/', '_dmarc.a-.example.com', 80, 'http://_dmarc.a-.example.com/'],
    ['http://0x08080808/', '8.8.8.8', 80, 'http://8.8.8.8/'],
    ['http://[2606:4700:0::1111]/', '2606:4700::1111', 80, 'http://[2606:4700::1111]/'],
  ])('%s', (input, host, port, href) => {
    const target = parseTarget(input);
    expect([target.host, target.port, target.url.href, target.practice]).toEqual([host, port, href, false]);
  });

  test('does not modify the given URL', () => {
    const given = new URL('http://example.com./');
    parseTarget(given);
    expect(given.href).toBe('http://example.com./');
  });

  test('refuses local names before asking DNS', () => {
    const names =
      'localhost a.localhost x.local x.internal metadata.google.internal x.home.arpa x.lan x.onion x.test db';
    const outcomes = names.split(' ').map((name) => code(() => parseTarget(`http://${name}/`)));
    expect(new Set(outcomes)).toEqual(new Set(['refused']));
    expect(code(() => parseTarget('http://local.example.com/'))).toBe('allowed');
  });

  test('refuses IP addresses that are not public', () => {
    for (const host of ['127.0.0.1', '2130706433', '[::1]', '[::ffff:8.8.8.8]', '169.254.169.254.']) {
      expect([host, code(() => parseTarget(`http://${host}/`))]).toEqual([host, 'refused']);
    }
  });

  test('refuses the ports of other services', () => {
    for (const port of [0, 1, 22, 25, 53, 110, 587, 6000, 6667, 10080]) {
      expect([port, code(() => parseTarget(`http://example.com:${port}/`))]).toEqual([port, 'refused']);
    }
    for (const port of [80, 443, 3000, 8080, 8443]) {
      expect([port, code(() => parseTarget(`https://example.com:${port}/`))]).toEqual([port, 'allowed']);
    }
  });

  test('the practice exception is exact', () => {
    const practice = { port: 4000 };
    const isPractice = (url: string) => parseTarget(url, practice).practice;
    expect(isPractice('http://blog.localhost:4000/')).toBe(true);
    expect(isPractice('http://a.b.LOCALHOST.:4000/')).toBe(true);
    expect(isPractice('http://blog.localhost.example.com:4000/')).toBe(false);
    const refused = [
      'http://localhost:4000',
      'http://127.0.0.1:4000',
      'http://a.localhost',
      'https://a.localhost:4000',
    ];
    for (const url of [...refused, 'http://a.localhost:4001', 'http://alocalhost:4000', 'http://[::1]:4000']) {
      expect([url, code(() => isPractice(url))]).toEqual([url, 'refused']);
    }
    const withTls = { ...practice, rootCertificate: 'PEM' };
    expect(parseTarget('https://a.localhost:4000', withTls)).toMatchObject({ practice: true, secure: true });
    for (const url of [
      'https://localhost:4000',
      'https://a.localhost',
      'https://a.localhost:4001',
      'https://[::1]:4000',
    ])
      expect([url, code(() => parseTarget(url, withTls))]).toEqual([url, 'refused']);
  });
});

test('parseAuthority accepts a host and a port and nothing else', () => {
  expect(parseAuthority('example.com:443')).toMatchObject({ host: 'example.com', port: 443 });
  expect(parseAuthority('example.com:80')).toMatchObject({ host: 'example.com', port: 80 });
  expect(parseAuthority('[2606:4700::1111]:443')).toMatchObject({ host: '2606:4700::1111', port: 443 });
  const bad = ['', 'example.com', ':443', 'a@example.com:443', 'http://example.com:443', 'example.com:443/', 'a b:443'];
  for (const text of bad) expect([text, code(() => parseAuthority(text))]).toEqual([text, 'bad-url']);
  expect(code(() => parseAuthority('2606:4700::1111:443'))).toBe('bad-url');
});
