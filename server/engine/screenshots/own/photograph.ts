// Takes the screenshots of an open page.

import { within } from '../../../platform/within.ts';
import { checkLinks, checkWords, namesBotCheck } from '../../pages/bot-check.ts';
import { countWords } from '../../pages/count-words.ts';
import { failed, type NoPicture, type TakenPicture, type TakeOptions } from '../screenshot-provider.ts';
import { closingWords, consentWords, knownBanners } from './in-page/banner-rules.ts';
import { type Settled, settlePage } from './in-page/settle-page.ts';
import { showLinks } from './show-links.ts';
import { endlessRedirects, type OpenDocument, problemNow } from './visit-page.ts';

/** Waits until the page has settled and takes its screenshots. Rejects if the browser is gone. */
export async function photograph(
  opened: OpenDocument,
  { linksToShow }: TakeOptions = {},
): Promise<TakenPicture | NoPicture> {
  const { session, limits, hasLoaded } = opened;
  const settled = await settle(opened);
  const late = problemNow(opened);
  if (late) return late;
  if (settled === 'restless') return endlessRedirects();
  if (settled === null) return failed('timed-out', 'it did not come to rest');
  if (settled.blank && !hasLoaded) return failed('timed-out', 'nothing could be seen in time');
  if (isBotCheck(settled)) return failed('blocked', settled.title);
  const pictures = await within(limits.captureMs, session.capture());
  // A page that navigates meanwhile is not captured.
  if (pictures === null) return problemNow(opened) ?? failed('timed-out', 'it could not be drawn in time');
  const shown = linksToShow ? await showLinks(opened, linksToShow) : {};
  return { kind: 'taken', ...pictures, title: settled.title, ...shown };
}

// A page that navigates by script or meta takes the running script with it: then the next document is settled. Null if it never
// settled.
async function settle({ session, documents, limits }: OpenDocument): Promise<Settled | 'restless' | null> {
  const options = { known: knownBanners.join(','), closingWords, consentWords, waitMs: limits.settleMs };
  for (let again = 0; again < 4; again++) {
    // The page has its own clock; this is ours.
    const settled = await within(limits.settleMs + graceMs, session.run(settlePage, options)).catch(
      () => 'gone' as const,
    );
    if (settled !== 'gone') return settled;
    if (documents.isRestless()) return 'restless';
    await session.loads(limits.loadMs);
  }
  return 'restless';
}

/** On a busy machine a page needs time for the little it does. */
const graceMs = 5_000;

/** Bot checks that answer with a success status. */
const isBotCheck = ({ title, text, links }: Settled) =>
  links <= checkLinks && namesBotCheck(title.trim()) && countWords(text) < checkWords;
