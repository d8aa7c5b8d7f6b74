import { type MouseEvent, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BadLine } from '../../../shared/errors.ts';
import { maxOwnBacklinks, maxOwnListMb, type RefusalOf, readOwnBacklinks } from '../../../shared/own-backlinks.ts';
import type { ApiError } from '../../platform/api.ts';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { linesOf, type OwnDraft, sentences, withoutLines } from './campaign-form.ts';
import { CostNote } from './cost-note.tsx';
import { SourcesNote } from './sources-note.tsx';
import { useStartCampaign } from './use-start-campaign.tsx';

const example = 'https://example.com/best-golf-courses\nhttps://example.org/golf/where-to-play';
const unnamed = 'Own Backlinks';
const most = formatNumber(maxOwnBacklinks);

/** URLs the server refused, and why. */
type Refused = ReadonlyMap<string, ReturnType<RefusalOf>>;

interface OwnFormProps {
  /** Kept by the page, so that it survives switching to the other form. */
  draft: OwnDraft;
  onDraft: (draft: OwnDraft) => void;
  /** The link to the other form. */
  other: ReactNode;
}

/** A list of the user's own pages, one URL per line. */
export function OwnForm({ draft, onDraft, other }: OwnFormProps) {
  const { text, name } = draft;
  /** URLs the server refused; null until the list has been checked. */
  const [refused, setRefused] = useState<Refused | null>(null);
  const bad = useBadLines(text, refused);
  const start = useStartCampaign();
  const handleSubmit = async () => {
    const { urls, problem } = checkList(text);
    setRefused(none);
    if (problem) return { fields: { backlinks: problem } };
    const refusal = await start({ campaignType: 'BYOB', keyword: name.trim() || unnamed, backlinks: urls });
    if (refusal) setRefused(refusedUrls(refusal.error, urls));
    return refusal?.problems;
  };
  const handleContinue = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    // Read again, because the text may have changed since the list was checked.
    const { bad: badNow } = readOwnBacklinks(text.split('\n'), (url) => refused?.get(url));
    flushSync(() => onDraft({ ...draft, text: withoutLines(text, badNow) }));
    form?.requestSubmit();
  };
  return (
    <Form submitLabel="Start campaign" onSubmit={handleSubmit} secondary={other}>
      <TextArea
        label="Your backlinks"
        name="backlinks"
        rows={9}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        placeholder={example}
        hint={<ListHint text={text} />}
        value={text}
        onChange={(event) => onDraft({ ...draft, text: event.target.value })}
      />
      {bad.length > 0 && <BadLines lines={bad} onContinue={handleContinue} />}
      <Field
        label="Campaign name"
        name="name"
        autoComplete="off"
        maxLength={200}
        placeholder={unnamed}
        hint="Optional. Shown in your list of campaigns."
        value={name}
        onChange={(event) => onDraft({ ...draft, name: event.target.value })}
      />
      <SourcesNote source="own" />
      <CostNote source="own" />
    </Form>
  );
}

const none: Refused = new Map();

/** The bad lines of the current text. Deferred, because reading a long list takes a while. */
function useBadLines(text: string, refused: Refused | null): readonly BadLine[] {
  const read = useDeferredValue(text);
  return useMemo(
    () => (refused ? readOwnBacklinks(read.split('\n'), (url) => refused.get(url)).bad : []),
    [read, refused],
  );
}

/** The URLs of the list, and why it can't be sent, if it can't. */
function checkList(text: string): { urls: readonly string[]; problem?: string } {
  if (text.length > maxOwnListMb * 1024 * 1024) {
    return {
      urls: [],
      problem: `Your list is larger than ${maxOwnListMb} MB. Please split it into several campaigns.`,
    };
  }
  const { urls, bad, isCut } = readOwnBacklinks(text.split('\n'));
  if (isCut) return { urls, problem: `Please enter at most ${most} URLs.` };
  if (bad.length > 0) return { urls, problem: sentences.badBacklinks };
  if (urls.length === 0) return { urls, problem: sentences.noBacklinks };
  if (urls.length <= maxOwnBacklinks) return { urls };
  return { urls, problem: `Please enter at most ${most} URLs. Your list has ${formatNumber(urls.length)}.` };
}

function ListHint({ text }: { text: string }) {
  const read = useDeferredValue(text);
  const different = useMemo(() => new Set(linesOf(read)).size, [read]);
  return (
    <>
      One URL per line, up to {most}. Duplicates count once. {different > 0 && `${formatNumber(different)} so far.`}
    </>
  );
}

const namedAtMost = 8;

interface BadLinesProps {
  lines: readonly BadLine[];
  onContinue: (event: MouseEvent<HTMLButtonElement>) => void;
}

function BadLines({ lines, onContinue }: BadLinesProps) {
  const more = lines.length - namedAtMost;
  return (
    <div className="rounded-box border border-error/40 bg-[color-mix(in_oklab,var(--color-error)_8%,var(--color-base-100))] p-4">
      <p className="font-semibold">{countOf(lines.length, 'line is not a valid URL', 'lines are not valid URLs')}:</p>
      <ul className="mt-2 space-y-1 text-sm">
        {lines.slice(0, namedAtMost).map(({ line, text }) => (
          <li key={line} className="flex gap-2">
            <span className="shrink-0 text-base-content/75 tabular-nums">Line {line}</span>
            <code className="min-w-0 truncate">{text}</code>
          </li>
        ))}
        {more > 0 && <li className="text-base-content/75">and {formatNumber(more)} more</li>}
      </ul>
      <p className="mt-2 text-sm text-base-content/75">A URL begins with https:// or http://.</p>
      <button type="button" className="btn btn-plain mt-3" onClick={onContinue}>
        Continue without {lines.length === 1 ? 'it' : 'them'}
      </button>
    </div>
  );
}

/** The server identifies refused URLs by their position in the list it received. */
function refusedUrls({ body }: ApiError, sent: readonly string[]): Refused {
  const lines = body?.lines ?? [];
  return new Map(lines.map(({ line, reason = 'invalid' as const }) => [sent[line - 1] ?? '', reason]));
}
