// The pictures of links, on pages made for it: where the box is, and that the rest of the picture is drawn.
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chromiumLaunchOptions, findChromium } from '../../../platform/chromium/chromium.ts';
import { siteForTests } from '../../../platform/outbound/test/site.ts';
import type { Call } from '../../provider.ts';
import { type OwnBrowser, openOwnBrowser } from './own-browser.ts';

const log = { info: () => undefined, warn: () => undefined };
const call: Call = { outbound: { request: () => Promise.reject(), close: async () => undefined }, log };
const tall = '<div style="height:2500px;background:#00f"></div>';
const linkTo = (path: string) =>
  `<p style="margin:0;background:#00f"><a href="${path}" style="display:inline-block;width:200px;height:40px;background:#0f0"></a></p>`;
const page = (inside: string) => `<!doctype html><title>links</title><style>body{margin:0}</style>${inside}`;

const pages: Record<string, string> = {
  '/one': page(`${tall}${linkTo('/a')}${tall}`),
  '/two': page(`${tall}${linkTo('/a')}${tall}${tall}${linkTo('/b')}${tall}`),
  // The document scrolls, but its root element is only as tall as the window.
  '/short-root': page(`<style>html,body{height:100%}</style>${tall}${linkTo('/a')}${tall}`),
  // A column of text with the link at the end of a line.
  '/column': page(`${tall}<p style="margin:0 0 0 280px;width:720px;text-align:right;background:#f0f">
    <a href="/a" style="display:inline-block;width:200px;height:40px;background:#0f0"></a></p>${tall}`),
  // Something above the link, within the picture, grows right after the picture was scrolled to.
  '/grows': page(`${tall}<div id="late" style="background:#00f"></div>${linkTo('/a')}${tall}<script>
    const grow = () => (late.style.height = '150px');
    onscroll = () => scrollY > 1000 && requestAnimationFrame(() => requestAnimationFrame(grow));
  </script>`),
};

const site = siteForTests((request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end(pages[request.url ?? ''] ?? '');
});
let own: OwnBrowser;
let viewer: Browser;

beforeAll(async () => {
  own = openOwnBrowser({ practice: { port: site.port }, log, botName: 'ZeusBot/1' });
  const found = await findChromium();
  if (!found) throw new Error('no browser');
  viewer = await chromium.launch(chromiumLaunchOptions(found));
});
afterAll(async () => {
  await viewer?.close();
  await own?.close();
});

/** The bounds of the green link, the pink column and the red box, and how much of the picture is white. */
async function look(picture: Uint8Array | null | undefined) {
  if (!picture) throw new Error('no picture');
  const tab = await viewer.newPage();
  const seen = await tab.evaluate(async (data) => {
    const image = Object.assign(new Image(), { src: `data:image/jpeg;base64,${data}` });
    await image.decode();
    const { width, height } = image;
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d');
    context?.drawImage(image, 0, 0);
    const bytes = context?.getImageData(0, 0, width, height).data ?? new Uint8ClampedArray();
    const bounds = () => ({ left: width, top: height, right: 0, bottom: 0 });
    const [link, box, column] = [bounds(), bounds(), bounds()];
    let empty = 0;
    for (let at = 0; at < bytes.length; at += 4) {
      const [r = 0, g = 0, b = 0] = [bytes[at], bytes[at + 1], bytes[at + 2]];
      const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
      const red = r > 180 && g < 90;
      const part = g > 180 && r < 90 && b < 90 ? link : red && b > 180 ? column : red && b < 130 ? box : null;
      if (part) {
        Object.assign(part, { left: Math.min(part.left, x), top: Math.min(part.top, y) });
        Object.assign(part, { right: Math.max(part.right, x), bottom: Math.max(part.bottom, y) });
      } else if (r > 200 && g > 200 && b > 200) empty++;
    }
    return { width, height, link, box, column, empty: (empty * 4) / bytes.length };
  }, Buffer.from(picture).toString('base64'));
  await tab.close();
  return seen;
}

const linksOf = async (path: string, hrefs: readonly string[]) => {
  const linksToShow = () => hrefs.map((href) => ({ href, text: '' }));
  const outcome = await own.take(site.url(path), call, { linksToShow });
  if (outcome.kind !== 'taken') throw new Error(outcome.detail);
  return outcome.links ?? [];
};

test.each([
  ['/one', ['/a']],
  ['/two', ['/a', '/b']],
  ['/short-root', ['/a']],
  ['/grows', ['/a']],
])(
  '%s: the box is around the link, and the whole picture is drawn',
  async (path, hrefs) => {
    const pictures = await linksOf(path, hrefs);
    expect(pictures).toHaveLength(hrefs.length);
    for (const picture of pictures) {
      const { width, height, link, box, empty } = await look(picture);
      expect([width, height]).toEqual([960, 600]);
      expect([link.right - link.left, link.bottom - link.top].map((size) => Math.round(size / 10))).toEqual([20, 4]);
      // 4 pixels of room on each side, as far as the picture goes.
      expect([link.top - box.top, box.bottom - link.bottom, box.right - link.right]).toEqual(
        [4, 4, 4].map((room) => expect.toSatisfy((pixels: number) => Math.abs(pixels - room) <= 2)),
      );
      expect(empty).toBeLessThan(0.01);
    }
  },
  60_000,
);

test('the picture shows whole lines of the paragraph with the link', async () => {
  const [picture] = await linksOf('/column', ['/a']);
  const { link, column } = await look(picture);
  expect(Math.round((column.right - column.left) / 10)).toBe(72);
  expect(link.right).toBeGreaterThan(column.right - 10);
});

test('a link that is not on the page has no picture', async () => {
  expect(await linksOf('/one', ['/elsewhere'])).toEqual([null]);
});
