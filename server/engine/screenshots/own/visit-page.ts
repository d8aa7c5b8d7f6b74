// Opens one page in an empty context and waits until it has loaded. The caller then takes screenshots or reads links.
import type { ProxyVisit } from '../../../platform/outbound/proxy/proxy-visits.ts';
import { failed, type NoPicture } from '../screenshot-provider.ts';
import type { BrowserPage } from './browser/open-page.ts';
import type { PageLimits } from './limits.ts';
import { problemOf, problemOfError } from './outcome-of.ts';
import { openPageSession, type PageSession } from './page-session.ts';
import { type Documents, watchDocuments } from './watch-documents.ts';

export interface VisitOptions {
  page: BrowserPage;
  visit: ProxyVisit;
  limits: PageLimits;
}

export interface OpenDocument {
  session: PageSession;
  documents: Documents;
  visit: ProxyVisit;
  limits: PageLimits;
  /** False if time ran out before all its resources had arrived. */
  hasLoaded: boolean;
}

export interface Outcome {
  kind: string;
}

/** What to do with an open page. */
export type PageWork<Result extends Outcome> = (opened: OpenDocument) => Promise<Result | NoPicture>;

/** Opens the URL and does the work. Rejects if the browser is gone; the caller sets the overall limit. */
export async function visitPage<Result extends Outcome>(
  url: string,
  { page, visit, limits }: VisitOptions,
  work: PageWork<Result>,
): Promise<Result | NoPicture> {
  const session = openPageSession(page);
  const documents = await watchDocuments(page, { visit, maxNavigations: limits.maxNavigations });
  const crashed = session.crashed.then(() => failed('unavailable', 'the page crashed'));
  const open = async () => {
    try {
      await session.open(url, limits.openMs);
    } catch (error) {
      return documents.isRestless()
        ? endlessRedirects()
        : problemOfError(error as Error, documents.asked(), visit.refusals());
    }
    const opened = { session, documents, visit, limits, hasLoaded: await session.loads(limits.loadMs) };
    return problemNow(opened) ?? work(opened);
  };
  return Promise.race([crashed, open()]);
}

export const endlessRedirects = () => failed('unavailable', 'it goes from page to page without end');

/** Why the current document is not a usable page; null if it is. */
export function problemNow({ session, documents, visit }: OpenDocument): NoPicture | null {
  if (documents.isRestless()) return endlessRedirects();
  const answer = documents.answer();
  // Documents written by scripts (about:blank, blob:) have no response; a failed document shows a browser error page.
  if (session.url().startsWith('chrome-error:')) {
    return problemOfError(new Error('it went on to what cannot be opened'), documents.asked(), visit.refusals());
  }
  if (answer === null || !/^https?:/.test(session.url()))
    return failed('refused', `it led to ${session.url().slice(0, 100)}`);
  return problemOf(answer, visit.refusals());
}
