// What a Magic Search will probably cost, and at most, worked out before it starts.
import type { MagicPrice } from '../../../shared/api/prices.ts';
import { magicMaxCredits } from '../../../shared/limits.ts';
import type { Context } from '../../platform/context.ts';
import { likelyCost } from './likely-cost.ts';
import { listOtherUsersFinds, listOwnFinds, readBacklinkBalance } from './magic-price.store.ts';

/** The price of one Magic Search, whatever its keyword: how many pages match is known only after the search. */
export async function priceMagic({ db }: Pick<Context, 'db'>, userId: string): Promise<MagicPrice> {
  const balance = await readBacklinkBalance(db, userId);
  const own = await listOwnFinds(db, userId);
  const readOthers = () => listOtherUsersFinds(db.kysely, userId);
  const likely = await likelyCost({ own, readOthers }, (found) => Math.min(found, magicMaxCredits));
  return { most: magicMaxCredits, likely, balance };
}
