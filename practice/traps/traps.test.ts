import { X509Certificate } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { connect } from 'node:tls';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { practiceForTests } from '../../server/test/practice-web.ts';
import { fetchPage, type GetOptions } from '../test-client.ts';
import { CHARSETS } from './charsets.ts';

const practice = practiceForTests();

const at = (host: string, path: string) => `http://${host}.localhost:${practice.port}${path}`;
const read = (host: string, path: string, options?: GetOptions) => fetchPage(at(host, path), options);

describe('redirects', () => {
  test.each([301, 302, 303, 307, 308])('%i leads to the new home', async (status) => {
    const got = await read('moved', `/old-${status}`);
    expect([got.status, got.headers.location]).toEqual([status, '/new-home']);
  });

  test('the loop is a loop, the endless one never repeats', async () => {
    expect((await read('moved', '/loop-a')).headers.location).toBe('/loop-b');
    expect((await read('moved', '/loop-b')).headers.location).toBe('/loop-a');
    expect((await read('moved', '/endless?n=41')).headers.location).toBe('/endless?n=42');
  });

  test('some lead to forbidden places', async () => {
    const targets = await Promise.all(['/to-file', '/to-metadata', '/to-loopback'].map((path) => read('moved', path)));
    expect(targets.map((got) => got.headers.location)).toEqual([
      'file:///etc/hostname',
      'http://169.254.169.254/latest/meta-data/',
      'http://127.0.0.1:22/',
    ]);
  });

  test('a cookie wall serves the page once its cookie is sent', async () => {
    const first = await read('cookiewall', '/same');
    expect([first.status, first.headers.location]).toEqual([302, '/same']);
    const [cookie = ''] = first.headers['set-cookie']?.[0]?.split(';') ?? [];
    expect((await read('cookiewall', '/same', { headers: { cookie } })).text).toContain('brought your cookie');
    expect((await read('cookiewall', '/never', { headers: { cookie: 'turn=7' } })).headers['set-cookie']).toEqual([
      'turn=8',
    ]);
  });

  test('meta and script redirects are pages', async () => {
    expect((await read('moved', '/meta')).text).toContain('http-equiv="refresh" content="0; url=/new-home"');
    expect((await read('moved', '/script')).text).toContain("location.replace('/new-home')");
  });
});

describe('broken answers', () => {
  test.each([401, 403, 404, 410, 429, 500, 503])('%i', async (status) => {
    expect((await read('broken', `/${status}`)).status).toBe(status);
  });

  test('busy servers say when to come back', async () => {
    expect((await read('broken', '/503')).headers['retry-after']).toBe('2');
    expect((await read('broken', '/429')).headers['retry-after']).toBe('1');
  });

  test('one recovers at the second request', async () => {
    const headers = { 'user-agent': 'traps test' };
    expect((await read('broken', '/503-once', { headers })).status).toBe(503);
    expect((await read('broken', '/503-once', { headers })).status).toBe(200);
  });

  test('truncated connections fail', async () => {
    await expect(read('broken', '/reset')).rejects.toThrow();
    for (const path of ['/half', '/half-chunked', '/half-reset'])
      await expect(read('broken', path), path).rejects.toThrow();
  });

  test('a soft 404 says 200', async () => {
    const got = await read('softly', '/whatever');
    expect(got.status).toBe(200);
    expect(got.text).toContain('can’t be found');
  });

  test('sites have true 404s', async () => {
    expect((await read('golfcompass', '/no-such-page')).status).toBe(404);
    expect((await fetchPage(`http://nosuchsite.localhost:${practice.port}/`)).status).toBe(421);
  });
});

describe('heavy pages', () => {
  test('fifty megabytes', async () => {
    expect((await read('hugepages', '/50mb')).body.length).toBeGreaterThan(50 * 1024 * 1024);
  }, 60_000);

  test('the endless page continues', async () => {
    const limit = 20 * 1024 * 1024;
    expect((await read('hugepages', '/endless', { limit })).body.length).toBeGreaterThanOrEqual(limit);
  }, 60_000);

  test('the dripping page sends a little at a time', async () => {
    expect((await read('slowly', '/drip', { limit: 2 })).text).toBe('..');
  });

  test('a small download decompresses to a gigabyte', async () => {
    const got = await read('zipped', '/bomb');
    expect(got.headers['content-encoding']).toBe('gzip');
    expect(got.body.length).toBeLessThan(4 * 1024 * 1024);
    expect(() => gunzipSync(got.body, { maxOutputLength: 512 * 1024 * 1024 })).toThrow(/larger than/);
  }, 60_000);

  test('a false gzip is not gzip', async () => {
    const got = await read('zipped', '/plain-called-gzip');
    expect(() => gunzipSync(got.body)).toThrow();
  });
});

describe('charsets', () => {
  const decoders: Record<string, string> = {
    '/utf16': 'utf-16le',
    '/cyrillic': 'windows-1251',
    '/shift-jis': 'shift_jis',
  };

  test('each page names its author in its own script', async () => {
    for (const { path, author } of CHARSETS.traps) {
      const encoding = decoders[path] ?? (path.startsWith('/latin') ? 'windows-1252' : 'utf-8');
      const got = await read('letters', path);
      expect(new TextDecoder(encoding).decode(got.body), path).toContain(author);
    }
  });

  test('the labels are what they claim to be', async () => {
    expect((await read('letters', '/latin-unstated')).headers['content-type']).toBe('text/html');
    expect((await read('letters', '/utf8-bom')).headers['content-type']).toContain('iso-8859-1');
    expect((await read('letters', '/unknown')).headers['content-type']).toContain('klingon');
  });
});

