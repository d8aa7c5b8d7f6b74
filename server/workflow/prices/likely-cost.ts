// What a step will probably cost, judging by campaigns that have done the same.
import type { LikelyCost } from '../../../shared/api/prices.ts';

/** With fewer, chance decides. */
const fewestCampaigns = 3;
/** With fewer, a user could guess what one of the others has found. */
const fewestUsers = 5;

interface SimilarCampaigns {
  /** The cost of each of the user's own campaigns. */
  own: readonly number[];
  /** The average cost for each of the other users; read only if the user has too few campaigns. */
  readOthers: () => Promise<readonly number[]>;
}

/** The middle half of what similar campaigns cost, each cost turned into credits by `toCredits`; null with too few of them. */
export async function likelyCost(
  { own, readOthers }: SimilarCampaigns,
  toCredits: (cost: number) => number,
): Promise<LikelyCost | null> {
  const isOwn = own.length >= fewestCampaigns;
  const costs = isOwn ? own : await readOthers();
  if (!isOwn && costs.length < fewestUsers) return null;
  const sorted = costs.toSorted((a, b) => a - b);
  const at = (share: number) => toCredits(sorted[Math.round((sorted.length - 1) * share)] ?? 0);
  return { low: Math.floor(at(0.25)), high: Math.ceil(at(0.75)), basis: isOwn ? 'own' : 'everyone' };
}
