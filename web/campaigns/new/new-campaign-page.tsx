import { Link, useSearchParams } from 'react-router';
import { PageHeader } from '../../layout/page/page-header.tsx';
import { ProgressSteps } from '../../layout/page/progress-steps.tsx';
import { useDraft } from '../../platform/drafts.ts';
import { settings } from '../../platform/settings.ts';
import { draftNames, emptyOwn, emptySearch } from './campaign-form.ts';
import { Greeting, IntroCard } from './onboarding.tsx';
import { OwnForm } from './own-form.tsx';
import { PracticeCard } from './practice-card.tsx';
import { SearchForm } from './search-form.tsx';
import { useFocusOnChange } from './use-focus-on-change.ts';

/** The current form is in the URL, so a reload and the Back button show the same one. */
export function NewCampaignPage() {
  const [query, setQuery] = useSearchParams();
  // Switching forms, a reload and a visit to another page lose nothing.
  const [search, setSearch] = useDraft(draftNames.search, emptySearch);
  const [own, setOwn] = useDraft(draftNames.own, emptyOwn);
  const isOnboarding = query.get('onboarding') === 'true';
  const isOwn = query.get('source') === ownSource;
  const place = useFocusOnChange(isOwn);
  const other = (
    <Link to={{ search: String(toOther(query)) }} className="text-link flex h-11 items-center sm:px-2">
      {isOwn ? 'Search by keyword instead' : 'Bring your own backlinks'}
    </Link>
  );
  const handleTry = (tried: string) => {
    const { keyword, isSeveral } = search;
    setSearch({ ...search, keyword: isSeveral ? [keyword.trimEnd(), tried].filter(Boolean).join('\n') : tried });
    if (isOwn) setQuery(toOther(query));
  };
  return (
    <>
      <PageHeader
        steps={!isOnboarding && <ProgressSteps current={1} />}
        title="New campaign"
        intro={
          !isOnboarding &&
          (isOwn
            ? 'Bring a list of pages, and Zeus finds the people behind them.'
            : 'Enter a keyword, and Zeus finds pages worth a link.')
        }
      />
      {isOnboarding && <IntroCard />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div ref={place} className="card-surface p-5 sm:p-6">
          {isOwn ? (
            <OwnForm draft={own} onDraft={setOwn} other={other} />
          ) : (
            <SearchForm draft={search} onDraft={setSearch} other={other} />
          )}
        </div>
        {settings.practice && <PracticeCard onKeyword={handleTry} />}
      </div>
      {isOnboarding && <Greeting />}
    </>
  );
}

const ownSource = 'own';

/** The URL of the other form. */
function toOther(query: URLSearchParams): URLSearchParams {
  const other = new URLSearchParams(query);
  if (query.get('source') === ownSource) other.delete('source');
  else other.set('source', ownSource);
  return other;
}
