// Blocks a site with a click: the message about it, which closes when it is no longer true, and the dialog for the reason.
import { type ReactNode, useMemo, useRef, useState } from 'react';
import { closeToast, showToast, type ToastAction } from '../ui/toast/toasts.ts';
import { BlockReason } from './block-reason.tsx';
import { type BlockedSites, useBlockedSites } from './use-blocked-sites.ts';

interface BlockOptions {
  /** Called if it cannot be saved. */
  onUndone: () => void;
  /** Besides "Add a reason". */
  actions?: readonly ToastAction[];
}

export interface BlockSite extends Pick<BlockedSites, 'ruleOf' | 'unblock'> {
  block(domain: string, options: BlockOptions): void;
}

/** `keyword` names the place of the click in the reason. */
export function useBlockSite(campaignId: string, keyword: string): { sites: BlockSite; reasonDialog: ReactNode } {
  const { ruleOf, block, unblock } = useBlockedSites(campaignId);
  const [asksReason, setAsksReason] = useState<string | null>(null);
  const toasts = useRef(new Map<string, number>());
  const sites = useMemo(
    (): BlockSite => ({
      ruleOf,
      block(domain, { onUndone, actions = [] }) {
        const toast = showToast('success', `${domain} is blocked. New campaigns leave it out.`, [
          ...actions,
          { label: 'Add a reason', onClick: () => setAsksReason(domain) },
        ]);
        toasts.current.set(domain, toast);
        block(domain, blockedIn(keyword), () => {
          closeToast(toast);
          onUndone();
        });
      },
      unblock(domain) {
        const toast = toasts.current.get(domain);
        if (toast !== undefined) closeToast(toast);
        unblock(domain);
      },
    }),
    [ruleOf, block, unblock, keyword],
  );
  const reasonDialog = asksReason !== null && (
    <BlockReason
      domain={asksReason}
      onSave={(reason) => block(asksReason, reason)}
      onClose={() => setAsksReason(null)}
    />
  );
  return { sites, reasonDialog };
}

/** The reason until the user gives another. */
const blockedIn = (keyword: string) => `From “${keyword.slice(0, 150)}”`;
