// What is said to one page directly in the browser's own protocol: the login at the proxy, how many documents it may open,
// a script in a world of its own, and the pictures themselves. For the first Playwright would stop at every request.
import type { CDPSession, Page } from 'playwright-core';
import { screenshotSize, smallScreenshotSize } from '../../../../shared/screenshot.ts';
import type { ProxyVisit } from '../../../platform/outbound/proxy/proxy-visits.ts';
import { shrinkPicture } from './shrink-picture.ts';

export interface PageSession {
  /** Whether the page went from document to document more often than it may. */
  isRestless(): boolean;
  /** The function's answer; it must need nothing from outside itself. Rejects when the page goes elsewhere meanwhile. */
  run<Input, Output>(script: (input: Input) => Promise<Output>, input: Input): Promise<Output>;
  /** WebP, both sizes. Rejects when the page cannot be drawn. */
  capture(): Promise<{ full: Uint8Array; small: Uint8Array }>;
}

// 70 is the quality at which text keeps its edges; 96 KB for a page with pictures.
const quality = 70;
const smallQuality = 0.75;

export async function openPageSession(page: Page, visit: ProxyVisit, maxNavigations: number): Promise<PageSession> {
  const cdp = await page.context().newCDPSession(page);
  const frameId = await guardDocuments(cdp, visit);
  let documents = 0;
  cdp.on('Fetch.requestPaused', ({ requestId, frameId: from }) => {
    if (from === frameId) documents += 1;
    const answer =
      documents > maxNavigations
        ? cdp.send('Fetch.failRequest', { requestId, errorReason: 'BlockedByClient' })
        : cdp.send('Fetch.continueRequest', { requestId });
    answer.catch(() => undefined);
  });
  const picture = () =>
    cdp.send('Page.captureScreenshot', {
      format: 'webp',
      quality,
      clip: { x: 0, y: 0, ...screenshotSize, scale: 1 },
      captureBeyondViewport: false,
    });
  async function run<Input, Output>(script: (input: Input) => Promise<Output>, input: Input): Promise<Output> {
    const world = await cdp.send('Page.createIsolatedWorld', { frameId, worldName: 'zeus' });
    const { result, exceptionDetails } = await cdp.send('Runtime.evaluate', {
      expression: `(${script.toString()})(${JSON.stringify(input)})`,
      contextId: world.executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  return {
    isRestless: () => documents > maxNavigations,
    run,
    async capture() {
      // Right after a load there may be no frame yet; seen once in ten with two pages at work.
      const { data } = await picture().catch(picture);
      const small = await run(shrinkPicture, { data, ...smallScreenshotSize, quality: smallQuality });
      return { full: Buffer.from(data, 'base64'), small: Buffer.from(small, 'base64') };
    },
  };
}

// Only documents stop: the first of them carries the login, and the browser keeps it for all that follows.
async function guardDocuments(cdp: CDPSession, { username, password }: ProxyVisit): Promise<string> {
  cdp.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    const isProxy = authChallenge.source === 'Proxy';
    const answer = isProxy
      ? ({ response: 'ProvideCredentials', username, password } as const)
      : ({ response: 'CancelAuth' } as const);
    cdp.send('Fetch.continueWithAuth', { requestId, authChallengeResponse: answer }).catch(() => undefined);
  });
  const [tree] = await Promise.all([
    cdp.send('Page.getFrameTree'),
    cdp.send('Fetch.enable', {
      handleAuthRequests: true,
      patterns: [{ urlPattern: '*', resourceType: 'Document', requestStage: 'Request' }],
    }),
  ]);
  return tree.frameTree.frame.id;
}
