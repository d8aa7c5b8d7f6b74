// The icon of a host, always as a picture: its own if known or found within a moment, otherwise a letter. Only hosts that occur
// in users' rows are visited, so that no one can make Zeus visit arbitrary sites.
import pLimit, { type LimitFunction } from 'p-limit';
import { findFavicon } from '../../engine/favicons/find-favicon.ts';
import { letterTile } from '../../engine/favicons/letter-tile.ts';
import { pageFetcherOf } from '../../engine/pages/fetcher-of.ts';
import type { Context } from '../../platform/context.ts';
import { memoizeObjects } from '../../platform/memoize-objects.ts';
import { isPublicName } from '../../platform/outbound/connecting/target.ts';
import { within } from '../../platform/within.ts';
import { readPicture, storePicture } from '../picture-files.ts';
import { findKnownFavicon, isHostInUse, saveFavicon } from './favicons.store.ts';

type Parts = Pick<Context, 'db' | 'config' | 'storage' | 'outbound' | 'practice' | 'log'>;

export interface FaviconPicture {
  contentType: string;
  bytes: Uint8Array;
  /** How long a browser may cache it. */
  seconds: number;
}

/** A page with ten rows is shown before its slowest site has answered. */
const waitMs = 2_500;
const atOnce = 6;
/** Beyond this many lookups, hosts get their letter right away, and are looked up when requested again. */
const waitingAtMost = 200;
const daySeconds = 86_400;
/** For a letter that an icon may replace. Hosts in no one's rows have the same: others need not learn which are. */
const soonSeconds = 20;

/** Rejects only if the database or the file store cannot be reached. */
export async function findFaviconPicture(ctx: Parts, given: string): Promise<FaviconPicture> {
  const hostname = hostnameIn(ctx, given);
  if (hostname === null) return tile(given.slice(0, 253), daySeconds);
  const known = await findKnownFavicon(ctx.db.kysely, hostname);
  if (known && !known.is_old) return show(ctx, hostname, known.file, daySeconds);
  if (!known && !(await isHostInUse(ctx.db.kysely, hostname))) return tile(hostname, soonSeconds);
  const looking = look(ctx, hostname);
  if (known?.file) return show(ctx, hostname, known.file, 300);
  const file = looking && (await within(waitMs, looking));
  return show(ctx, hostname, file ?? null, file ? daySeconds : soonSeconds);
}

/** Null if it isn't a host name, or can never be on the public internet. */
function hostnameIn({ practice }: Parts, given: string): string | null {
  const hostname = URL.parse(`http://${given}/`)?.hostname;
  if (hostname === undefined || hostname !== given.toLowerCase() || /^[\d.]+$|^\[/.test(hostname)) return null;
  const isPractice = practice !== undefined && hostname.endsWith('.localhost');
  return isPractice || isPublicName(hostname) ? hostname : null;
}

async function show(ctx: Parts, hostname: string, file: string | null, seconds: number): Promise<FaviconPicture> {
  const picture = file === null ? null : await readPicture(ctx, file);
  return picture ? { ...picture, seconds } : tile(hostname, seconds);
}

function tile(hostname: string, seconds: number): FaviconPicture {
  return { contentType: 'image/svg+xml', bytes: Buffer.from(letterTile(hostname)), seconds };
}

interface Looking {
  limit: LimitFunction;
  byHost: Map<string, Promise<string | null>>;
}
const lookingOf = memoizeObjects((_: Parts['outbound']): Looking => ({ limit: pLimit(atOnce), byHost: new Map() }));

/** The file of the icon; concurrent callers share one visit. Undefined if too many others are being visited. */
function look(ctx: Parts, hostname: string): Promise<string | null> | undefined {
  const looking = lookingOf(ctx.outbound);
  const under = looking.byHost.get(hostname);
  if (under || looking.limit.pendingCount >= waitingAtMost) return under;
  const work = looking
    .limit(() => lookNow(ctx, hostname))
    .catch((error: unknown) => {
      ctx.log.warn({ err: error, hostname }, 'an icon could not be kept');
      return null;
    })
    .finally(() => looking.byHost.delete(hostname));
  looking.byHost.set(hostname, work);
  return work;
}

async function lookNow(ctx: Parts, hostname: string): Promise<string | null> {
  const { outbound, practice, config } = ctx;
  // Another visit may have ended in the meantime.
  const known = await findKnownFavicon(ctx.db.kysely, hostname);
  if (known && !known.is_old) return known.file;
  const fetcher = pageFetcherOf(ctx);
  const icon = await findFavicon(hostname, { fetcher, outbound, practice, service: config.pictures.favicons });
  // Nothing is known then, so the next request looks it up again.
  if (icon === 'not-now') return known?.file ?? null;
  const file = icon && (await storePicture(ctx, icon.bytes, icon.extension));
  await saveFavicon(ctx.db.kysely, hostname, file);
  return file;
}
