import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { PageHeader } from '../../layout/page/page-header.tsx';
import { ProgressSteps } from '../../layout/page/progress-steps.tsx';
import { settings } from '../../platform/settings.ts';
import { Greeting, IntroCard } from './onboarding.tsx';
import { OwnForm } from './own-form.tsx';
import { PracticeCard } from './practice-card.tsx';
import { SearchForm } from './search-form.tsx';

export function NewCampaignPage() {
  const [query] = useSearchParams();
  const [isOwn, setOwn] = useState(false);
  const [keyword, setKeyword] = useState('');
  const isOnboarding = query.get('onboarding') === 'true';
  const other = (
    <button type="button" className="text-link h-11 cursor-pointer sm:px-2" onClick={() => setOwn(!isOwn)}>
      {isOwn ? 'Search by keyword instead' : 'Bring your own backlinks'}
    </button>
  );
  const handleTry = (tried: string) => {
    setKeyword(tried);
    setOwn(false);
  };
  return (
    <>
      <ProgressSteps current={1} />
      <PageHeader
        title="New campaign"
        intro={
          isOwn
            ? 'Bring a list of pages, and Zeus finds the people behind them.'
            : 'Give a keyword, and Zeus finds pages worth a link.'
        }
      />
      {isOnboarding && <IntroCard />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="card-surface p-5 sm:p-8">
          {isOwn ? <OwnForm other={other} /> : <SearchForm keyword={keyword} onKeyword={setKeyword} other={other} />}
        </div>
        {settings.practice && <PracticeCard onKeyword={handleTry} />}
      </div>
      {isOnboarding && <Greeting />}
    </>
  );
}
