// Controls one page: navigates it, waits until it has loaded, runs a script in it, and takes screenshots.
import { setTimeout as wait } from 'node:timers/promises';
import { screenshotSize, smallScreenshotSize } from '../../../../shared/screenshot.ts';
import { within } from '../../../platform/within.ts';
import type { BrowserPage } from './browser/open-page.ts';

export interface PageSession {
  /** Resolves when the document has arrived. Rejects with the browser's message if it can't. */
  open(url: string, ms: number): Promise<void>;
  /** Whether the current document finished loading in time. */
  loads(ms: number): Promise<boolean>;
  /** Its current URL. */
  url(): string;
  /** The function's result; it must not use anything from outside itself. Rejects if the page navigates meanwhile. */
  run<Input, Output>(script: (input: Input) => Promise<Output>, input: Input): Promise<Output>;
  /** WebP in both sizes. Rejects if the page cannot be rendered. */
  capture(): Promise<{ full: Uint8Array; small: Uint8Array }>;
  /** JPEG of a part of the document, for a link that was scrolled to. */
  capturePart(part: Part): Promise<Uint8Array>;
  /** Resolves when its process has ended. */
  crashed: Promise<void>;
}

// At quality 70 text stays sharp; 96 KB for a page with images.
const quality = 70;
const smallQuality = 75;
// Encoding a WebP takes 0.1 CPU seconds longer: a fifth of the whole visit.
const linkQuality = 70;
const small = { x: 0, y: 0, ...screenshotSize, scale: smallScreenshotSize.width / screenshotSize.width };
// Right after a load there may be no frame yet: seen once in ten on a busy machine, and sometimes twice in a row.
const captureTries = 6;
const captureAgainMs = 50;
/** What a new page shows. */
const emptyPage = 'about:blank';

interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Picture {
  format?: 'webp' | 'jpeg';
  quality: number;
  clip?: Part & { scale: number };
}

export function openPageSession(page: BrowserPage): PageSession {
  const { id: frameId, devtools } = page;
  const { url, arrived, loads, crashed } = followPage(page);
  dismissDialogs(page);

  async function picture(options: Picture, triesLeft = captureTries): Promise<Uint8Array> {
    try {
      const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', ...options });
      return Buffer.from(data, 'base64');
    } catch (error) {
      if (triesLeft <= 1) throw error;
      await wait(captureAgainMs);
      return picture(options, triesLeft - 1);
    }
  }

  async function run<Input, Output>(script: (input: Input) => Promise<Output>, input: Input): Promise<Output> {
    const world = await devtools.send('Page.createIsolatedWorld', { frameId, worldName: 'zeus' });
    const { result, exceptionDetails } = await devtools.send('Runtime.evaluate', {
      expression: `(${script.toString()})(${JSON.stringify(input)})`,
      contextId: world.executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async function navigate(address: string): Promise<true> {
    const answer = await devtools.send('Page.navigate', { url: address });
    if (answer.isDownload) throw new Error('Download is starting');
    if (answer.errorText) throw new Error(answer.errorText);
    // The browser answers before the document is in the page's own process, which may be busy.
    await arrived;
    return true;
  }

  return {
    async open(address, ms) {
      if ((await within(ms, navigate(address))) === null) throw new Error(`Timeout ${ms} ms exceeded`);
    },
    loads,
    url,
    run,
    async capture() {
      return { full: await picture({ quality }), small: await picture({ quality: smallQuality, clip: small }) };
    },
    capturePart: (part) => picture({ format: 'jpeg', quality: linkQuality, clip: { ...part, scale: 1 } }),
    crashed,
  };
}

interface FollowedPage extends Pick<PageSession, 'url' | 'loads' | 'crashed'> {
  /** Resolves once the first document is in the page. */
  arrived: Promise<void>;
}

function followPage({ id, devtools }: BrowserPage): FollowedPage {
  let url = emptyPage;
  const arrival = Promise.withResolvers<void>();
  let load = Promise.withResolvers<true>();
  devtools.on('Page.frameNavigated', ({ frame }) => {
    if (frame.id !== id) return;
    url = frame.url;
    if (url !== emptyPage) arrival.resolve();
    const next = Promise.withResolvers<true>();
    // Waiting for a document that was left before it loaded means waiting for the next one.
    load.resolve(next.promise);
    load = next;
  });
  devtools.on('Page.navigatedWithinDocument', ({ frameId, url: to }) => {
    if (frameId === id) url = to;
  });
  devtools.on('Page.loadEventFired', () => load.resolve(true));
  const crashed = new Promise<void>((resolve) => devtools.on('Inspector.targetCrashed', () => resolve()));
  return {
    url: () => url,
    arrived: arrival.promise,
    loads: async (ms) => (await within(ms, load.promise)) !== null,
    crashed,
  };
}

function dismissDialogs({ devtools }: BrowserPage): void {
  devtools.on('Page.javascriptDialogOpening', ({ type }) => {
    devtools.send('Page.handleJavaScriptDialog', { accept: type === 'beforeunload' }).catch(() => undefined);
  });
}
