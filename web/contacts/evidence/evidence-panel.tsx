// The evidence for an email: where it comes from, which sources were tried, what the mail server replied, and how confident Zeus is.
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Contact } from '../../../shared/contact.ts';
import type { Evidence } from '../../../shared/contact-evidence.ts';
import { contactName } from '../../../shared/contact-name.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Badge } from '../../ui/values/badge.tsx';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { serverNow } from '../../ui/values/server-clock.ts';
import { emailState, isOld } from '../cells/email-state.ts';
import { EmailOrigin } from './email-origin.tsx';
import { evidenceQuery, useCheckEmail } from './evidence.api.ts';
import { MailServerSaid } from './mail-server-said.tsx';
import { SourceResults } from './source-results.tsx';

interface EvidencePanelProps {
  contact: Contact;
  onClose: () => void;
}

export function EvidencePanel({ contact, onClose }: EvidencePanelProps) {
  const { data: evidence, error, refetch } = useQuery(evidenceQuery(contact.request_id, contact.id));
  return (
    <Modal title={`Evidence for ${contact.email}`} closeLabel="Close" onClose={onClose}>
      <p className="-mt-2 mb-5 text-base-content/75">{contactName(contact)}</p>
      {evidence && <Findings contact={contact} evidence={evidence} />}
      {!evidence && error && <LoadProblem error={error} onRetry={() => void refetch()} />}
      {!evidence && !error && (
        <p role="status" className="flex min-h-60 items-center justify-center gap-3">
          <Spinner className="size-6" />
          Loading the evidence…
        </p>
      )}
    </Modal>
  );
}

function Findings({ contact, evidence }: { contact: Contact; evidence: Evidence }) {
  return (
    <div className="space-y-6">
      <Result contact={contact} evidence={evidence} />
      <Section title="Where it comes from">
        <EmailOrigin origin={evidence.origin} />
      </Section>
      {evidence.asked.length > 0 && (
        <Section title="Sources checked">
          <SourceResults asked={evidence.asked} />
        </Section>
      )}
      <Section title="What the mail server said">
        <MailServerSaid evidence={evidence} />
      </Section>
    </div>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 font-semibold">{title}</h3>
      {children}
    </section>
  );
}

const levels = { high: 'High confidence', medium: 'Medium confidence', low: 'Low confidence' } as const;

function Result({ contact, evidence }: { contact: Contact; evidence: Evidence }) {
  const check = useCheckEmail(contact.request_id, contact.id);
  const state = emailState(evidence);
  const { confidence, verified_at, last_check } = evidence;
  const isBusy = check.isPending || evidence.is_checking;
  return (
    <section aria-label="Result" className="rounded-box bg-base-200 p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0 grow basis-72 space-y-1">
          {state && (
            <p role="status">
              <Badge tone={state.tone}>{state.word}</Badge>
            </p>
          )}
          {state && (
            <p className="text-pretty">
              {state.text} {evidence.is_refunded && 'You got your credit back.'}
            </p>
          )}
          <p className="text-sm text-base-content/75">
            <strong className="font-semibold text-base-content">{levels[confidence.level]}.</strong> {confidence.why}
          </p>
        </div>
        <ActionButton tone="plain" icon={RotateCw} isBusy={isBusy} onClick={() => check.mutate()}>
          {isBusy ? 'Checking…' : 'Check again'}
        </ActionButton>
      </div>
      <p className="mt-3 border-t border-base-300 pt-3 text-sm text-base-content/75">
        {verified_at ? (
          <>
            Last checked <RelativeTime at={verified_at} />.{' '}
            {isOld(verified_at, serverNow()) && 'That’s over 60 days ago, so this person may have left.'}{' '}
          </>
        ) : (
          'Not checked yet. '
        )}
        {last_check?.message && (
          <>
            The last attempt (<RelativeTime at={last_check.at} />) could not be completed: {last_check.message}{' '}
          </>
        )}
        Checking again is free.
      </p>
    </section>
  );
}
