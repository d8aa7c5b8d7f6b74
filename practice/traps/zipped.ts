import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Exchange } from '../web/exchange.ts';
import { plainPage } from '../web/plain-page.ts';
import { type TrapHost, words } from './trap.ts';

const GZIP_MEMBER_BYTES = 10 * 1024 * 1024;
const MEMBERS = 100;

function zipped(asked: Exchange, encoding: string, body: Buffer): void {
  asked.response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': encoding });
  asked.response.end(body);
}

const small = () =>
  Buffer.from(plainPage({ title: 'Zipped', body: words('A small page in a large coat. '.repeat(80)) }));

export const ZIPPED: TrapHost = {
  host: 'zipped.localhost',
  traps: [
    {
      path: '/bomb',
      what: 'a megabyte that unpacks to a gigabyte',
      expect: 'is cut at the size limit of the unpacked page',
      outcome: 'cut',
      answer: (asked) => {
        const member = gzipSync(Buffer.alloc(GZIP_MEMBER_BYTES, 0x20));
        zipped(asked, 'gzip', Buffer.concat(Array.from({ length: MEMBERS }, () => member)));
      },
    },
    {
      path: '/plain-called-gzip',
      what: 'claims to be zipped and is not',
      expect: 'could not look',
      outcome: 'failed',
      answer: (asked) => zipped(asked, 'gzip', small()),
    },
    {
      path: '/torn',
      what: 'the zip ends too early',
      expect: 'the decompressed part is used',
      outcome: 'page',
      answer: (asked) => zipped(asked, 'gzip', gzipSync(small()).subarray(0, -12)),
    },
    {
      path: '/trailing',
      what: 'extra bytes after the gzip data',
      expect: 'the page is read and the extra bytes are ignored',
      outcome: 'page',
      answer: (asked) => zipped(asked, 'gzip', Buffer.concat([gzipSync(small()), Buffer.from('\nand so on')])),
    },
    {
      path: '/raw-deflate',
      what: 'deflate without its header',
      expect: 'is read or given up',
      outcome: 'any',
      answer: (asked) => zipped(asked, 'deflate', deflateRawSync(small())),
    },
    {
      path: '/unknown-coding',
      what: 'an encoding nobody knows',
      expect: 'could not look',
      outcome: 'failed',
      answer: (asked) => zipped(asked, 'klingon', small()),
    },
  ],
};
