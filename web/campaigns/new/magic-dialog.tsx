// Asks before a Magic Search starts: what it will probably find, what it costs at most, and how many backlinks the user wants.
import type { MagicPrice } from '../../../shared/api/prices.ts';
import type { FormProblems } from '../../ui/form/form-problems.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import type { NewCampaign } from '../campaigns.api.ts';
import { LimitDialog } from '../work/limit-dialog.tsx';
import { limitSent } from './unanswered.ts';

interface MagicDialogProps {
  campaign: NewCampaign;
  price: MagicPrice;
  /** Returns the problems, or nothing on success. */
  onStart: (campaign: NewCampaign) => Promise<FormProblems | undefined>;
  onClose: () => void;
}

export function MagicDialog({ campaign, price, onStart, onClose }: MagicDialogProps) {
  const count = campaign.keywords?.length ?? 1;
  return (
    <LimitDialog
      title={count > 1 ? `Start ${count} Magic Searches` : 'Start Magic Search'}
      submitLabel={count > 1 ? 'Start searches' : 'Start search'}
      usual={limitSent(campaign) ?? Math.min(price.most, price.balance)}
      most={price.most}
      balance={price.balance}
      campaigns={count}
      onSubmit={(limit) => onStart({ ...campaign, limit })}
      onClose={onClose}
    >
      <p>{whatIsLikely(price, count)} If Zeus finds none, you pay nothing.</p>
    </LimitDialog>
  );
}

function whatIsLikely({ likely, most }: MagicPrice, campaigns: number) {
  if (likely === null || likely.high === 0) {
    const atMost = `${formatNumber(most)} at most${campaigns > 1 ? ' for each keyword' : ''}`;
    return `The number of backlinks is only known after the search. You get ${atMost}.`;
  }
  const { low, high, basis } = likely;
  const range = low === high ? countOf(high, 'backlink') : `${formatNumber(low)} to ${countOf(high, 'backlink')}`;
  return (
    <>
      {basis === 'own' ? 'Your' : 'Other users’'} recent Magic Searches usually found{' '}
      <strong className="text-base-content">{range}</strong> each.
    </>
  );
}
