import { html } from '../forms/html.ts';
import { send } from '../web/exchange.ts';
import { plainPage } from '../web/plain-page.ts';
import { page, type Trap, type TrapHost, words } from './trap.ts';

const failing = (status: number, expect: string, headers: Record<string, string> = {}): Trap => ({
  path: `/${status}`,
  what: `answers ${status}`,
  outcome: 'failed',
  expect,
  signals: ['error-page'],
  answer: (exchange) =>
    send(exchange, {
      status,
      headers,
      body: plainPage({ title: `Error ${status}`, body: words('Something is wrong here.') }),
    }),
});

// Clients are distinguished by user agent, so that two crawls do not interfere.
const calls = new Map<string, number>();

export const BROKEN: TrapHost = {
  host: 'broken.localhost',
  traps: [
    failing(401, 'is not there for us, no retry'),
    failing(403, 'is not there for us, no retry'),
    failing(404, 'is gone, no retry'),
    failing(410, 'is gone for good, no retry'),
    failing(429, 'is retried after the stated pause', { 'retry-after': '1' }),
    failing(500, 'is retried a few times'),
    failing(503, 'is retried after the stated pause', { 'retry-after': '2' }),
    {
      path: '/503-once',
      what: 'fails at the first call of a user agent, then works',
      expect: 'is read at the second try',
      outcome: 'page',
      answer: (exchange) => {
        const key = `${exchange.port} ${exchange.request.headers['user-agent']}`;
        calls.set(key, (calls.get(key) ?? 0) + 1);
        if (calls.get(key) === 1)
          return send(exchange, { status: 503, headers: { 'retry-after': '1' }, body: 'Try again.' });
        return page(exchange, 'Well again', words('It works now.'));
      },
    },
    {
      path: '/reset',
      what: 'the connection is cut',
      expect: 'could not look',
      outcome: 'failed',
      answer: (exchange) => void exchange.response.destroy(),
    },
    {
      path: '/half',
      what: 'ends before its stated length',
      expect: 'the half page is used',
      outcome: 'page',
      answer: (exchange) => {
        exchange.response.writeHead(200, { 'content-type': 'text/html', 'content-length': '5000' });
        exchange.response.write('<!DOCTYPE html><title>Half a page</title><p>This page ends in the mid');
        setTimeout(() => exchange.response.destroy(), 20);
      },
    },
    {
      path: '/half-chunked',
      what: 'ends within a chunk',
      expect: 'the half page is used',
      outcome: 'page',
      answer: ({ response: { socket } }) => {
        const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n';
        socket?.end(`${head}fff\r\n<!DOCTYPE html><title>Half a page</title><p>This page ends in the mid`);
      },
    },
    {
      path: '/half-reset',
      what: 'the connection is reset after half of the page',
      expect: 'the half page is used',
      outcome: 'page',
      answer: ({ response: { socket } }) => {
        const head = 'HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5000\r\n\r\n';
        socket?.write(`${head}<!DOCTYPE html><title>Half a page</title><p>This page ends in the mid`, () =>
          socket.resetAndDestroy(),
        );
      },
    },
    {
      path: '/doubled-type',
      what: 'two content types, one from the server and one from its proxy',
      expect: 'is read as a page',
      outcome: 'page',
      answer: ({ response }) => {
        response.setHeader('content-type', ['text/html', 'text/html; charset=utf-8']);
        response.end(plainPage({ title: 'Twice', body: words('One page, two types.') }));
      },
    },
    {
      path: '/empty',
      what: 'no bytes at all',
      expect: 'is an empty page',
      outcome: 'page',
      answer: (exchange) => send(exchange, { body: '' }),
    },
    {
      path: '/report.pdf',
      what: 'a PDF',
      expect: 'is not read as a page',
      outcome: 'failed',
      answer: (exchange) =>
        send(exchange, {
          contentType: 'application/pdf',
          body: '%PDF-1.4\n1 0 obj <</Author (Nobody Real)>> endobj\n%%EOF\n',
        }),
    },
    {
      path: '/image-called-html',
      what: 'a picture that claims to be a page',
      expect: 'nothing is found in it',
      outcome: 'any',
      answer: (exchange) =>
        send(exchange, { contentType: 'text/html', body: Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex') }),
    },
    {
      path: '/no-type',
      what: 'no content type',
      expect: 'is read as a page',
      outcome: 'page',
      answer: (exchange) => {
        exchange.response.writeHead(200).end(plainPage({ title: 'Untyped', body: html`<p>By Nobody.</p>` }));
      },
    },
    {
      path: '/two-bases',
      what: 'a second base address',
      expect: 'is read, and its link resolves to /no-type: the first base wins',
      outcome: 'page',
      answer: (exchange) =>
        page(
          exchange,
          'Two bases',
          html`<p>Read <a href="no-type">the other page</a>.</p>`,
          html`<base href="/"><base href="/nowhere/">`,
        ),
    },
    {
      path: '/broken-markup',
      what: 'tags that never close',
      expect: 'is read without harm',
      outcome: 'page',
      answer: (exchange) =>
        send(exchange, {
          body: '<html><head><title>Tangled</title><body><div><p>One <b>two <i>three</b> four<table><tr><td>five<a href="/404">six',
        }),
    },
  ],
};

export const SOFT_404: TrapHost = {
  host: 'softly.localhost',
  traps: [
    {
      path: '/',
      what: 'front page',
      expect: 'is read',
      outcome: 'page',
      answer: (exchange) =>
        page(
          exchange,
          'Softly',
          html`<p>A shop that is moving. <a href="/offers">Offers</a> <a href="/gone-long-ago">News</a></p>`,
        ),
    },
  ],
  otherwise: (exchange) =>
    page(
      exchange,
      'Oops! That page can’t be found.',
      words('It looks like nothing was found at this location. Maybe try a search?'),
    ),
};
