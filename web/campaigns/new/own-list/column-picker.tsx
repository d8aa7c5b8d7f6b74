import { useState } from 'react';
import { maxOwnBacklinks } from '../../../../shared/own-backlinks.ts';
import type { Sheet } from '../../../platform/spreadsheets/sheet.ts';
import { SelectField } from '../../../ui/form/select-field.tsx';
import { Modal } from '../../../ui/overlay/modal.tsx';
import { countOf, formatNumber } from '../../../ui/values/figures.ts';
import { bestColumn, linesThatFit, type UrlColumn, urlColumns } from './url-columns.ts';

interface ColumnPickerProps {
  sheets: readonly Sheet[];
  onPick: (lines: readonly string[]) => void;
  onClose: () => void;
}

const shown = 5;
const most = formatNumber(maxOwnBacklinks);

/** Asks which column of a table has the URLs; the one with the most is preselected. */
export function ColumnPicker({ sheets, onPick, onClose }: ColumnPickerProps) {
  const tables = sheets.map(({ name, rows }) => ({ name, columns: urlColumns(rows) }));
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      tables.findIndex(({ columns }) => hasUrls(columns)),
    ),
  );
  const columns = tables[place]?.columns ?? [];
  const [index, setIndex] = useState(bestColumn(columns)?.index);
  const column = columns.find((one) => one.index === index) ?? bestColumn(columns);
  const handleSheet = (chosen: number) => {
    setPlace(chosen);
    setIndex(bestColumn(tables[chosen]?.columns ?? [])?.index);
  };
  if (!column) return null;
  return (
    <Modal title="Which column has the URLs?" onClose={onClose} hasCloseButton={false}>
      <div className="space-y-4">
        {tables.length > 1 && (
          <SelectField
            label="Sheet"
            autoComplete="off"
            options={tables.map(({ name }, at) => ({ value: String(at), name: name || `Sheet ${at + 1}` }))}
            value={String(place)}
            onChange={(event) => handleSheet(Number(event.target.value))}
          />
        )}
        <SelectField
          label="Column"
          autoComplete="off"
          options={columns.map((one) => ({ value: String(one.index), name: nameOf(one) }))}
          value={String(column.index)}
          onChange={(event) => setIndex(Number(event.target.value))}
        />
        <Preview column={column} />
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-primary h-11"
            aria-disabled={column.lines.length === 0}
            onClick={() => column.lines.length > 0 && onPick(linesThatFit(column))}
          >
            {hasTooMany(column) ? `Add the first ${most} URLs` : `Add ${countOf(column.lines.length, 'line')}`}
          </button>
          <button type="button" className="btn btn-plain h-11" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Modal>
  );
}

const hasTooMany = ({ urls }: UrlColumn) => urls > maxOwnBacklinks;

const hasUrls = (columns: readonly UrlColumn[]) => columns.some(({ urls }) => urls > 0);

/** "Backlink URL (120 URLs)", or "Column B (no URLs)". */
function nameOf({ heading, index, urls }: UrlColumn): string {
  const count = urls > maxOwnBacklinks ? `more than ${most} URLs` : countOf(urls, 'URL');
  return `${heading.slice(0, 60) || `Column ${letters(index)}`} (${urls === 0 ? 'no URLs' : count})`;
}

const letters = (index: number): string =>
  (index < 26 ? '' : letters(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

function Preview({ column }: { column: UrlColumn }) {
  const { lines, heading, urls } = column;
  const more = lines.length - shown;
  return (
    <div className="rounded-box bg-base-200 px-4 py-3.5 text-sm">
      {lines.length === 0 && <p>This column is empty.</p>}
      <ul className="space-y-1">
        {lines.slice(0, shown).map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change their order
          <li key={index} className="truncate">
            <code>{line}</code>
          </li>
        ))}
        {more > 0 && <li className="text-base-content/75">and {countOf(more, 'more line', 'more lines')}</li>}
      </ul>
      {hasTooMany(column) && (
        <p className="mt-2">A campaign takes up to {most} URLs. Start another one with the rest of the list.</p>
      )}
      <p className="mt-2 text-base-content/75">
        {heading !== '' && `The heading “${heading.slice(0, 60)}” is left out. `}
        {urls < lines.length && 'Duplicates count once, and lines that are not URLs are listed next.'}
      </p>
    </div>
  );
}
