// The plan and the offer that a link to /signup named, kept in this browser until they are used.
import { type PlanId, plans } from '../../shared/plan.ts';
import { keptInBrowser } from '../kept-values.ts';

const longestOffer = 100;

/** Stores what the URL names; the rest stays as it was. */
export function keepSignUpChoices(query: URLSearchParams) {
  const plan = query.get('plan');
  const offer = query.get('offer');
  if (plan) keptInBrowser.setItem('plan', plan);
  if (offer) keptInBrowser.setItem('offer', offer.slice(0, longestOffer));
}

/** The plan to check out, or null if none was chosen or it is not one of ours. */
export function keptPlan(): PlanId | null {
  const kept = keptInBrowser.getItem('plan');
  return plans.find(({ id }) => id === kept)?.id ?? null;
}

export function forgetPlan() {
  keptInBrowser.removeItem('plan');
}

export function keptOffer(): string | null {
  return keptInBrowser.getItem('offer');
}

export function forgetOffer() {
  keptInBrowser.removeItem('offer');
}
