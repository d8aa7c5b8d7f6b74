// What Zeus saw of a lead's link and its page when it opened the page.
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Backlink } from '../../shared/backlink.ts';
import { cutAnchor } from '../../shared/cut-text.ts';
import type { PageCheck, LinkProof as Proof } from '../../shared/link-check.ts';
import { goneTexts, linkLooks, linkSummary, pageFacts, unclearTexts } from '../backlinks/link-texts.ts';
import { Badge } from '../ui/values/badge.tsx';
import { RelativeTime } from '../ui/values/relative-time.tsx';
import { screenshotQuery } from './screenshot.api.ts';

export function LinkProof({ lead }: { lead: Backlink }) {
  const { data } = useQuery(screenshotQuery(lead.id));
  const anchor = data?.link?.anchor || lead.anchor;
  // The picture is from an earlier visit, for another target.
  const isChecking = data?.state === 'waiting' && data.url && !data.link && lead.url_to;
  return (
    <dl className="mt-4 grid gap-3 text-sm">
      {data?.link && (
        <Fact name="Link">
          <LinkState lead={lead} link={data.link} />
        </Fact>
      )}
      {isChecking && <Fact name="Link">Checking…</Fact>}
      {anchor && (
        <Fact name="Anchor">
          <span className="break-words">“{cutAnchor(anchor)}”</span>
        </Fact>
      )}
      {data?.link?.sentence && (
        <Fact name="Sentence">
          <Sentence text={data.link.sentence} anchor={data.link.anchor} />
        </Fact>
      )}
      {data?.page && (
        <Fact name="Page">
          <PageFacts page={data.page} />
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-base-content/75">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

function LinkState({ lead, link }: { lead: Backlink; link: Proof }) {
  const { tone, name } = linkLooks[link.state];
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Badge tone={tone}>{name}</Badge>
        {link.state === 'found' && linkSummary(link)}
      </span>
      {link.state === 'gone' && (
        <p className="mt-1 text-pretty">
          {goneTexts[link.problem ?? 'removed']} {lead.source !== 'own' && 'You got your credit back.'}
        </p>
      )}
      {link.state === 'unclear' && (
        <p className="mt-1 text-pretty">{unclearTexts[link.problem ?? 'unsure']} The link may still be there.</p>
      )}
      <p className="mt-1 text-base-content/75">
        Checked <RelativeTime at={link.checked_at} />
      </p>
    </>
  );
}

/** The sentence with the anchor marked. */
function Sentence({ text, anchor }: { text: string; anchor: string }) {
  const at = anchor === '' ? -1 : text.indexOf(anchor);
  if (at < 0) return <span className="wrap-anywhere">{text}</span>;
  return (
    <span className="wrap-anywhere">
      {text.slice(0, at)}
      <mark className="rounded-sm bg-primary/15 px-0.5 text-inherit">{anchor}</mark>
      {text.slice(at + anchor.length)}
    </span>
  );
}

function PageFacts({ page }: { page: PageCheck }) {
  return (
    <ul className="grid gap-0.5">
      {pageFacts(page).map((fact) => (
        <li key={fact} className="wrap-anywhere">
          {fact}
        </li>
      ))}
    </ul>
  );
}
