import type { ClipboardEvent } from 'react';
import { readKeywords } from '../../../shared/targeting.ts';
import { maxKeywords } from '../../../shared/targeting-values.ts';
import { Field } from '../../ui/form/field.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { formatNumber } from '../../ui/values/figures.ts';
import type { SearchDraft } from './campaign-form.ts';
import { useFocusOnChange } from './use-focus-on-change.ts';

interface KeywordFieldProps {
  draft: SearchDraft;
  onDraft: (draft: SearchDraft) => void;
}

/** One keyword, or a list with one per line. A list that is pasted into the single field opens the other one. */
export function KeywordField({ draft, onDraft }: KeywordFieldProps) {
  const { keyword, isSeveral } = draft;
  const place = useFocusOnChange(isSeveral);
  const handlePaste = (event: ClipboardEvent<HTMLInputElement>) => {
    const pasted = readKeywords(event.clipboardData.getData('text/plain'));
    if (pasted.length < 2) return;
    event.preventDefault();
    onDraft({ ...draft, keyword: [keyword, ...pasted].filter(Boolean).join('\n'), isSeveral: true });
  };
  const shared = {
    name: 'keyword',
    autoComplete: 'off',
    value: keyword,
    onChange: (event: { target: { value: string } }) => onDraft({ ...draft, keyword: event.target.value }),
  };
  return (
    <div ref={place}>
      {isSeveral ? (
        <TextArea
          {...shared}
          label="Keywords"
          rows={4}
          placeholder={'best golf courses\ngolf travel'}
          hint={<SeveralHint {...{ draft, onDraft }} />}
        />
      ) : (
        <Field
          {...shared}
          label="Keyword"
          maxLength={200}
          placeholder="best golf courses in america"
          onPaste={handlePaste}
          hint={
            <>
              The topic of the pages you want links from.{' '}
              <SwitchButton onClick={() => onDraft({ ...draft, isSeveral: true })}>Enter several</SwitchButton>
            </>
          }
        />
      )}
    </div>
  );
}

function SeveralHint({ draft, onDraft }: KeywordFieldProps) {
  const keywords = readKeywords(draft.keyword);
  return (
    <>
      One per line, up to {maxKeywords}. Each becomes a campaign of its own, with the settings below.{' '}
      {keywords.length > 0 && `${formatNumber(keywords.length)} so far. `}
      {keywords.length < 2 && (
        <SwitchButton onClick={() => onDraft({ ...draft, keyword: keywords[0] ?? '', isSeveral: false })}>
          Enter just one
        </SwitchButton>
      )}
    </>
  );
}

function SwitchButton({ onClick, children }: { onClick: () => void; children: string }) {
  return (
    <button type="button" className="text-link cursor-pointer" onClick={onClick}>
      {children}
    </button>
  );
}
