// The full domain search of one backlink: what it may find and cost, the search itself, and the empty result.
import { AtSign } from 'lucide-react';
import { useEffect } from 'react';
import type { Backlink } from '../../../shared/backlink.ts';
import { focusHeadingIfLost } from '../../ui/focus-heading.ts';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { OutsideLink } from '../../ui/values/outside-link.tsx';
import { useSearchDomain } from '../contacts.api.ts';
import { SearchProblemNote } from '../search-problem-note.tsx';

const offer =
  'A full domain search may find generic emails such as contact@ or hello@. One email credit is used per search if at least 1 email is returned.';

/** For a backlink without contacts. */
export function NoContacts({ backlink }: { backlink: Backlink }) {
  return (
    <div className="flex flex-col items-center px-6 py-10 text-center">
      {backlink.domain_search === 'empty' ? (
        <>
          <p role="status" className="max-w-lg text-pretty">
            Unfortunately, we were not able to find any emails. We recommend browsing the backlink URL directly to find
            an email to outreach to.
          </p>
          <OutsideLink href={backlink.url_from} className="btn btn-plain mt-5">
            Open the page
          </OutsideLink>
        </>
      ) : (
        <>
          {wasSearched(backlink) && (
            <p className="mb-1 text-lg font-semibold">We did not find a contact for this backlink.</p>
          )}
          <p className="mb-5 max-w-lg text-pretty text-base-content/75">{offer}</p>
          <SearchButton backlink={backlink} label="Start full domain search" />
        </>
      )}
    </div>
  );
}

/** "Nothing found" is not "could not look". */
const wasSearched = ({ contact_search }: Backlink) => contact_search === 'done';

/** For a backlink with a single contact: the author, or a mailbox found in place of one. */
export function WantMoreEmails({ backlink, hasAuthor }: { backlink: Backlink; hasAuthor: boolean }) {
  // Already searched, and the results are listed: a second search would find the same.
  if (backlink.domain_search === 'found') return null;
  return (
    <section aria-label="Want more emails?" className="border-t border-base-300 px-5 py-5">
      {backlink.domain_search === 'empty' ? (
        <p role="status">We couldn't find any {hasAuthor ? 'domain' : 'other'} email. No credit was used.</p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div className="min-w-0 basis-96 grow">
            <h3 className="font-bold">Want more emails?</h3>
            <p className="mt-0.5 text-sm text-pretty text-base-content/75">{offer}</p>
          </div>
          <SearchButton backlink={backlink} label="Try full domain search" />
        </div>
      )}
    </section>
  );
}

function SearchButton({ backlink, label }: { backlink: Backlink; label: string }) {
  const search = useSearchDomain(backlink.requests_id);
  // It disappears when the search has ended.
  useEffect(() => () => queueMicrotask(focusHeadingIfLost), []);
  const isBusy = search.isPending || backlink.domain_search === 'running';
  const problem = backlink.domain_search_problem;
  return (
    <div>
      <Tooltip text="It costs 1 email credit in total if emails are found.">
        {(describedBy) => (
          <button
            type="button"
            className="btn btn-primary"
            aria-describedby={describedBy}
            aria-disabled={isBusy}
            onClick={() => !isBusy && search.mutate(backlink.id)}
          >
            {isBusy ? <Spinner /> : <AtSign className="size-4.5" aria-hidden="true" />}
            {isBusy ? 'Searching the domain…' : label}
          </button>
        )}
      </Tooltip>
      {!isBusy && problem && <SearchProblemNote {...problem} />}
    </div>
  );
}
