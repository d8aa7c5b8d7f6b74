// A page in its own context, without any permissions. Nothing of it remains when it is closed.
import type { CDPSession } from 'puppeteer-core';
import { screenshotSize } from '../../../../../shared/screenshot.ts';
import type { RunningBrowser } from './launch.ts';

export interface BrowserPage {
  /** Also the id of its main frame. */
  id: string;
  devtools: CDPSession;
  /** Closes it with everything it holds. Rejects if the browser is gone. */
  close(): Promise<void>;
}

/** Appended to the browser's own user agent, so that sites know who visits. */
export interface Visitor {
  botName: string;
}

// Some pages choose their layout by the screen, not the window.
const screen = {
  ...screenshotSize,
  screenWidth: screenshotSize.width,
  screenHeight: screenshotSize.height,
  deviceScaleFactor: 1,
  mobile: false,
};

/** Opens an empty page. Rejects if the browser is gone. */
export async function openPage(running: RunningBrowser, visitor: Visitor): Promise<BrowserPage> {
  const { devtools: browser } = running;
  const { browserContextId } = await browser.send('Target.createBrowserContext', { disposeOnDetach: true });
  const close = async () => {
    running.pages.delete(browserContextId);
    await browser.send('Target.disposeBrowserContext', { browserContextId });
  };
  try {
    const downloads = browser.send('Browser.setDownloadBehavior', { behavior: 'deny', browserContextId });
    const place = { url: 'about:blank', browserContextId, ...screenshotSize };
    const [{ targetId }] = await Promise.all([browser.send('Target.createTarget', place), downloads]);
    running.pages.set(browserContextId, targetId);
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    const devtools = browser.connection()?.session(sessionId);
    if (!devtools) throw new Error('the page is gone');
    await Promise.all([
      devtools.send('Page.enable'),
      devtools.send('Emulation.setDeviceMetricsOverride', screen),
      prepare(devtools, userAgentOf(running, visitor)),
    ]);
    return { id: targetId, devtools, close };
  } catch (error) {
    await close().catch(() => undefined);
    throw error;
  }
}

// Frames of other sites run in separate processes and get the same settings before they start.
async function prepare(devtools: CDPSession, userAgent: UserAgent): Promise<void> {
  devtools.on('sessionattached', (frame) => {
    const begin = () => frame.send('Runtime.runIfWaitingForDebugger');
    prepare(frame, userAgent)
      .then(begin, begin)
      .catch(() => undefined);
  });
  await Promise.all([
    devtools.send('Emulation.setUserAgentOverride', userAgent),
    devtools.send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-color-scheme', value: 'light' }] }),
    devtools.send('Target.setAutoAttach', {
      autoAttach: true,
      waitForDebuggerOnStart: true,
      flatten: true,
      filter: [{ type: 'iframe' }],
    }),
  ]);
}

function userAgentOf({ majorVersion }: RunningBrowser, { botName }: Visitor) {
  return {
    userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${majorVersion}.0.0.0 Safari/537.36 ${botName}`,
    acceptLanguage: 'en-US',
    userAgentMetadata: { platform: 'Linux', platformVersion: '', architecture: 'x86', model: '', mobile: false },
  };
}
type UserAgent = ReturnType<typeof userAgentOf>;
