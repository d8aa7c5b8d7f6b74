// The screenshot of a backlink for the screen that shows it. Requesting a waiting one moves it to the front.
import { routeUrl } from '../../../shared/api/route-url.ts';
import { AppError } from '../../../shared/errors.ts';
import { faviconSize } from '../../../shared/limits.ts';
import { type LinkProof, pageCheck } from '../../../shared/link-check.ts';
import type { Screenshot, ScreenshotReason } from '../../../shared/screenshot.ts';
import type { Context } from '../../platform/context.ts';
import { limitDay } from '../../users/limit-day.ts';
import type { OwnLinkCheck } from '../links/link-checks.store.ts';
import { enqueueTaking } from '../request-screenshots.ts';
import { signAddress } from '../signed-address.ts';
import { askForScreenshot, findOwnScreenshot, markWanted, type OwnScreenshot } from './screenshots.store.ts';

type Parts = Pick<Context, 'db' | 'queue' | 'config'>;

export interface OwnBacklink {
  userId: string;
  backlinkId: string;
}

/** Throws AppError not-found if the backlink is not the user's. */
export async function findScreenshot(ctx: Parts, backlink: OwnBacklink): Promise<Screenshot> {
  const found = await findOwn(ctx, backlink);
  if (found.state === 'ready') await markWanted(ctx.db.kysely, found);
  // It was captured for another target, or before links were checked.
  if (found.state === 'ready' && found.is_unchecked) return ask(ctx, backlink, { again: true, counts: false });
  if (isOver(found)) return answerOf(ctx, found);
  if (found.state !== 'failed') return ask(ctx, backlink, { again: false, counts: false });
  try {
    // It failed long ago, so it is taken again, as if the user had pressed "Retry".
    return await ask(ctx, backlink, { again: false, counts: true });
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'too-many-requests')) throw error;
    // Show the failure instead. Its Retry button explains the limit.
    return answerOf(ctx, found);
  }
}

/** Retries a failed screenshot. Throws AppError: not-found if the backlink is not the user's, too-many-requests. */
export async function retryScreenshot(ctx: Parts, backlink: OwnBacklink): Promise<Screenshot> {
  const found = await findOwn(ctx, backlink);
  if (found.state === 'ready') return answerOf(ctx, found);
  // Retrying one that is waiting costs nothing.
  const hasFailed = found.state === 'failed';
  return ask(ctx, backlink, { again: hasFailed, counts: hasFailed });
}

interface Asking {
  /** Also retry one that has only just failed. */
  again: boolean;
  /** Uses one of the day's retries. */
  counts: boolean;
}

async function ask(ctx: Parts, backlink: OwnBacklink, { again, counts }: Asking): Promise<Screenshot> {
  await ctx.db.kysely.transaction().execute(async (tx) => {
    if (!(await askForScreenshot(tx, backlink, { again }))) return;
    if (counts) await limitDay(tx, { userId: backlink.userId, what: 'screenshotRetries' });
    await enqueueTaking(ctx, tx);
  });
  return answerOf(ctx, await findOwn(ctx, backlink));
}

async function findOwn({ db }: Parts, { userId, backlinkId }: OwnBacklink): Promise<OwnScreenshot> {
  const found = await findOwnScreenshot(db, userId, backlinkId);
  if (!found) throw new AppError('not-found', 'There is no such backlink.');
  return found;
}

const isOver = ({ state, is_stale }: OwnScreenshot) => state === 'ready' || (state === 'failed' && !is_stale);

function answerOf(ctx: Parts, found: OwnScreenshot): Screenshot {
  const picture = pictureOf(ctx, found);
  const showsNothing = picture.state === 'waiting' && picture.url === undefined;
  return showsNothing ? picture : { ...picture, ...proofOf(ctx, found) };
}

/** What was seen of the link and the page, also if there is no picture. */
function proofOf(ctx: Parts, { link, page_check }: OwnScreenshot): Pick<Screenshot, 'link' | 'page'> {
  const page = pageCheck.safeParse(page_check);
  return {
    ...(link && { link: linkProofOf(ctx, link) }),
    ...(page.success && { page: page.data }),
  };
}

function linkProofOf(ctx: Parts, { file, checked_at, ...link }: OwnLinkCheck): LinkProof {
  return { ...link, checked_at: checked_at.toISOString(), ...(file && { url: signAddress(ctx, file) }) };
}

function pictureOf(ctx: Parts, found: OwnScreenshot): Screenshot {
  if (found.state !== 'failed') {
    const { file, small_file } = found;
    // A page that is being captured again keeps its last picture until then.
    const urls = file && small_file && { url: signAddress(ctx, file), small_url: signAddress(ctx, small_file) };
    return { state: found.state === 'ready' ? 'ready' : 'waiting', ...urls };
  }
  const hostname = URL.parse(found.url_from)?.hostname ?? found.domain;
  return {
    state: 'failed',
    reason: (found.reason ?? 'unavailable') as ScreenshotReason,
    card: {
      title: found.title || found.backlink_title || found.url_from,
      description: found.description ?? '',
      ...(found.image_file ? { image_url: signAddress(ctx, found.image_file) } : {}),
      favicon_url: routeUrl('GET /files/favicons/{hostname}', { params: { hostname }, query: { size: faviconSize } }),
    },
  };
}
