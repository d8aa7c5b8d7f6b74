// Reads the page as the browser shows it, and captures the links that the caller finds in it.
import { linkPictureSize } from '../../../../shared/screenshot.ts';
import { within } from '../../../platform/within.ts';
import type { LinkToShow, RenderedPage, TakenPicture, TakeOptions } from '../screenshot-provider.ts';
import { showLink } from './in-page/show-link.ts';
import type { OpenDocument } from './visit-page.ts';

/** More is not an article. */
const maxCharacters = 4_000_000;
const maxLinks = 3;

/** Empty if the page could not be read. Never rejects because of the page: it has its screenshot already. */
export async function showLinks(
  opened: OpenDocument,
  linksToShow: NonNullable<TakeOptions['linksToShow']>,
): Promise<Pick<TakenPicture, 'page' | 'links'>> {
  const page = await readRendered(opened);
  if (page === null) return {};
  const links: (Uint8Array | null)[] = [];
  for (const link of linksToShow(page).slice(0, maxLinks)) links.push(await captureLink(opened, link));
  return { page, links };
}

async function readRendered({ session, documents, limits }: OpenDocument): Promise<RenderedPage | null> {
  // Runs inside the page.
  const readHtml = async (most: number) => document.documentElement.outerHTML.slice(0, most);
  const reading = session.run(readHtml, maxCharacters).catch(() => null);
  const html = await within(limits.captureMs, reading);
  const answer = documents.answer();
  if (html === null || answer === null) return null;
  const page = { url: session.url(), status: answer.status, robotsHeader: answer.robots, html };
  return html.length < maxCharacters ? page : { ...page, partial: true };
}

async function captureLink({ session, limits }: OpenDocument, link: LinkToShow): Promise<Uint8Array | null> {
  const capturing = async () => {
    const from = await session.run(showLink, { ...link, size: linkPictureSize });
    return from === null ? null : session.capturePart({ ...from, ...linkPictureSize });
  };
  return within(
    limits.captureMs,
    capturing().catch(() => null),
  );
}
