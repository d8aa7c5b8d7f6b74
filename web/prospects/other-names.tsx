import type { LeftOutCount } from '../../shared/prospect.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { countOf } from '../ui/values/figures.ts';
import { useSeparateSite } from './prospects.api.ts';

interface OtherNamesProps {
  campaignId: string;
  sites: LeftOutCount['other_names'];
}

/** Sites that were left out because the user knows them by another name. Each can be kept apart from that one. */
export function OtherNames({ campaignId, sites }: OtherNamesProps) {
  if (sites.length === 0) return null;
  return (
    <details className="mt-2 text-sm" open={sites.length === 1}>
      <summary className="cursor-pointer">{countOf(sites.length, 'site')} known to you by another name</summary>
      <ul className="mt-1 space-y-1">
        {sites.map((site) => (
          <OtherName key={site.domain} campaignId={campaignId} site={site} />
        ))}
      </ul>
    </details>
  );
}

function OtherName({ campaignId, site }: { campaignId: string; site: OtherNamesProps['sites'][number] }) {
  const { domain, known_as: knownAs, is_separate: isSeparate } = site;
  const { mutate, isPending } = useSeparateSite(campaignId);
  const handleClick = () => {
    if (isPending) return;
    const onError = (error: Error) => showToast('error', `Your change was not saved. ${error.message}`);
    mutate({ site: domain, is_separate: !isSeparate }, { onError });
  };
  return (
    <li className="wrap-anywhere">
      <strong className="font-medium">{domain}</strong>, which you know as {knownAs}.{' '}
      {isSeparate && 'Your next campaigns treat them as two sites. '}
      <button type="button" className="text-link cursor-pointer" aria-disabled={isPending} onClick={handleClick}>
        {isSeparate ? 'Treat them as one site' : 'Treat them as two sites'}
        <span className="sr-only"> ({domain})</span>
      </button>
    </li>
  );
}
