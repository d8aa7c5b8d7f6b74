import { ExternalLink } from 'lucide-react';
import type { Backlink } from '../../shared/backlink.ts';
import { cutText } from '../../shared/cut-text.ts';
import { textCuts } from '../../shared/limits.ts';
import type { RuledSite } from '../../shared/prospect.ts';
import { readableUrl } from '../../shared/readable-url.ts';
import { BacklinkRatings } from '../backlinks/backlink-ratings.tsx';
import { BadgesOf } from '../prospects/block-site.tsx';
import { OutsideLink } from '../ui/values/outside-link.tsx';
import { LeadNotes, type NotesDialog } from './lead-notes.tsx';
import { LeadSignals } from './lead-signals.tsx';
import { LinkProof } from './link-proof.tsx';

interface LeadFactsProps {
  lead: Backlink;
  rule: RuledSite | undefined;
  onNotes: (dialog: NotesDialog) => void;
}

/** What is known about a lead besides its screenshot. */
export function LeadFacts({ lead, rule, onNotes }: LeadFactsProps) {
  return (
    <div className="min-w-0">
      <h2 className="text-base leading-snug font-semibold tracking-tight text-pretty">
        {cutText(lead.title || lead.domain, textCuts.title)}
      </h2>
      <OutsideLink
        href={lead.url_from}
        className="quiet-link mt-1 block text-sm wrap-anywhere underline decoration-base-300 underline-offset-3"
      >
        {cutText(readableUrl(lead.url_from), textCuts.url)}
        <ExternalLink className="mb-0.5 ml-1 inline size-3.5" aria-hidden="true" />
      </OutsideLink>
      {(rule || lead.history) && (
        <p className="mt-2 flex flex-wrap gap-2">
          <BadgesOf rule={rule} domain={lead.domain} history={lead.history} />
        </p>
      )}
      <LeadSignals lead={lead} />
      <LeadNotes lead={lead} onOpen={onNotes} />
      {lead.page_problem && <p className="mt-3 text-sm text-warning">{lead.page_problem}</p>}
      <LinkProof lead={lead} />
      <div className="mt-4 grid gap-4 max-lg:grid-cols-2">
        <BacklinkRatings backlink={lead} />
      </div>
    </div>
  );
}
