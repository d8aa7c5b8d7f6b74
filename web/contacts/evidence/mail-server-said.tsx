import type { ReactNode } from 'react';
import type { Evidence } from '../../../shared/contact-evidence.ts';
import { RelativeTime } from '../../ui/values/relative-time.tsx';
import { contactSourceLabel } from '../cells/contact-source.ts';

/** The reply that decided, word for word. */
export function MailServerSaid({
  evidence: { mail_server: server, verified_at, verified_by },
}: {
  evidence: Evidence;
}) {
  return (
    <dl className="grid gap-x-6 gap-y-1.5 text-sm sm:grid-cols-[9rem_minmax(0,1fr)]">
      {server?.host && <Row label="Mail server">{server.host}</Row>}
      {server && (server.code !== null || server.text !== null) && (
        <Row label={server.code === null ? 'Result' : 'Its reply'}>
          <Reply code={server.code} text={server.text} />
        </Row>
      )}
      {server?.probe && (
        <Row label="Reply for a made-up address">
          <Reply {...server.probe} />
        </Row>
      )}
      {verified_by && <Row label="Checked by">{contactSourceLabel(verified_by)}</Row>}
      {verified_at && (
        <Row label="When">
          <RelativeTime at={verified_at} />
        </Row>
      )}
      {!server && !verified_at && <Row label="Mail server">Not contacted yet.</Row>}
    </dl>
  );
}

function Reply({ code, text }: { code: number | null; text: string | null }) {
  return (
    <code className="text-[0.8125rem] wrap-anywhere">
      {code} {text}
    </code>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-base-content/75">{label}</dt>
      <dd className="min-w-0 wrap-anywhere max-sm:mb-1.5">{children}</dd>
    </>
  );
}
