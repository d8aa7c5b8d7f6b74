// The result of a checkout: the browser returns with upgrade=success, upgrade=canceled or upgrade=error. The URL is cleaned
// up, so that a reload or bookmark does not congratulate again; the banner stays. After upgrade=scheduled, PlanState says when
// the cheaper plan starts.
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { paths } from '../paths.ts';
import { settings } from '../platform/settings.ts';
import { Banner } from '../ui/banner.tsx';
import { MailLink } from '../ui/mail-link.tsx';
import { forgetPlan } from '../users/sign-up-choices.ts';
import { useRefreshBilling } from './billing.api.ts';

const names = ['upgrade', 'session_id'];

export function UpgradeNotice() {
  const outcome = useOutcome();
  const { mutate: refresh } = useRefreshBilling();
  const isRefreshed = useRef(false);
  useEffect(() => {
    if ((outcome !== 'success' && outcome !== 'scheduled') || isRefreshed.current) return;
    isRefreshed.current = true;
    forgetPlan();
    refresh();
  }, [outcome, refresh]);
  if (outcome === 'success') return <SuccessBanner />;
  if (outcome === 'canceled') return <CanceledBanner />;
  if (outcome === 'error') return <FailureBanner />;
  return null;
}

/** The value of `upgrade` in the URL that opened the page. */
function useOutcome(): string | null {
  const { search, hash } = useLocation();
  const navigate = useNavigate();
  const [outcome, setOutcome] = useState<string | null>(null);
  useEffect(() => {
    const query = new URLSearchParams(search);
    const upgrade = query.get('upgrade');
    if (upgrade === null) return;
    setOutcome(upgrade);
    for (const name of names) query.delete(name);
    void navigate({ search: query.toString(), hash }, { replace: true });
  }, [search, hash, navigate]);
  return outcome;
}

function SuccessBanner() {
  return (
    <Banner tone="success">
      Congrats! Your plan has been successfully updated.{' '}
      <Link to={paths.newCampaign()} className="text-link">
        Click here
      </Link>{' '}
      to start using your new credits now.
    </Banner>
  );
}

function CanceledBanner() {
  return (
    <Banner tone="info">You canceled the checkout, so you were not charged. You can still choose a plan below.</Banner>
  );
}

function FailureBanner() {
  return (
    <Banner tone="error">
      Oops! An error occured with your purchase. Please try again below or contact our support at{' '}
      <MailLink address={settings.supportEmail} /> for more information.
    </Banner>
  );
}
