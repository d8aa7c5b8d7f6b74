// Pages that use more than their share: bytes, memory, nodes, windows.
import { gzipSync } from 'node:zlib';
import { type HostilePage, page, script, stalling } from './hostile-page.ts';

const someEnd = ['taken', 'timed-out', 'unavailable'] as const;
const MB = 1024 * 1024;

function flood(name: string, contentType: string, ends: HostilePage['ends'] = someEnd): HostilePage {
  return {
    name,
    ends,
    stalls: true,
    answer(_request, response) {
      response.writeHead(200, { 'content-type': contentType });
      const block = Buffer.alloc(MB, '<b>aaaaaaaaaaaaa');
      let left = 100;
      const more = () => {
        while (left-- > 0) if (!response.write(block)) return response.once('drain', more);
        return response.end();
      };
      more();
    },
  };
}

export const greedy: readonly HostilePage[] = [
  flood('hundred-megabytes', 'text/html'),
  flood('hundred-megabytes-of-text', 'text/plain'),
  page('hundred-megabyte-picture', ['taken'], ({ here }) => `<img src="${here('/hundred-megabytes')}">`),
  page(
    'hundred-megabyte-style',
    someEnd,
    ({ here }) => `<link rel="stylesheet" href="${here('/hundred-megabytes-of-text')}">`,
  ),
  {
    name: 'packed-bomb',
    ends: someEnd,
    stalls: true,
    answer(_request, response) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' });
      response.end(bomb());
    },
  },
  script('memory-arrays', someEnd, () => 'const a=[];for(;;)a.push(new Array(100000).fill(Math.random()))'),
  // 800 MB, and it never yields: only a limit on memory or time ends it.
  script('memory-buffers', ['timed-out', 'unavailable'], () => {
    const take = 'const a=[];for(let i=0;i<16;i++)a.push(new Uint8Array(5e7).fill(1));';
    return `${take}for(;;);`;
  }),
  script('memory-string', someEnd, () => 'let s="aaaaaaaaaaaaaaaa";try{for(;;)s+=s}catch{}'),
  script('canvas-large', someEnd, () => {
    const draw = 'c.width=c.height=16000;c.getContext("2d").fillRect(0,0,16000,16000)';
    return `for(let i=0;i<4;i++){const c=document.createElement("canvas");${draw};document.documentElement.append(c)}`;
  }),
  stalling(page('nodes-many', someEnd, () => '<i>'.repeat(150_000))),
  page('nodes-deep', someEnd, () => '<div>'.repeat(10_000)),
  page('frames-many', someEnd, () => '<iframe srcdoc="x"></iframe>'.repeat(50)),
  stalling(
    page('frames-in-frames', someEnd, ({ here }) =>
      `<iframe src="${here('/frames-in-frames')}?${Math.random()}"></iframe>`.repeat(2),
    ),
  ),
  stalling(
    page(
      'style-heavy',
      someEnd,
      () => `<style>*{filter:blur(9px) drop-shadow(0 0 99px red)}</style>${'<p>x'.repeat(500)}`,
    ),
  ),
  script('popups', ['taken'], ({ here }) => `for(let i=0;i<50;i++)window.open('${here('/popups')}')`),
  page('popup-forms', ['taken'], () => {
    const form = '<form target="_blank" action="/popup-forms"></form>';
    return `${form.repeat(20)}<script>for(const f of document.forms)f.submit()</script>`;
  }),
];

let packed: Buffer | undefined;
const bomb = () => (packed ??= gzipSync(Buffer.alloc(60 * MB, '<p>a</p>')));
