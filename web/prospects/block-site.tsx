// Lets any row of a list block its site with a click. The page says what blocking does to its rows; the badge, the button and the
// Undo are here.
import { Ban, Undo2 } from 'lucide-react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import type { RuledSite, SiteHistory } from '../../shared/prospect.ts';
import { IconButton } from '../ui/icon-button.tsx';
import { isRepeatedClick } from '../ui/one-press.ts';
import { Badge, type BadgeTone } from '../ui/values/badge.tsx';
import { HistoryBadge } from './history-badge.tsx';
import { type BlockSite, useBlockSite } from './use-block-site.tsx';

interface BlockActions extends Pick<BlockSite, 'ruleOf' | 'unblock'> {
  block(domain: string): void;
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
  const { sites, reasonDialog } = useBlockSite(campaignId, keyword);
  const actions = useMemo(
    (): BlockActions => ({
      ruleOf: sites.ruleOf,
      block(domain) {
        const restore = deselect(domain);
        const undo = () => {
          sites.unblock(domain);
          restore();
        };
        sites.block(domain, { onUndone: restore, actions: [{ label: 'Undo', onClick: undo }] });
      },
      unblock: sites.unblock,
    }),
    [sites, deselect],
  );
  return (
    <BlockContext value={actions}>
      {children}
      {reasonDialog}
    </BlockContext>
  );
}

/** A button without text, for a row. A site that another pattern covers cannot be unblocked alone. */
export function BlockButton({ domain }: { domain: string }) {
  const { ruleOf, block, unblock } = useContext(BlockContext);
  const rule = ruleOf(domain);
  if (rule && (rule.kind !== 'blocked' || rule.pattern !== domain)) return null;
  return (
    <IconButton
      label={`${rule ? 'Unblock' : 'Block'} ${domain}`}
      icon={rule ? Undo2 : Ban}
      hasTooltip
      // The second click of a double click would undo the first.
      onClick={(event) => isRepeatedClick(event) || (rule ? unblock(domain) : block(domain))}
    />
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
    <span title={why || undefined}>
      <Badge tone={tone} icon={Ban}>
        {text}
      </Badge>
    </span>
  );
}
