// The last step of screening: how to find emails, the maximum cost, and the user's balance.
import { useQuery } from '@tanstack/react-query';
import { AtSign, type LucideIcon, PenLine } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { Backlink } from '../../shared/backlink.ts';
import type { EmailMode } from '../../shared/campaign.ts';
import { domainModeMaxEmails } from '../../shared/limits.ts';
import { campaignQuery, isNoCredit } from '../campaigns/campaigns.api.ts';
import { contactSourceLabel } from '../contacts/cells/contact-source.ts';
import { emailPriceQuery } from '../contacts/contacts.api.ts';
import { paths } from '../paths.ts';
import { profileQuery } from '../platform/profile.ts';
import { settings } from '../platform/settings.ts';
import { Banner } from '../ui/banner.tsx';
import { isRepeatedClick } from '../ui/one-press.ts';
import { Modal } from '../ui/overlay/modal.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { countOf, formatNumber } from '../ui/values/figures.ts';
import { EmailLimit, useEmailLimit } from './email-limit.tsx';
import { FallbackOrder } from './fallback-order.tsx';
import { countToSearch, highestCost } from './search-costs.ts';
import { useFallbackOrder } from './use-fallback-order.ts';
import { useFindEmails } from './use-find-emails.ts';

interface EmailModeModalProps {
  campaignId: string;
  backlinks: readonly Backlink[];
  onClose: () => void;
}

const modes: readonly { mode: EmailMode; title: string; icon: LucideIcon; text: string; price: string }[] = [
  {
    mode: 'author',
    title: 'Author Mode',
    icon: PenLine,
    text: 'Zeus finds out who wrote each page and looks up their emails. Fewer emails, but the right people.',
    price: '1 email credit per email found, usually 1 per backlink.',
  },
  {
    mode: 'domain',
    title: 'Domain Mode',
    icon: AtSign,
    text: `Zeus looks for everyone at each site: up to ${domainModeMaxEmails} emails per backlink, including generic ones such as contact@.`,
    price: '1 email credit per backlink, if at least 1 email is found.',
  },
];

export function EmailModeModal({ campaignId, backlinks, onClose }: EmailModeModalProps) {
  const { start, isSent, ...order } = useFindEmails(campaignId);
  const { data: profile } = useQuery(profileQuery);
  const { data: campaign } = useQuery(campaignQuery(campaignId));
  const [fallbackOrder, setFallbackOrder] = useFallbackOrder(campaign);
  const { limit, problem, place, ...typing } = useEmailLimit();
  const cards = useRef<HTMLUListElement>(null);
  // Not the field above them: the next press of the key that opened the dialog would be typed into it.
  useEffect(() => cards.current?.querySelector<HTMLElement>('a, button')?.focus(), []);
  const choose = (mode: EmailMode) => {
    if (problem) place.current?.querySelector('input')?.focus();
    else if (!order.isPending) start({ mode, fallbackOrder, limit }, backlinks);
  };
  return (
    <Modal title="How should Zeus find emails?" closeLabel="Not now" onClose={onClose} isLocked={isSent}>
      <Balance kept={backlinks.filter(({ keep }) => keep).length} balance={profile?.email_credits} />
      {order.error && !isNoCredit(order.error) && <Banner tone="error">{order.error.message}</Banner>}
      {profile?.email_credits !== 0 && <EmailLimit {...typing} problem={problem} place={place} />}
      <ul ref={cards} className="grid gap-4 sm:grid-cols-2">
        {modes.map(({ mode, ...look }) => {
          const highest = highestCost(mode, countToSearch(backlinks, mode));
          const balance = profile?.email_credits ?? highest;
          const most = Math.min(highest, balance, limit ?? highest);
          return (
            <li key={mode}>
              <ModeCard
                {...look}
                likely={<LikelyCost {...{ campaignId, mode, most }} />}
                partners={partnersOf(mode)}
                most={most}
                needsCredits={highest > 0 && balance === 0}
                isBusy={order.isPending && order.variables.mode === mode}
                onChoose={() => choose(mode)}
              />
            </li>
          );
        })}
      </ul>
      <FallbackOrder order={fallbackOrder} onChange={setFallbackOrder} />
      <p className="mt-4 text-sm text-base-content/75">
        You only pay for emails that Zeus finds, and an email you have paid for once stays free. Contact forms and
        social profiles are free. If your credits run out, Zeus stops, keeps what it found and shows you what is left.
      </p>
      <p role="status" className="mt-4 font-medium empty:hidden">
        {order.isPending &&
          (isSent ? 'Starting the search… This can no longer be canceled.' : 'Saving your changes first…')}
      </p>
    </Modal>
  );
}

