// One page, from an empty context to its pictures.
import type { ProxyVisit } from '../../../platform/outbound/proxy/proxy-visits.ts';
import { failed, type NoPicture, type ScreenshotOutcome } from '../screenshot-provider.ts';
import type { BrowserPage } from './browser/open-page.ts';
import { closingWords, consentWords, knownBanners } from './in-page/banner-rules.ts';
import { type Settled, settlePage } from './in-page/settle-page.ts';
import type { PageLimits } from './limits.ts';
import { problemOf, problemOfError } from './outcome-of.ts';
import { openPageSession, type PageSession } from './page-session.ts';
import { type Documents, watchDocuments } from './watch-documents.ts';
import { within } from './within.ts';

export interface VisitOptions {
  page: BrowserPage;
  visit: ProxyVisit;
  limits: PageLimits;
}

/** Opens the address and takes its pictures. Rejects when the browser is gone; the caller sets the limit of the whole. */
export async function visitPage(url: string, { page, visit, limits }: VisitOptions): Promise<ScreenshotOutcome> {
  const session = openPageSession(page);
  const documents = await watchDocuments(page, { visit, maxNavigations: limits.maxNavigations });
  const crashed = session.crashed.then(() => failed('unavailable', 'the page crashed'));
  return Promise.race([crashed, photograph({ url, session, documents, visit, limits })]);
}

interface Photograph {
  url: string;
  session: PageSession;
  documents: Documents;
  visit: ProxyVisit;
  limits: PageLimits;
}

async function photograph(parts: Photograph): Promise<ScreenshotOutcome> {
  const { url, session, documents, visit, limits } = parts;
  try {
    await session.open(url, limits.openMs);
  } catch (error) {
    return documents.isRestless() ? restless() : problemOfError(error as Error, documents.asked(), visit.refusals());
  }
  const hasLoaded = await session.loads(limits.loadMs);
  const early = problemNow(parts);
  if (early) return early;
  const settled = await settle(parts);
  const late = problemNow(parts);
  if (late) return late;
  if (settled === 'restless') return restless();
  if (settled === null) return failed('timed-out', 'it did not come to rest');
  if (settled.blank && !hasLoaded) return failed('timed-out', 'nothing could be seen in time');
  if (isWall(settled.title)) return failed('blocked', settled.title);
  const pictures = await within(limits.captureMs, session.capture());
  // A page that goes on meanwhile is not drawn.
  if (pictures === null) return problemNow(parts) ?? failed('timed-out', 'it could not be drawn in time');
  return { kind: 'taken', ...pictures, title: settled.title };
}

const restless = () => failed('unavailable', 'it goes from page to page without end');

function problemNow({ session, documents, visit }: Photograph): NoPicture | null {
  if (documents.isRestless()) return restless();
  const answer = documents.answer();
  // What a script writes (about:blank, blob:) has no answer of its own; a document that failed shows a page of the browser.
  if (session.url().startsWith('chrome-error:')) {
    return problemOfError(new Error('it went on to what cannot be opened'), documents.asked(), visit.refusals());
  }
  if (answer === null || !/^https?:/.test(session.url()))
    return failed('refused', `it led to ${session.url().slice(0, 100)}`);
  return problemOf(answer, visit.refusals());
}

// A page that goes elsewhere by script or meta takes the running script with it: then the next document is settled.
// Null when it never came to rest.
async function settle({ session, documents, limits }: Photograph): Promise<Settled | 'restless' | null> {
  const options = { known: knownBanners.join(','), closingWords, consentWords, waitMs: limits.settleMs };
  for (let again = 0; again < 4; again++) {
    // Its own clock is the page's; this one is ours.
    const settled = await within(limits.settleMs + graceMs, session.run(settlePage, options)).catch(
      () => 'gone' as const,
    );
    if (settled !== 'gone') return settled;
    if (documents.isRestless()) return 'restless';
    await session.loads(limits.loadMs);
  }
  return 'restless';
}

/** On a busy machine a page needs time for the little that it does. */
const graceMs = 5_000;

/** Walls that check visitors answer with a good status and one of these titles. */
const isWall = (title: string) =>
  /^(?:just a moment|attention required|access (?:to this page has been )?denied|are you (?:a )?(?:human|robot)|pardon our interruption|security check|please verify you are)/i.test(
    title,
  );
