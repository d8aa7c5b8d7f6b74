import { deflateRawSync, gzipSync } from 'node:zlib';
import type { Exchange } from '../web/exchange.ts';
import { plainPage } from '../web/plain-page.ts';
import { type TrapHost, words } from './trap.ts';

const GZIP_MEMBER_BYTES = 10 * 1024 * 1024;
const MEMBERS = 100;

function zipped(exchange: Exchange, encoding: string, body: Buffer): void {
  exchange.response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': encoding });
  exchange.response.end(body);
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
      answer: (exchange) => {
        const member = gzipSync(Buffer.alloc(GZIP_MEMBER_BYTES, 0x20));
        zipped(exchange, 'gzip', Buffer.concat(Array.from({ length: MEMBERS }, () => member)));
      },
    },
    {
      path: '/plain-called-gzip',
      what: 'claims to be zipped and is not',
      expect: 'could not look',
      outcome: 'failed',
      answer: (exchange) => zipped(exchange, 'gzip', small()),
    },
    {
      path: '/torn',
      what: 'the zip ends too early',
      expect: 'the decompressed part is used',
      outcome: 'page',
      answer: (exchange) => zipped(exchange, 'gzip', gzipSync(small()).subarray(0, -12)),
    },
    {
      path: '/trailing',
      what: 'extra bytes after the gzip data',
      expect: 'the page is read and the extra bytes are ignored',
      outcome: 'page',
      answer: (exchange) => zipped(exchange, 'gzip', Buffer.concat([gzipSync(small()), Buffer.from('\nand so on')])),
    },
    {
      path: '/raw-deflate',
      what: 'deflate without its header',
      expect: 'is read or given up',
      outcome: 'any',
      answer: (exchange) => zipped(exchange, 'deflate', deflateRawSync(small())),
    },
    {
      path: '/unknown-coding',
      what: 'an unknown encoding',
      expect: 'could not look',
      outcome: 'failed',
      answer: (exchange) => zipped(exchange, 'klingon', small()),
    },
  ],
};
