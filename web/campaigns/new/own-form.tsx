import { type MouseEvent, type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import type { BadLine } from '../../../shared/errors.ts';
import { maxOwnBacklinks, readOwnBacklinks } from '../../../shared/own-backlinks.ts';
import type { ApiError } from '../../platform/api.ts';
import { Field } from '../../ui/form/field.tsx';
import { Form } from '../../ui/form/form.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import { linesOf, sentences, withoutLines } from './campaign-form.ts';
import { CostNote } from './cost-note.tsx';
import { useStartCampaign } from './use-start-campaign.tsx';

const example = 'https://example.com/best-golf-courses\nhttps://example.org/golf/where-to-play';
const unnamed = 'Own Backlinks';
const most = formatNumber(maxOwnBacklinks);

/** A list of the user's own pages, one URL a line. */
export function OwnForm({ other }: { other: ReactNode }) {
  const [text, setText] = useState('');
  const [bad, setBad] = useState<readonly BadLine[]>([]);
  const start = useStartCampaign();
  const handleSubmit = async (values: FormData) => {
    const backlinks = linesOf(text);
    const { urls, bad: found } = readOwnBacklinks(text.split('\n'));
    setBad(found);
    if (backlinks.length === 0) return { fields: { backlinks: sentences.noBacklinks } };
    if (found.length > 0) return { fields: { backlinks: sentences.badBacklinks } };
    if (urls.length > maxOwnBacklinks) return { fields: { backlinks: `Please enter at most ${most} URLs.` } };
    const keyword = String(values.get('name') ?? '').trim() || unnamed;
    const refused = await start({ campaignType: 'BYOB', keyword, backlinks });
    if (refused) setBad(badLinesOfAnswer(refused.error, text));
    return refused?.problems;
  };
  const handleContinue = (event: MouseEvent<HTMLButtonElement>) => {
    const { form } = event.currentTarget;
    flushSync(() => {
      setText(withoutLines(text, bad));
      setBad([]);
    });
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
        hint={`One URL per line, up to ${most}. ${text.trim() && `${countOf(linesOf(text).length, 'line')} so far.`}`}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {bad.length > 0 && <BadLines lines={bad} onContinue={handleContinue} />}
      <Field
        label="Name of the campaign"
        name="name"
        autoComplete="off"
        maxLength={200}
        placeholder={unnamed}
        hint="Stands in your list of campaigns. You can leave it empty."
      />
      <CostNote source="own" />
    </Form>
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
      <p className="font-semibold">{countOf(lines.length, 'line is', 'lines are')} no URL of a web page:</p>
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

/** The server counts the lines it was sent, which are those of the text that are not empty. */
function badLinesOfAnswer({ answer }: ApiError, text: string): readonly BadLine[] {
  const { lines = [] } = (answer ?? {}) as { lines?: readonly BadLine[] };
  const filled = text.split('\n').flatMap((line, index) => (line.trim() === '' ? [] : [index + 1]));
  return lines.map(({ line, text: shown }) => ({ line: filled[line - 1] ?? line, text: shown }));
}
