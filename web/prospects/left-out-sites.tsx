import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { Banner } from '../ui/banner.tsx';
import { OtherNames } from './other-names.tsx';
import { leftOutSentence } from './prospect-words.ts';
import { leftOutQuery } from './prospects.api.ts';

/** What a campaign left out because of what the user knows; nothing if it left nothing out. */
export function LeftOutSites({ campaignId }: { campaignId: string }) {
  const { data: counts } = useQuery(leftOutQuery(campaignId));
  if (!counts || counts.length === 0) return null;
  return (
    <Banner tone="info">
      {leftOutSentence(counts)} They cost no credits.{' '}
      <Link to={paths.prospects()} className="text-link">
        See your prospects
      </Link>
      <OtherNames campaignId={campaignId} sites={counts.flatMap(({ other_names: names }) => names)} />
    </Banner>
  );
}
