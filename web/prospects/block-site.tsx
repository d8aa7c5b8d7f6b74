// Lets any row of a list block its site with a click. The page says what blocking does to its rows; the badge, the button, the
// message with Undo and the dialog for the reason are here.
import { Ban, Undo2 } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { RuledSite, SiteHistory } from '../../shared/prospect.ts';
import { isRepeatedClick } from '../ui/one-press.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { Badge, type BadgeTone } from '../ui/values/badge.tsx';
import { BlockReason } from './block-reason.tsx';
import { HistoryBadge } from './history-badge.tsx';
import { type BlockedSites, useBlockedSites } from './use-blocked-sites.ts';

interface BlockActions extends Pick<BlockedSites, 'ruleOf'> {
  block(domain: string): void;
  unblock(domain: string): void;
}

const BlockContext = createContext<BlockActions>({ ruleOf: () => undefined, block: () => {}, unblock: () => {} });

interface BlockSitesProps {
  campaignId: string;
  /** Names the place of the click in the reason. */
  keyword: string;
  /** Deselects the rows of a site. Returns a function that selects them again. */
  deselect: (domain: string) => () => void;
  children: ReactNode;
}

export function BlockSites({ campaignId, keyword, deselect, children }: BlockSitesProps) {
  const sites = useBlockedSites(campaignId);
  const [asksReason, setAsksReason] = useState<string | null>(null);
  const actions = useMemo(
    (): BlockActions => ({
      ruleOf: sites.ruleOf,
      block(domain) {
        const restore = deselect(domain);
        sites.block(domain, blockedIn(keyword), restore);
        const undo = () => {
          sites.unblock(domain);
          restore();
        };
        showToast('success', `${domain} is blocked. No campaign will deliver it again.`, [
          { label: 'Undo', onClick: undo },
          { label: 'Add a reason', onClick: () => setAsksReason(domain) },
        ]);
      },
      unblock: sites.unblock,
    }),
    [sites, deselect, keyword],
  );
  return (
    <BlockContext value={actions}>
      {children}
      {asksReason !== null && (
        <BlockReason
          domain={asksReason}
          onSave={(reason) => sites.block(asksReason, reason)}
          onClose={() => setAsksReason(null)}
        />
      )}
    </BlockContext>
  );
}

/** The reason until the user gives another. */
export const blockedIn = (keyword: string) => `From “${keyword.slice(0, 150)}”`;

/** A button without text, for a row. A site that another pattern covers cannot be unblocked alone. */
export function BlockButton({ domain }: { domain: string }) {
  const { ruleOf, block, unblock } = useContext(BlockContext);
  const rule = ruleOf(domain);
  if (rule && (rule.kind !== 'blocked' || rule.pattern !== domain)) return null;
  const label = `${rule ? 'Unblock' : 'Block'} ${domain}`;
  const Icon = rule ? Undo2 : Ban;
  return (
    <button
      type="button"
      className="btn btn-ghost btn-square btn-sm"
      aria-label={label}
      title={label}
      // The second click of a double click would undo the first.
      onClick={(event) => isRepeatedClick(event) || (rule ? unblock(domain) : block(domain))}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  );
}

const ruleWords: Record<RuledSite['kind'], [string, BadgeTone]> = {
  blocked: ['Blocked', 'error'],
  mine: ['My site', 'plain'],
  competitor: ['Competitor', 'plain'],
};

/** The rule that the site is under now, and what was known when it came into the list. */
export function SiteBadges({ domain, history = null }: { domain: string; history?: SiteHistory | null }) {
  return <BadgesOf rule={useContext(BlockContext).ruleOf(domain)} domain={domain} history={history} />;
}

interface BadgesOfProps {
  rule: RuledSite | undefined;
  domain: string;
  history: SiteHistory | null;
}

export function BadgesOf({ rule, domain, history }: BadgesOfProps) {
  return (
    <>
      {rule && <RuleMark rule={rule} domain={domain} />}{' '}
      {history?.reason !== rule?.kind && <HistoryBadge history={history} />}
    </>
  );
}

export function RuleMark({
  rule: { kind, pattern, reason },
  domain,
}: {
  rule: Omit<RuledSite, 'domain'>;
  domain: string;
}) {
  const [text, tone] = ruleWords[kind];
  const why = [pattern === domain ? '' : pattern, reason].filter((part) => part !== '').join(' · ');
  return (
    <span title={why || undefined} className="flex-none!">
      <Badge tone={tone} icon={Ban}>
        {text}
      </Badge>
    </span>
  );
}
