import { CircleAlert, CreditCard } from 'lucide-react';
import { Link } from 'react-router';
import type { Backlink } from '../../../shared/backlink.ts';
import { paths } from '../../paths.ts';

/** Says when the search for the contacts of one backlink is not, or could not be, done. */
export function SearchNote({ backlink }: { backlink: Backlink }) {
  if (backlink.contact_search === 'waiting') {
    return (
      <p role="status" className="flex items-center gap-3 border-t border-base-300 px-5 py-4 text-base-content/75">
        <span className="loading loading-spinner loading-sm" aria-hidden="true" />
        Zeus is still looking for the people behind this page.
      </p>
    );
  }
  if (backlink.contact_search === 'none') {
    return <p className="border-t border-base-300 px-5 py-4">This backlink was not searched yet.</p>;
  }
  if (backlink.contact_search === 'failed') {
    return (
      <p className="flex gap-3 border-t border-base-300 px-5 py-4">
        <CircleAlert className="mt-0.5 size-5 shrink-0 text-warning" aria-hidden="true" />
        <span>
          This backlink could not be searched. {backlink.contact_search_problem ?? 'The site could not be read.'} No
          credit was used.
        </span>
      </p>
    );
  }
  if (backlink.contact_search === 'no-credit') {
    return (
      <p className="flex gap-3 border-t border-base-300 px-5 py-4">
        <CreditCard className="mt-0.5 size-5 shrink-0 text-error" aria-hidden="true" />
        <span>
          This backlink was not searched, because your email credits ran out.{' '}
          <Link to={paths.billing()} className="text-link">
            Purchase more email credits
          </Link>
        </span>
      </p>
    );
  }
  return null;
}
