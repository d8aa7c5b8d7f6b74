// Asks before backlinks are bought: how many there are, what they cost at most, and how many the user wants.
import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import type { BacklinkPrice } from '../../../shared/api/prices.ts';
import { maxBacklinks } from '../../../shared/limits.ts';
import { paths } from '../../paths.ts';
import { ApiError } from '../../platform/api.ts';
import { rowsKey } from '../../platform/rows.ts';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { isRepeatedClick } from '../../ui/one-press.ts';
import { Modal } from '../../ui/overlay/modal.tsx';
import { showToast } from '../../ui/toast/toasts.ts';
import { useIsShown } from '../../ui/use-is-shown.ts';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { getBacklinks, isSelectionChanged } from '../campaigns.api.ts';
import { readLimit } from '../read-limit.ts';
import { whyNotStarted } from './get-backlinks-problem.tsx';
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
  const { most, balance } = price;
  const [limit, setLimit] = useState(String(Math.min(most || limitOfUnknown, balance)));
  const { order, isSending } = useOrder(campaignId, onClose);
  const read = readLimit(limit, maxBacklinks.perCampaign);
  const handleSubmit = async () => {
    if (typeof read === 'string') return { fields: { limit: read } };
    return order({ keptIds, limit: read });
  };
  return (
    <Modal title="Get backlinks" onClose={onClose} hasCloseButton={false} isLocked={isSending}>
      {/* The second click of the double click that opened the dialog must not buy anything. */}
      <div onClickCapture={(event) => isRepeatedClick(event) && event.preventDefault()}>
        <Form submitLabel="Find backlinks" onSubmit={handleSubmit} secondary={<Cancel {...{ onClose, isSending }} />}>
          <p>{whatIsKnown(price)}</p>
          <Field
            label="At most"
            name="limit"
            inputMode="numeric"
            autoComplete="off"
            maxLength={10}
            hint="The strongest backlinks come first. You pay 1 credit for each one delivered."
            value={limit}
            onChange={(event) => setLimit(event.target.value)}
          />
          <dl className="flex flex-wrap gap-x-10 gap-y-3 rounded-box bg-base-200 px-4 py-3.5 tabular-nums">
            <Amount name="Costs at most">
              {typeof read === 'number' ? countOf(Math.min(read, balance), 'credit') : '–'}
            </Amount>
            <Amount name="You have">{countOf(balance, 'credit')}</Amount>
          </dl>
        </Form>
      </div>
    </Modal>
  );
}

function whatIsKnown({ results, known, unknown, balance }: BacklinkPrice): ReactNode {
  const short = known > balance ? ` You can afford ${formatNumber(balance)} of them.` : '';
  const count = <strong className="text-base-content">{countOf(known, 'backlink')}</strong>;
  if (results === 0) {
    if (unknown > 0) return 'Zeus searches again. How many more backlinks there are is not known.';
    return (
      <>
        Zeus found {count} more.{short}
      </>
    );
  }
  return (
    <>
      {results === 1 ? 'The search result you picked is' : `The ${formatNumber(results)} search results you picked are`}{' '}
      known to have {count}, counting one per linking site.{short}
      {unknown > 0 && (
        <strong className="mt-1 block text-base-content">
          {countOf(unknown, 'result')} unknown: there may be more.
        </strong>
      )}
    </>
  );
}

function Amount({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-base-content/75">{name}</dt>
      <dd className="text-lg font-bold">{children}</dd>
    </div>
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

function Cancel({ onClose, isSending }: { onClose: () => void; isSending: boolean }) {
  return (
    <button
      type="button"
      className="btn btn-plain h-11"
      aria-disabled={isSending}
      onClick={() => !isSending && onClose()}
    >
      Cancel
    </button>
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
  const [isSending, setSending] = useState(false);
  const order = async (wish: { keptIds: readonly string[]; limit: number }) => {
    setSending(true);
    try {
      const { message } = await getBacklinks({ campaignId, ...wish });
      await queryClient.invalidateQueries({ queryKey: ['requests'] });
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
    } finally {
      setSending(false);
    }
  };
  return { order, isSending };
}
