// Pages that are too slow, too large or too deep.

import type { ServerResponse } from 'node:http';
import type { Exchange } from '../web/exchange.ts';
import { page, type TrapHost, words } from './trap.ts';

const HEAD = '<!DOCTYPE html><html><head><title>Heavy</title></head><body>';
const MB = 1024 * 1024;

/** Writes chunks as fast as the client reads them; `count` may be Infinity. */
function pour(response: ServerResponse, piece: string | Buffer, count: number): void {
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  response.write(HEAD);
  let left = count;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left--;
      if (!response.write(piece)) return;
    }
    if (left <= 0) response.end('</body></html>');
  };
  response.on('drain', more);
  more();
}

function drip(exchange: Exchange, everyMs: number): void {
  const { response } = exchange;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
  const timer = setInterval(() => response.write('.'), everyMs);
  timer.unref();
  response.on('close', () => clearInterval(timer));
}

export const SLOW: TrapHost = {
  host: 'slowly.localhost',
  traps: [
    {
      path: '/drip',
      what: 'one byte every half second, without end',
      expect: 'is given up within the time limit',
      outcome: 'failed',
      answer: (exchange) => drip(exchange, 500),
    },
    {
      path: '/silent',
      what: 'accepts the request and never answers',
      expect: 'is given up within the time limit',
      outcome: 'failed',
      answer: () => {},
    },
    {
      path: '/second',
      what: 'answers after one second',
      expect: 'is read',
      outcome: 'page',
      answer: (exchange) =>
        void setTimeout(() => page(exchange, 'Slow but sure', words('Thank you for waiting.')), 1_000).unref(),
    },
  ],
};

export const HUGE: TrapHost = {
  host: 'hugepages.localhost',
  traps: [
    {
      path: '/50mb',
      what: 'fifty megabytes of text',
      expect: 'is cut at the size limit',
      outcome: 'cut',
      answer: (exchange) => pour(exchange.response, 'A very long page. '.repeat(3_641), 800),
    },
    {
      path: '/endless',
      what: 'a page without end',
      expect: 'is cut at the size limit',
      outcome: 'cut',
      answer: (exchange) =>
        pour(exchange.response, '<p>And another paragraph.</p>'.repeat(500), Number.POSITIVE_INFINITY),
    },
    {
      path: '/deep',
      what: 'a hundred thousand nested elements',
      expect: 'is read or given up, no stack overflow',
      outcome: 'any',
      answer: (exchange) => pour(exchange.response, '<div>'.repeat(1_000), 100),
    },
    {
      path: '/one-word',
      what: 'a single attribute of two megabytes',
      expect: 'is read in good time',
      outcome: 'page',
      answer: (exchange) => pour(exchange.response, Buffer.from(`<a title="${'x'.repeat(2 * MB)}">x</a>`), 1),
    },
    {
      path: '/many-links',
      what: 'fifty thousand links',
      expect: 'is read, the links cut to a sensible number',
      outcome: 'any',
      answer: (exchange) => pour(exchange.response, '<a href="/many-links?a=1">a</a>'.repeat(1_000), 50),
    },
    {
      path: '/many-ats',
      what: 'a megabyte of at signs',
      expect: 'is read in good time, no address found',
      outcome: 'page',
      answer: (exchange) => pour(exchange.response, 'a@'.repeat(10_000), 50),
    },
  ],
};
