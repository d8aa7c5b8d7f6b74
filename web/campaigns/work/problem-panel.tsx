import { CircleAlert, CirclePause, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Campaign } from '../../../shared/campaign.ts';
import { paths } from '../../paths.ts';
import { isRepeatedClick } from '../../ui/one-press.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { useFocusBack } from '../../ui/use-focus-back.ts';
import { isNoCredit, type KeptRows, useRetryCampaign } from '../campaigns.api.ts';
import { creditOf, needsCredits, RetryPrice, useRetryPrice } from './retry-price.tsx';

interface ProblemPanelProps {
  campaign: Campaign;
  /** What the page shows as kept. */
  kept?: KeptRows | undefined;
  title: string;
  /** The button's label. */
  action?: string;
  /** Nothing has gone wrong. */
  isNeutral?: boolean;
  children: ReactNode;
}

const failed =
  'border-error/40 bg-[color-mix(in_oklab,var(--color-error)_8%,var(--color-base-100))] *:first:text-error';
const neutral = 'border-base-300 bg-base-100';

/** What failed or was stopped in a campaign, and a button to do just that again, once its price is shown and can be paid. */
export function ProblemPanel({
  campaign,
  kept,
  title,
  action = 'Retry',
  isNeutral = false,
  children,
}: ProblemPanelProps) {
  const retry = useRetryCampaign(campaign, kept);
  const { price, error, isKnown, readAgain } = useRetryPrice(campaign, kept);
  const place = useFocusBack<HTMLElement>();
  const Icon = isNeutral ? CirclePause : CircleAlert;
  return (
    <section
      ref={place}
      role={isNeutral ? 'status' : 'alert'}
      className={`mb-6 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-box border p-5 sm:p-6 ${isNeutral ? neutral : failed}`}
    >
      <Icon className="size-6 shrink-0" aria-hidden="true" />
      <div className="min-w-0 grow basis-60">
        <h2 className="font-bold">{title}</h2>
        <p className="mt-0.5">{children}</p>
        <RetryPrice campaign={campaign} price={price} error={error} />
        {retry.isError && <p className="mt-2 font-medium text-error">{whyNotRetried(retry.error)}</p>}
      </div>
      {needsCredits(price) ? (
        <Link to={paths.billing()} className="btn btn-primary">
          Get {creditOf(campaign)}s
        </Link>
      ) : (
        <RetryButton
          label={error ? 'Try again' : action}
          isBusy={retry.isPending || (!isKnown && !error)}
          onClick={() => (isKnown ? retry.start() : void readAgain())}
        />
      )}
    </section>
  );
}

function RetryButton({ label, isBusy, onClick }: { label: string; isBusy: boolean; onClick: () => void }) {
  const place = useFocusBack<HTMLButtonElement>();
  return (
    <button
      ref={place}
      type="button"
      className="btn btn-primary"
      aria-disabled={isBusy}
      // The second click of a double click on "Try again" must not start what has just been priced.
      onClick={(event) => !isBusy && !isRepeatedClick(event) && onClick()}
    >
      {isBusy ? <Spinner /> : <RotateCw className="size-4" aria-hidden="true" />}
      {label}
    </button>
  );
}

/** A refusal for lack of credits asks the user to click on it. */
function whyNotRetried(error: Error): ReactNode {
  if (!isNoCredit(error)) return error.message;
  return (
    <Link to={paths.billing()} className="text-link">
      {error.message}
    </Link>
  );
}
