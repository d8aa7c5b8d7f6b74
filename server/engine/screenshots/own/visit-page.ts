// One page, from a fresh context to its pictures. Nothing of it is left when it ends, however it ends.
import type { BrowserContext, Page, Request } from 'playwright-core';
import { screenshotSize } from '../../../../shared/screenshot.ts';
import type { ProxyVisit } from '../../../platform/outbound/proxy/proxy-visits.ts';
import { failed, type NoPicture, type ScreenshotOutcome } from '../screenshot-provider.ts';
import { closingWords, consentWords, knownBanners } from './banner-rules.ts';
import type { PageLimits } from './limits.ts';
import { type DocumentAnswer, problemOf, problemOfError } from './outcome-of.ts';
import { openPageSession, type PageSession } from './page-session.ts';
import { type Settled, settlePage } from './settle-page.ts';

export interface VisitOptions {
  context: BrowserContext;
  visit: ProxyVisit;
  limits: PageLimits;
}

/** What a context may do: see, and nothing else. */
export const contextOptions = {
  viewport: screenshotSize,
  deviceScaleFactor: 1,
  acceptDownloads: false,
  serviceWorkers: 'block',
  ignoreHTTPSErrors: true,
  reducedMotion: 'reduce',
  colorScheme: 'light',
  locale: 'en-US',
} as const;

/** Opens the page and takes its pictures. Rejects when the browser is gone; the caller sets the limit of the whole. */
export async function visitPage(url: string, { context, visit, limits }: VisitOptions): Promise<ScreenshotOutcome> {
  const page = await context.newPage();
  context.on('page', (other) => void other.close().catch(() => undefined));
  const crashed = new Promise<ScreenshotOutcome>((resolve) => {
    page.once('crash', () => resolve(failed('unavailable', 'the page crashed')));
  });
  const session = await openPageSession(page, visit, limits.maxNavigations);
  return Promise.race([crashed, photograph({ url, page, session, visit, limits })]);
}

interface Photograph {
  url: string;
  page: Page;
  session: PageSession;
  visit: ProxyVisit;
  limits: PageLimits;
}

async function photograph(parts: Photograph): Promise<ScreenshotOutcome> {
  const { url, page, session, visit, limits } = parts;
  const documents = watchDocuments(page, url);
  try {
    await page.goto(url, { waitUntil: 'commit', timeout: limits.openMs });
  } catch (error) {
    return session.isRestless() ? restless() : problemOfError(error as Error, documents.asked(), visit.refusals());
  }
  const hasLoaded = await loads(page, limits.loadMs);
  const early = problemNow(parts, documents);
  if (early) return early;
  const settled = await settle(parts);
  const late = problemNow(parts, documents);
  if (late) return late;
  if (settled === 'restless') return restless();
  if (settled === null) return failed('timed-out', 'it did not come to rest');
  if (settled.blank && !hasLoaded) return failed('timed-out', 'nothing could be seen in time');
  if (isWall(settled.title)) return failed('blocked', settled.title);
  const pictures = await within(limits.captureMs, session.capture());
  if (pictures === null) return failed('timed-out', 'it could not be drawn in time');
  return { kind: 'taken', ...pictures, title: settled.title };
}

const restless = () => failed('unavailable', 'it goes from page to page without end');

function problemNow({ page, visit, session }: Photograph, documents: Documents): NoPicture | null {
  if (session.isRestless()) return restless();
  const answer = documents.answer();
  // What a script writes (about:blank, blob:) has no answer of its own; a document that failed shows a page of the browser.
  if (page.url().startsWith('chrome-error:')) {
    return problemOfError(new Error('it went on to what cannot be opened'), documents.asked(), visit.refusals());
  }
  if (answer === null || !/^https?:/.test(page.url()))
    return failed('refused', `it led to ${page.url().slice(0, 100)}`);
  return problemOf(answer, visit.refusals());
}

const loads = (page: Page, ms: number) =>
  page.waitForLoadState('load', { timeout: ms }).then(
    () => true,
    () => false,
  );

// A page that goes elsewhere by script or meta takes the running script with it: then the next document is settled.
// Null when it never came to rest.
async function settle({ page, session, limits }: Photograph): Promise<Settled | 'restless' | null> {
  const options = { known: knownBanners.join(','), closingWords, consentWords, waitMs: limits.settleMs };
  for (let again = 0; again < 4; again++) {
    // Its own clock is the page's; this one is ours.
    const settled = await within(limits.settleMs + graceMs, session.run(settlePage, options)).catch(
      () => 'gone' as const,
    );
    if (settled !== 'gone') return settled;
    if (page.isClosed() || session.isRestless()) return 'restless';
    await loads(page, limits.loadMs);
  }
  return 'restless';
}

/** On a busy machine a page needs time for the little that it does. */
const graceMs = 5_000;

interface Documents {
  /** The address of the document that was asked for last. */
  asked(): string;
  /** The last answer that came. */
  answer(): DocumentAnswer | null;
}

function watchDocuments(page: Page, url: string): Documents {
  let asked = url;
  let answer: DocumentAnswer | null = null;
  const isDocument = (request: Request) => request.isNavigationRequest() && request.frame() === page.mainFrame();
  page.on('request', (request) => {
    if (isDocument(request)) asked = request.url();
  });
  page.on('response', (response) => {
    if (!isDocument(response.request())) return;
    const headers = response.headers();
    answer = {
      url: response.url(),
      status: response.status(),
      contentType: headers['content-type'] ?? '',
      disposition: headers['content-disposition'] ?? '',
    };
  });
  return { asked: () => asked, answer: () => answer };
}

/** Walls that check visitors answer with a good status and one of these titles. */
const isWall = (title: string) =>
  /^(?:just a moment|attention required|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot)|pardon our interruption|security check|please verify you are)/i.test(
    title,
  );

/** The answer, or null when it takes longer. Rejects as the work does. */
export async function within<T>(ms: number, work: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), ms);
  });
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
