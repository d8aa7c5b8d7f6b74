import type { Backlink } from '../../shared/backlink.ts';
import { Badge } from '../ui/values/badge.tsx';
import { followNames, linkLooks, placeNames } from './link-texts.ts';

/** What became of a backlink's link, in a word or two. */
export function LinkBadge({
  backlink: { url_to, link_state: state, link_follow: follow, link_place: place },
}: LinkBadgeProps) {
  if (url_to === null) return null;
  if (state === null) return <span className="text-xs text-base-content/75">Not checked yet</span>;
  const isPlain = state === 'found' && follow !== null && (follow !== 'dofollow' || place !== 'content');
  const { tone, name } = linkLooks[state];
  const text = state === 'found' && follow ? followNames[follow] : name;
  return (
    <span className="grid justify-items-start gap-0.5">
      <Badge tone={isPlain ? 'warning' : tone}>{text}</Badge>
      {place && place !== 'content' && <span className="text-xs text-base-content/75">{placeNames[place]}</span>}
    </span>
  );
}

interface LinkBadgeProps {
  backlink: Pick<Backlink, 'url_to' | 'link_state' | 'link_follow' | 'link_place'>;
}

/** Best first; unchecked ones last. */
export function linkRank(state: Backlink['link_state'], follow: Backlink['link_follow']): number | undefined {
  if (state === null) return undefined;
  if (state === 'found') return follow === 'dofollow' ? 0 : 1;
  return state === 'unclear' ? 2 : 3;
}
