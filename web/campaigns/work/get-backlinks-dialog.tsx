// Asks before backlinks are bought: how many there are, what they cost at most, and how many the user wants.
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import type { BacklinkPrice } from '../../../shared/api/prices.ts';
import { maxBacklinks } from '../../../shared/limits.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import { rowsKey } from '../../platform/rows.ts';
import { Modal } from '../../ui/overlay/modal.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { getBacklinks, isSelectionChanged, rereadCampaigns } from '../campaigns.api.ts';
import { whyNotStarted } from './get-backlinks-problem.tsx';
import { LimitDialog } from './limit-dialog.tsx';
import type { PricedOrder } from './use-get-backlinks.ts';

interface GetBacklinksDialogProps extends PricedOrder {
  campaignId: string;
  onClose: () => void;
}

export function GetBacklinksDialog({ campaignId, price, keptIds, onClose }: GetBacklinksDialogProps) {
  const { most, balance, results } = price;
  const hasNothing = results === 0 && most === 0;
  const needsCredits = balance === 0 && !hasNothing;
  if (hasNothing || needsCredits) {
    return (
      <Modal title="Get backlinks" closeLabel="Close" onClose={onClose}>
        {hasNothing ? <p>Zeus has already looked up everything you picked.</p> : <NoCredits price={price} />}
      </Modal>
    );
  }
  return <OrderForm {...{ campaignId, price, keptIds, onClose }} />;
}

/** The limit to begin with where no backlink is known. */
const limitOfUnknown = 10;

function OrderForm({ campaignId, price, keptIds, onClose }: GetBacklinksDialogProps) {
  const { results, most, balance } = price;
  const order = useOrder(campaignId, onClose);
  return (
    <LimitDialog
      title="Get backlinks"
      submitLabel="Find backlinks"
      usual={Math.min(most || limitOfUnknown, balance)}
      // A Magic Search can't deliver more; the number of backlinks of a result may have grown.
      most={results === 0 ? most : maxBacklinks.perCampaign}
      balance={balance}
      onSubmit={(limit) => order({ keptIds, limit })}
      onClose={onClose}
    >
      <p>{whatIsKnown(price)}</p>
    </LimitDialog>
  );
}

function whatIsKnown({ results, known, unknown, balance }: BacklinkPrice): ReactNode {
  const short = known > balance ? ` You can afford ${formatNumber(balance)} of them.` : '';
  const counted = (noun: string) => <strong className="text-base-content">{countOf(known, noun)}</strong>;
  if (results === 0) {
    if (unknown > 0) return 'Zeus will search again. It can’t tell in advance how many more backlinks it will find.';
    return (
      <>
        Zeus found {counted('more backlink')}.{short}
      </>
    );
  }
  return (
    <>
      {results === 1 ? 'The search result you picked is' : `The ${formatNumber(results)} search results you picked are`}{' '}
      known to have {counted('backlink')}, counting one per linking site.{short}
      {results > 1 && ' If a site links to several of these results, you get it only once.'}
      {unknown > 0 && (
        <strong className="mt-1 block text-base-content">
          For {countOf(unknown, 'result')}, Zeus doesn’t know the number yet, so there may be more.
        </strong>
      )}
    </>
  );
}

function NoCredits({ price }: { price: BacklinkPrice }) {
  return (
    <p>
      {whatIsKnown({ ...price, balance: price.known })} You have no backlink credits left.{' '}
      <Link to={paths.billing()} className="text-link">
        Get more credits
      </Link>
    </p>
  );
}

/**
 * Sends the order and goes to the list of campaigns, unless the user has moved on. If another selection is kept by now, the price is
 * that of the former one, so the dialog closes.
 */
function useOrder(campaignId: string, onClose: () => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const isShown = useIsShown();
  return async (input: { keptIds: readonly string[]; limit: number }) => {
    try {
      const { message } = await getBacklinks({ campaignId, ...input });
      await rereadCampaigns(queryClient);
      showToast('success', message);
      if (isShown()) await navigate(paths.dashboard());
      return undefined;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (!isShown() || isSelectionChanged(error)) showToast('error', error.message);
      if (isSelectionChanged(error)) {
        void queryClient.invalidateQueries({ queryKey: rowsKey('search-results', campaignId) });
        if (isShown()) onClose();
        return undefined;
      }
      return { form: whyNotStarted(error) };
    }
  };
}
