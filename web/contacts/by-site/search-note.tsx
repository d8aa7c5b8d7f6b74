import { CircleAlert, CirclePause, CreditCard, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Backlink } from '../../../shared/backlink.ts';
import { paths } from '../../paths.ts';
import { Spinner } from '../../ui/spinner.tsx';

interface SearchNoteProps {
  backlink: Backlink;
  /** People were found, so nothing here may say that Zeus did not look. */
  hasContacts: boolean;
}

/** Shown if the contact search of a backlink is unfinished or failed. */
export function SearchNote({ backlink, hasContacts }: SearchNoteProps) {
  const { contact_search: state, contact_search_problem: problem } = backlink;
  if (state === 'waiting') {
    return (
      <p role="status" className="flex items-center gap-3 border-t border-base-300 px-5 py-4 text-base-content/75">
        <Spinner />
        Zeus is still looking for the people behind this page.
      </p>
    );
  }
  if (state === 'none' && !hasContacts) {
    return <p className="border-t border-base-300 px-5 py-4">This backlink has not been searched yet.</p>;
  }
  if (state === 'failed') {
    return (
      <Note icon={CircleAlert} tone="text-warning">
        {hasContacts ? 'The search could not be finished.' : 'This backlink could not be searched.'}{' '}
        {problem ?? 'The site could not be read.'} No credit was used{hasContacts && ' for what is missing'}.
      </Note>
    );
  }
  if (state === 'stopped') {
    return (
      <Note icon={CirclePause} tone="">
        You stopped the search before Zeus had finished with this page. No credit was used
        {hasContacts && ' for what is missing'}.
      </Note>
    );
  }
  if (state === 'limited') {
    return (
      <Note icon={CirclePause} tone="">
        {hasContacts ? 'The search was not finished' : 'This backlink was not searched'}, because your limit was
        reached. No credit was used{hasContacts && ' for what is missing'}.
      </Note>
    );
  }
  if (state === 'unreachable') {
    return (
      <Note icon={CircleAlert} tone="text-warning">
        This page can’t be reached. {problem} No credit was used.
      </Note>
    );
  }
  if (state === 'no-credit') {
    return (
      <Note icon={CreditCard} tone="text-error">
        {hasContacts
          ? 'The search could not be finished, because your email credits ran out.'
          : 'This backlink was not searched, because your email credits ran out.'}{' '}
        <Link to={paths.billing()} className="text-link">
          Purchase more email credits
        </Link>
      </Note>
    );
  }
  return null;
}

function Note({ icon: Icon, tone, children }: { icon: LucideIcon; tone: string; children: ReactNode }) {
  return (
    <p className="flex gap-3 border-t border-base-300 px-5 py-4">
      <Icon className={`mt-0.5 size-5 shrink-0 ${tone}`} aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
