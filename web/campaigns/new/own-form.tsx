import { type MouseEvent, type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import {
  badTarget,
  maxOwnBacklinks,
  maxOwnListMb,
  type OwnBacklinks,
  type RefusalOf,
  readOwnBacklinks,
} from '../../../shared/own-backlinks.ts';
import type { ApiError } from '../../platform/api.ts';
import { Field } from '../../ui/form/field.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { formatNumber } from '../../ui/values/figures.ts';
import { draftNames, linesOf, type OwnDraft, sentences } from './campaign-form.ts';
import { CostNote } from './cost-note.tsx';
import { BadLines } from './own-list/bad-lines.tsx';
import { ColumnPicker } from './own-list/column-picker.tsx';
import { useTables } from './own-list/use-tables.ts';
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

/** A list of the user's own pages, one URL per line, typed, pasted or from a file. */
export function OwnForm({ draft, onDraft, other }: OwnFormProps) {
  const { text, name, target } = draft;
  /** URLs the server refused; null until the list has been checked. */
  const [refused, setRefused] = useState<Refused | null>(null);
  const { bad, urls: usable } = useReadList(text, refused);
  const tables = useTables((lines) => {
    // What is already there stays.
    onDraft({ ...draft, text: [text.trimEnd(), ...lines].filter((line) => line !== '').join('\n') });
    setRefused(refused ?? none);
  });
  const start = useStartCampaign(draftNames.own);
  /** Whether the next submit skips bad lines. The text keeps them until the campaign has started. */
  const skipsBad = useRef(false);
  const handleSubmit = async () => {
    const skipped = skipsBad.current ? refused : null;
    skipsBad.current = false;
    const { urls, problem } = checkList(text, skipped);
    if (skipped === null) setRefused(none);
    if (problem) return { fields: { backlinks: problem } };
    const { urls: linked, bad: badLinked } = readOwnBacklinks([target], () => undefined);
    if (badLinked.length > 0) return { fields: { target: badTarget } };
    const campaign = { campaignType: 'BYOB', keyword: name.trim() || unnamed, backlinks: urls } as const;
    const refusal = await start(linked[0] === undefined ? campaign : { ...campaign, target: linked[0] });
    if (refusal) setRefused(new Map([...(skipped ?? none), ...refusedUrls(refusal.error, urls)]));
    return refusal?.problems;
  };
  const handleContinue = (event: MouseEvent<HTMLButtonElement>) => {
    skipsBad.current = true;
    event.currentTarget.form?.requestSubmit();
  };
  return (
    <>
      <Form submitLabel="Start campaign" onSubmit={handleSubmit} secondary={other}>
        <div
          {...tables.dropTarget}
          className={`rounded-box ${tables.isOver ? 'outline-2 outline-offset-8 outline-base-content outline-dashed' : ''}`}
        >
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
            onPaste={(event) => {
              setRefused(refused ?? none);
              tables.handlePaste(event);
            }}
          />
          <FileButton
            hint="or drop it here. You can also paste from a spreadsheet."
            problem={tables.problem}
            onFile={(file) => void tables.readFile(file)}
          />
        </div>
        {bad.length > 0 && <BadLines lines={bad} onContinue={usable.length > 0 ? handleContinue : undefined} />}
        <Field
          label="Page they should link to"
          name="target"
          type="text"
          inputMode="url"
          spellCheck={false}
          autoCapitalize="none"
          autoComplete="off"
          placeholder="https://example.com/my-page"
          hint="Optional. Zeus then shows whether each page has the link, and where."
          value={target}
          onChange={(event) => onDraft({ ...draft, target: event.target.value })}
        />
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
      {/* Not inside: a dialog has a form of its own. */}
      {tables.sheets && <ColumnPicker sheets={tables.sheets} onPick={tables.pick} onClose={tables.close} />}
    </>
  );
}

const none: Refused = new Map();

/** What the current text has, once it has been checked. Deferred, because reading a long list takes a while. */
function useReadList(text: string, refused: Refused | null): Pick<OwnBacklinks, 'bad' | 'urls'> {
  const read = useDeferredValue(text);
  return useMemo(
    () => (refused ? readOwnBacklinks(read.split('\n'), (url) => refused.get(url)) : { bad: [], urls: [] }),
    [read, refused],
  );
}

/** The URLs of the list, and why it can't be sent, if it can't. With `skipped`, bad lines and refused URLs are left out. */
function checkList(text: string, skipped: Refused | null): { urls: readonly string[]; problem?: string } {
  if (text.length > maxOwnListMb * 1024 * 1024) {
    return {
      urls: [],
      problem: `Your list is larger than ${maxOwnListMb} MB. Please split it into several campaigns.`,
    };
  }
  const { urls, bad, isCut } = readOwnBacklinks(text.split('\n'), (url) => skipped?.get(url));
  if (isCut) return { urls, problem: `Please enter at most ${most} URLs.` };
  if (bad.length > 0 && (urls.length === 0 || !skipped)) return { urls, problem: sentences.badBacklinks };
  if (urls.length === 0) return { urls, problem: sentences.noBacklinks };
  if (urls.length > maxOwnBacklinks)
    return { urls, problem: `Please enter at most ${most} URLs. Your list has ${formatNumber(urls.length)}.` };
  return { urls };
}

function ListHint({ text }: { text: string }) {
  const read = useDeferredValue(text);
  const different = useMemo(() => new Set(linesOf(read)).size, [read]);
  return (
    <>
      One URL per line, up to {most}; https:// is added where it is missing. Duplicates count once.{' '}
      {different > 0 && `${formatNumber(different)} so far.`}
    </>
  );
}

/** The server identifies refused URLs by their position in the list it received. */
function refusedUrls({ body }: ApiError, sent: readonly string[]): Refused {
  const lines = body?.lines ?? [];
  return new Map(lines.map(({ line, reason = 'invalid' as const }) => [sent[line - 1] ?? '', reason]));
}
