// The order in which a campaign falls back if a page names no author. A campaign that was not searched yet starts with the user's last
// choice in this browser.
import { useState } from 'react';
import type { Campaign } from '../../shared/campaign.ts';
import { defaultFallbackOrder, type FallbackStep, readFallbackOrder } from '../../shared/outreach-values.ts';
import { keptInBrowser } from '../kept-values.ts';

// Not 'fallback-order': orders kept under that name have generic emails in them, which Author Mode did not look for then.
const storageName = 'author-fallbacks';

export function useFallbackOrder(campaign: Campaign | undefined) {
  const [chosen, setChosen] = useState<FallbackStep[]>();
  const change = (order: FallbackStep[]) => {
    keptInBrowser.setItem(storageName, order.join(' '));
    setChosen(order);
  };
  return [chosen ?? firstOrder(campaign), change] as const;
}

function firstOrder(campaign: Campaign | undefined): readonly FallbackStep[] {
  if (campaign && campaign.mode !== null) return campaign.fallback_order;
  const last = keptInBrowser.getItem(storageName);
  return last === null ? (campaign?.fallback_order ?? defaultFallbackOrder) : readFallbackOrder(last.split(' '));
}
