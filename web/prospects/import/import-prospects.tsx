// Imports past outreach from a table: take it, say what its columns mean, send it, and list the lines that could not be imported.
import { useMemo, useState } from 'react';
import type { Sheet } from '../../platform/spreadsheets/sheet.ts';
import { Banner } from '../../ui/banner.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { isRepeatedClick } from '../../ui/one-press.ts';
import { Modal } from '../../ui/overlay/modal.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { countOf, formatNumber } from '../../ui/values/figures.ts';
import {
  type BadRow,
  type MappedRows,
  type Meaning,
  mapRows,
  meanings,
  optOutColumns,
  recognizeColumns,
} from './map-columns.ts';
import { TableSource } from './table-source.tsx';
import { type SheetTable, toTable } from './to-table.ts';
import { type ImportResult, useImport } from './use-import.ts';

export function ImportProspects({ onClose }: { onClose: () => void }) {
  const [sheets, setSheets] = useState<readonly Sheet[]>();
  const { start, result, progress, isPending } = useImport();
  return (
    <Modal title="Import past outreach" closeLabel={result ? 'Done' : 'Cancel'} onClose={onClose} isLocked={isPending}>
      {!sheets && <TableSource onSheets={setSheets} />}
      {sheets && !result && (
        <SheetChoice
          sheets={sheets}
          progress={isPending ? progress : null}
          onBack={() => setSheets(undefined)}
          onImport={start}
        />
      )}
      {result && <Outcome result={result} />}
    </Modal>
  );
}

interface ChoiceProps {
  /** Lines sent so far; null before the import. */
  progress: number | null;
  onBack: () => void;
  onImport: (rows: MappedRows) => void;
}

/** The first sheet with sites is chosen; if there are several sheets, the user may take another. */
function SheetChoice({ sheets, ...props }: ChoiceProps & { sheets: readonly Sheet[] }) {
  const tables = useMemo(() => sheets.map(({ rows }) => toTable(rows)), [sheets]);
  const [place, setPlace] = useState(() =>
    Math.max(
      0,
      tables.findIndex((table) => recognizeColumns(table).site !== null),
    ),
  );
  const table = tables[place];
  return (
    <>
      {sheets.length > 1 && (
        <SelectField
          label="Sheet"
          autoComplete="off"
          options={sheets.map(({ name }, at) => ({ value: String(at), name: name || `Sheet ${at + 1}` }))}
          value={String(place)}
          onChange={({ target }) => setPlace(Number(target.value))}
        />
      )}
      {table && <ColumnChoice key={place} table={table} {...props} />}
    </>
  );
}

const none = 'none';

function ColumnChoice({ table, progress, onBack, onImport }: ChoiceProps & { table: SheetTable }) {
  const [mapping, setMapping] = useState(() => recognizeColumns(table));
  const mapped = useMemo(() => mapRows(table, mapping), [table, mapping]);
  const { rows, bad } = mapped;
  const optOuts = useMemo(() => optOutColumns(table), [table]);
  const example = (index: number) => table.rows.find(({ cells }) => cells[index])?.cells[index]?.slice(0, 40);
  const options = table.columns.map((name, index) => ({
    value: String(index),
    name: example(index) ? `${name.slice(0, 40)} (${example(index)})` : name.slice(0, 40),
  }));
  const isBusy = progress !== null;
  const canImport = mapping.site !== null && rows.length > 0;
  return (
    <>
      <p className="mb-4">{countOf(table.rows.length, 'line')}. What do the columns mean?</p>
      <div className="grid gap-4 sm:grid-cols-2">
        {(Object.keys(meanings) as Meaning[]).map((meaning) => (
          <SelectField
            key={meaning}
            label={meanings[meaning]}
            name={meaning}
            autoComplete="off"
            options={[{ value: none, name: meaning === 'site' ? 'Choose a column' : 'Not in this table' }, ...options]}
            value={String(mapping[meaning] ?? none)}
            onChange={({ target: { value } }) =>
              setMapping((before) => ({ ...before, [meaning]: value === none ? null : Number(value) }))
            }
          />
        ))}
      </div>
      <p className="mt-4 text-sm text-base-content/75">
        Sites without a state are imported as contacted. If a contacted site has no date, Zeus uses today’s.
        {optOuts.length > 0 &&
          ` Lines marked in ${optOuts.map((name) => `“${name.slice(0, 40)}”`).join(', ')} are imported as “Do not contact”.`}
      </p>
      {mapping.site !== null && <BadLines bad={bad} isPreview />}
      <div className="mt-5 flex flex-wrap items-center gap-3">
        <button
          type="button"
          className="btn btn-primary h-11"
          aria-disabled={!canImport || isBusy}
          onClick={(event) => canImport && !isBusy && !isRepeatedClick(event) && onImport(mapped)}
        >
          {isBusy && <Spinner />}
          Import {countOf(rows.length, 'line')}
        </button>
        <button type="button" className="btn btn-ghost h-11" aria-disabled={isBusy} onClick={() => isBusy || onBack()}>
          Back
        </button>
        <p role="status" className="text-sm">
          {isBusy && `${formatNumber(progress)} of ${formatNumber(rows.length)} sent…`}
          {mapping.site === null && 'Choose the column with the sites first.'}
        </p>
      </div>
    </>
  );
}

function Outcome({ result: { imported, sent, bad, problem } }: { result: ImportResult }) {
  return (
    <>
      {problem !== null && (
        <Banner tone="error">
          {sent === 0 ? 'Nothing was imported.' : `Zeus received only the first ${countOf(sent, 'line')}.`} {problem}{' '}
          You can import the same file again: each site is stored once.
        </Banner>
      )}
      {imported > 0 && <Banner tone="success">{countOf(imported, 'site')} imported.</Banner>}
      {imported === 0 && problem === null && <Banner tone="warning">No site was imported.</Banner>}
      <BadLines bad={bad} />
    </>
  );
}

const shownBad = 100;

/** The lines that cannot be imported, with the reason. */
function BadLines({ bad, isPreview = false }: { bad: readonly BadRow[]; isPreview?: boolean }) {
  if (bad.length === 0) return null;
  return (
    <div className="mt-4">
      <p className="text-sm font-medium">
        {countOf(bad.length, 'line')} {isPreview ? 'will not be imported' : 'could not be imported'}:
      </p>
      <ul className="mt-1 max-h-48 overflow-y-auto rounded-field border border-base-300 p-3 text-sm">
        {bad.slice(0, shownBad).map(({ line, text, reason }) => (
          <li key={`${line} ${text}`} className="wrap-anywhere">
            Line {formatNumber(line)}: {reason}{' '}
            {!reason.includes(text) && <span className="text-base-content/75">({text})</span>}
          </li>
        ))}
        {bad.length > shownBad && <li>… and {formatNumber(bad.length - shownBad)} more</li>}
      </ul>
    </div>
  );
}
