// A WAT file of a realistic shape: 133 links per page of which a tenth leave the site, to hosts that follow Zipf's law.
import { gzipSync } from 'node:zlib';
import { createWarcWriter, warcRecord } from '../../server/engine/index/common-crawl/test/warc-writer.ts';
import { watHeaders } from '../../server/engine/index/common-crawl/test/write-crawl.ts';
import { randomNumbers } from '../../server/test/long-run.ts';
import { zipfWord } from './vocabulary.ts';

const linksPerPage = 133;

/** Files of different numbers have different pages. */
export function generateWat(pages: number, file = 0): Buffer {
  const random = randomNumbers(21 + file);
  const pick = (most: number) => Math.floor(random() * most);
  /** Few hosts get most links. */
  const zipfHost = () => `www.site-${Math.floor(200_000 ** random())}.example`;
  const text = (length: number) => Array.from({ length }, () => zipfWord(random)).join(' ');
  const link = (home: string, number: number) => {
    const isOuter = pick(10) === 0;
    const path = `/${zipfWord(random)}/${text(3).replaceAll(' ', '-')}-${pick(100_000)}.html`;
    const url = isOuter ? `https://${zipfHost()}${path}` : pick(2) === 0 ? path : `https://${home}${path}`;
    if (number % 6 === 5)
      return { path: 'IMG@/src', url: `https://${home}/media/${pick(1_000_000)}.jpg`, alt: text(4) };
    return { path: 'A@/href', url, ...(pick(5) === 0 ? { rel: 'nofollow noopener' } : {}), text: text(1 + pick(6)) };
  };
  const writer = createWarcWriter();
  for (let number = 0; number < pages; number++) {
    const home = zipfHost();
    const url = `https://${home}/${text(4).replaceAll(' ', '-')}-${file}-${number}/`;
    const add = (envelope: object) => writer.add(watHeaders(url), Buffer.from(JSON.stringify({ Envelope: envelope })));
    const warc = (type: string) => ({ 'WARC-Header-Metadata': { 'WARC-Type': type, 'WARC-Target-URI': url } });
    add({ ...warc('request'), 'Payload-Metadata': { 'HTTP-Request-Metadata': { Headers: headers(text) } } });
    const response = {
      'Response-Message': { Version: 'HTTP/1.1', Status: '200', Reason: 'OK' },
      Headers: headers(text),
      'HTML-Metadata': {
        Head: {
          Title: text(8),
          Metas: Array.from({ length: 12 }, (_, index) => ({ name: `meta-${index}`, content: text(8) })),
          Link: [{ path: 'LINK@/href', url, rel: 'canonical' }],
          Scripts: Array.from({ length: 8 }, () => ({ path: 'SCRIPT@/src', url: `/js/${pick(10_000)}.js` })),
        },
        Links: Array.from({ length: linksPerPage }, (_, index) => link(home, index)),
      },
    };
    add({ ...warc('response'), 'Payload-Metadata': { 'HTTP-Response-Metadata': response } });
    const language = { reliable: true, 'text-bytes': 5_000 + pick(9_000), languages: [{ code: 'en' }] };
    const records = [{ Name: 'languages-cld2', Value: JSON.stringify(language) }];
    add({ ...warc('metadata'), 'Payload-Metadata': { 'WARC-Metadata-Metadata': { 'Metadata-Records': records } } });
  }
  return writer.bytes();
}

/** Records of 100 MB, which readers skip: each in a gzip member of its own, and all in one. Between them, the largest that are read. */
export function generateLargeRecords(): Buffer {
  const oversize = warcRecord(watHeaders('https://www.oversize.example/'), Buffer.alloc(100_000_000, 'x'));
  const large = warcRecord(watHeaders('https://www.large.example/'), largestBody());
  const alone = [oversize, large, oversize, large].map((record) => gzipSync(record));
  return Buffer.concat([...alone, gzipSync(Buffer.concat([oversize, large, oversize, large]))]);
}

/** A page of just under 8 MB of JSON, with nothing but links to other sites. */
function largestBody(): Buffer {
  const Links = Array.from({ length: 78_000 }, (_, number) => ({
    path: 'A@/href',
    url: `https://www.site-${number}.example/page-${number}.html`,
    text: `Page number ${number}`,
  }));
  const url = 'https://www.large.example/';
  const response = { 'Response-Message': { Status: '200' }, 'HTML-Metadata': { Head: { Title: 'Large' }, Links } };
  return Buffer.from(
    JSON.stringify({
      Envelope: {
        'WARC-Header-Metadata': { 'WARC-Type': 'response', 'WARC-Target-URI': url },
        'Payload-Metadata': { 'HTTP-Response-Metadata': response },
      },
    }),
  );
}

const headers = (text: (length: number) => string) =>
  Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`Header-${index}`, text(4)]));