/** Whom Zeus asks for what the site and its mail server don't say. */
function partnersOf(mode: EmailMode): string {
  const sources = (mode === 'author' ? settings.sources?.people : settings.sources?.domains) ?? [];
  if (sources.length === 0) return 'No email partners are set up: Zeus uses the site and its mail server only.';
  return `If the site and its mail server don’t help, Zeus asks ${sources.map(contactSourceLabel).join(', ')}.`;
}

interface ModeCardProps {
  title: string;
  icon: LucideIcon;
  text: string;
  partners: string;
  price: string;
  /** What similar campaigns used. */
  likely: ReactNode;
  /** The maximum cost in email credits, within the balance and the user's limit. */
  most: number;
  /** There is something to search, and nothing to pay for it. */
  needsCredits: boolean;
  isBusy: boolean;
  onChoose: () => void;
}

/** Without credits, the card leads to billing. */
function ModeCard({
  title,
  icon: Icon,
  text,
  partners,
  price,
  likely,
  most,
  needsCredits,
  isBusy,
  onChoose,
}: ModeCardProps) {
  const content = (
    <>
      <span className="flex items-center gap-2.5 text-lg font-bold">
        {isBusy ? <Spinner /> : <Icon className="size-5" aria-hidden="true" />}
        {title}
      </span>
      <span className="mt-2 block text-base-content/75">{text}</span>
      <span className="mt-2 block grow text-sm text-base-content/75">{partners}</span>
      <span className="mt-4 block border-t border-base-300 pt-3 text-sm">
        {price}{' '}
        {needsCredits ? (
          <span className="text-link whitespace-nowrap">Get email credits</span>
        ) : (
          <>
            <strong className="whitespace-nowrap">{costText(most)}</strong> {most > 0 && likely}
          </>
        )}
      </span>
    </>
  );
  if (needsCredits) {
    return (
      <Link to={paths.billing()} className="choice-card">
        {content}
      </Link>
    );
  }
  return (
    <button
      type="button"
      className="choice-card"
      // Otherwise the double click that opened the dialog could start a paid search.
      onClick={(event) => isRepeatedClick(event) || onChoose()}
      aria-disabled={isBusy}
    >
      {content}
    </button>
  );
}

/** Nothing while it is not known, and if there are too few campaigns to tell. */
function LikelyCost({ campaignId, mode, most }: { campaignId: string; mode: EmailMode; most: number }) {
  const { data } = useQuery(emailPriceQuery(campaignId, mode));
  if (!data?.likely) return null;
  const { basis } = data.likely;
  const [low, high] = [Math.min(data.likely.low, most), Math.min(data.likely.high, most)];
  const range = low === high ? formatNumber(low) : `${formatNumber(low)} to ${formatNumber(high)}`;
  return (
    <>
      Probably {range}, judging by {basis === 'own' ? 'your' : 'other'} campaigns.
    </>
  );
}

const costText = (most: number) => (most === 0 ? 'Nothing left to search.' : `${formatNumber(most)} at most.`);

function Balance({ kept, balance }: { kept: number; balance: number | undefined }) {
  return (
    <p className="mb-5 text-base-content/75">
      You kept {countOf(kept, 'backlink')}
      {balance !== undefined && (
        <>
          {' and have '}
          <strong className="text-base-content">{countOf(balance, 'email credit')}</strong>
        </>
      )}
      .
    </p>
  );
}
