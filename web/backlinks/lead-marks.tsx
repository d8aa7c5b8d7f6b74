// What the user said about a lead, next to it.
import { StickyNote } from 'lucide-react';
import type { Backlink } from '../../shared/backlink.ts';
import { reasonOf, removalTexts } from '../../shared/lead-values.ts';
import { Badge } from '../ui/values/badge.tsx';

type Marked = Pick<Backlink, 'keep' | 'removal_reason' | 'note' | 'tags'>;

/** Its reason and tags as badges, and the beginning of its note. Nothing if there is neither. */
export function LeadMarks({ lead }: { lead: Marked }) {
  const reason = reasonOf(lead);
  if (!reason && lead.note === '' && lead.tags.length === 0) return null;
  return (
    <div className="mt-1 grid gap-1">
      {(reason || lead.tags.length > 0) && (
        <p className="flex flex-wrap gap-1.5">
          {reason && <Badge tone="warning">{removalTexts[reason]}</Badge>}
          {lead.tags.map((tag) => (
            <Badge key={tag} tone="plain">
              {tag}
            </Badge>
          ))}
        </p>
      )}
      {lead.note && (
        <p className="line-clamp-2 text-[0.8125rem] wrap-anywhere text-base-content/75" title={lead.note}>
          <StickyNote className="mr-1 mb-0.5 inline size-3.5" aria-hidden="true" />
          <span className="sr-only">Note: </span>
          {lead.note}
        </p>
      )}
    </div>
  );
}
