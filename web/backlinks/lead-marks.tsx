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
    <p className="mt-0.5 flex min-w-0 flex-wrap items-center gap-1.5">
      {reason && <Badge tone="warning">{removalTexts[reason]}</Badge>}
      {lead.tags.map((tag) => (
        <Badge key={tag} tone="plain" title={tag}>
          {tag}
        </Badge>
      ))}
      {lead.note && (
        <span className="table-line min-w-0 text-[0.8125rem] text-base-content/75" title={lead.note}>
          <StickyNote className="mr-1 mb-0.5 inline size-3.5" aria-hidden="true" />
          <span className="sr-only">Note: </span>
          {lead.note}
        </span>
      )}
    </p>
  );
}
