import { ChevronRight } from 'lucide-react';
import type { Contact } from '../../../shared/contact.ts';
import { Tooltip } from '../../ui/overlay/tooltip.tsx';
import { Badge } from '../../ui/values/badge.tsx';
import { serverNow } from '../../ui/values/server-clock.ts';
import { useOpenEvidence } from '../evidence/open-evidence.ts';
import { emailState, isOld } from './email-state.ts';

/** The verdict on an email: green if valid, a warning otherwise, nothing if it was not verified. It opens the evidence. */
export function VerificationBadge({ contact }: { contact: Contact }) {
  const open = useOpenEvidence();
  const state = emailState(contact);
  if (!state || typeof contact.email !== 'string') return null;
  return (
    <span className="inline-flex flex-col items-start gap-0.5">
      <Tooltip text={state.text}>
        {(describedBy) => (
          <button
            type="button"
            className="badge-button"
            aria-label={`${state.word}. Evidence for ${contact.email}`}
            aria-describedby={describedBy}
            aria-haspopup="dialog"
            onClick={() => open(contact.id)}
          >
            <Badge tone={state.tone}>
              {contact.is_checking ? 'Checking…' : state.word}
              <ChevronRight className="-mr-1 size-3.5" aria-hidden="true" />
            </Badge>
          </button>
        )}
      </Tooltip>
      {isOld(contact.verified_at, serverNow()) && (
        <span className="pl-2 text-xs text-base-content/75">Checked over 60 days ago</span>
      )}
    </span>
  );
}