describe('https', () => {
  const handshake = (name: string, protocol = 'http/1.1') =>
    new Promise<string>((resolve) => {
      const { port, rootCertificate: ca } = practice;
      const options = { host: '127.0.0.1', port, servername: `${name}.localhost`, ca, ALPNProtocols: [protocol] };
      const socket = connect(options, () => {
        resolve(String(socket.alpnProtocol));
        socket.destroy();
      });
      socket.on('error', (error: NodeJS.ErrnoException) => resolve(String(error.code)));
    });

  test.each([
    ['secure', 'http/1.1'],
    ['chainless', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['lostissuer', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['expired', 'CERT_HAS_EXPIRED'],
    ['selfsigned', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['othername', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['otherauthority', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['http2only', 'ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL'],
  ])('%s: %s', async (name, outcome) => {
    expect(await handshake(name)).toBe(outcome);
  });

  test('the HTTP/2 host speaks HTTP/2, and other hosts have no https', async () => {
    expect(await handshake('http2only', 'h2')).toBe('h2');
    expect(await handshake('golfcompass')).toMatch(/^ERR_SSL|ECONNRESET/);
  });

  test('plain http leads to https, and the missing certificates have a URL', async () => {
    const got = await read('chainless', '/');
    expect([got.status, got.headers.location]).toEqual([301, `https://chainless.localhost:${practice.port}/`]);
    const certificate = new X509Certificate((await read('certificates', '/intermediate.cer')).body);
    expect(certificate.checkIssued(new X509Certificate(practice.rootCertificate))).toBe(true);
  });
});

describe('DNS', () => {
  const nameServer = () => {
    const dns = new Resolver({ timeout: 30_000, tries: 1 });
    dns.setServers([practice.dnsServer]);
    return dns;
  };
  const ask = async (host: string) => {
    const dns = nameServer();
    const name = `${host}.lookedup.localhost`;
    const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)]);
    return answers.map((one) => (one.status === 'fulfilled' ? one.value.join() : one.reason.code));
  };

  test.each([
    ['aaaa-denied', '127.0.0.1', 'ENOTFOUND'],
    ['aaaa-broken', '127.0.0.1', 'ESERVFAIL'],
    ['nat64', 'ENODATA', 'fd00:64::7f00:1'],
    ['nat64-private', 'ENODATA', 'fd00:64::a00:1'],
    ['dns-mixed', '127.0.0.1,10.0.0.1', 'ENODATA'],
    ['dns-broken', 'ESERVFAIL', 'ESERVFAIL'],
    ['nosuchsite', 'ENOTFOUND', 'ENOTFOUND'],
  ])('%s: A %s, AAAA %s', async (host, ...answers) => {
    expect(await ask(host)).toEqual(answers);
  });

  test('a dropped AAAA query is still unanswered when the A query after it has been answered', async () => {
    const dns = nameServer();
    const dropped = dns.resolve6('aaaa-dropped.lookedup.localhost').catch((error: NodeJS.ErrnoException) => error.code);
    expect(await dns.resolve4('aaaa-dropped.lookedup.localhost')).toEqual(['127.0.0.1']);
    dns.cancel();
    expect(await dropped).toBe('ECANCELLED');
  });
});

describe('endless places', () => {
  test('the calendar has a later month for every month', async () => {
    expect((await read('calendar', '/calendar/2026/12')).text).toContain('/calendar/2027/1');
    expect((await read('calendar', '/calendar/9000/6')).text).toContain('/calendar/9000/7');
  });

  test('the list has a new number in every link', async () => {
    const first = /sid=(\w+)/.exec((await read('calendar', '/list')).text)?.[1] ?? '';
    const second = /sid=(\w+)/.exec((await read('calendar', `/list?sid=${first}`)).text)?.[1] ?? '';
    expect(second).not.toBe(first);
  });
});

describe('indexing', () => {
  test('canonical and noindex are where they should be', async () => {
    expect((await read('copies', '/print')).text).toContain('<link rel="canonical" href="/original">');
    expect((await read('copies', '/header')).headers.link).toContain('rel="canonical"');
    expect((await read('noindex', '/meta')).text).toContain('<meta name="robots" content="noindex">');
    expect((await read('noindex', '/header')).headers['x-robots-tag']).toBe('noindex, nofollow');
  });

  test('robots rules', async () => {
    expect((await read('keepout', '/robots.txt')).text).toContain('Disallow: /\n');
    expect((await read('zeusless', '/robots.txt')).text).toContain('User-agent: ZeusBot\nDisallow: /');
    expect((await read('slowplease', '/robots.txt')).text).toContain('Crawl-delay: 2');
    expect((await read('robots500', '/robots.txt')).status).toBe(500);
    expect((await read('robotshtml', '/robots.txt')).headers['content-type']).toContain('text/html');
    expect((await read('robotsmoved', '/robots.txt')).headers.location).toBe(at('keepout', '/robots.txt'));
    expect((await read('robotslong', '/robots.txt')).body.length).toBeGreaterThan(1024 * 1024);
    expect((await read('golfcompass', '/robots.txt')).text).toContain('Disallow: /bot-trap/');
  });
});

test('every trap of the truth answers, fails or hangs, but never stops the server', async () => {
  const truth = JSON.parse((await fetchPage(practice.truthUrl)).text) as { traps: { url: string }[] };
  expect(truth.traps.length).toBeGreaterThan(80);
  const quiet = /\/(drip|silent|endless|50mb|bomb|second)$/;
  for (const { url } of truth.traps) if (!quiet.test(url)) await fetchPage(url).catch(() => null);
  expect((await read('golfcompass', '/')).status).toBe(200);
}, 60_000);
