import { CirclePause } from 'lucide-react';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { countOf } from '../ui/values/figures.ts';

/** Backlinks that were not searched because the order's limit was reached, and the way to order them; nothing if there are none. */
export function LimitReached({ campaignId, left }: { campaignId: string; left: number }) {
  if (left === 0) return null;
  return (
    <section
      role="status"
      className="mb-6 flex flex-wrap items-center gap-x-6 gap-y-4 rounded-box border border-base-300 bg-base-100 p-5 sm:p-6"
    >
      <CirclePause className="size-6 shrink-0" aria-hidden="true" />
      <div className="min-w-0 grow basis-60">
        <h2 className="font-bold">Limit reached</h2>
        <p className="mt-0.5">
          {countOf(left, 'backlink')} {left === 1 ? 'is' : 'are'} not fully searched. To search{' '}
          {left === 1 ? 'it' : 'them'} too, choose a mode and a new limit.
        </p>
      </div>
      <Link to={paths.findEmails(campaignId)} className="btn btn-primary">
        Find more emails
      </Link>
    </section>
  );
}
