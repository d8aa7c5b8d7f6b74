import { useId, useState } from 'react';
import { TextArea } from '../../ui/form/text-area.tsx';
import { formatNumber } from '../../ui/values/figures.ts';
import { maxFileMb, maxLines } from './import-limits.ts';
import { readTable, type SheetTable } from './read-table.ts';

interface TableSourceProps {
  onTable: (table: SheetTable) => void;
}

/** Takes a CSV file, by choice or by drop, or pasted text. */
export function TableSource({ onTable }: TableSourceProps) {
  const fileId = useId();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const read = async (content: string) => {
    const table = await readTable(content);
    if (table.rows.length === 0) return setProblem('There are no lines in it.');
    if (table.rows.length > maxLines) {
      return setProblem(
        `It has ${formatNumber(table.rows.length)} lines. Import at most ${formatNumber(maxLines)} at once: split it into several files.`,
      );
    }
    setProblem(undefined);
    onTable(table);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    if (file.size > maxFileMb * 1024 * 1024) {
      return setProblem(`This file is larger than ${maxFileMb} MB. Split it into several files.`);
    }
    const content = await file.text();
    if (content.includes('\0')) {
      return setProblem('This is not a CSV file. Save it as CSV in your spreadsheet, then import that.');
    }
    await read(content);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut for the file field in it
    <div
      className="space-y-4"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void readFile(event.dataTransfer.files[0]);
      }}
    >
      <div>
        <label htmlFor={fileId} className="mb-1 block font-medium">
          CSV file
        </label>
        <input
          id={fileId}
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="file-input w-full"
          onChange={(event) => {
            void readFile(event.target.files?.[0]);
            event.target.value = '';
          }}
        />
      </div>
      <TextArea
        label="Or paste it here"
        name="table"
        rows={5}
        autoComplete="off"
        placeholder={'site,contacted,status\nexample.com,2026-05-01,replied'}
        hint="Any columns, with or without a header. Drop a file anywhere here."
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <button
        type="button"
        className="btn btn-primary h-11"
        aria-disabled={text.trim() === ''}
        onClick={() => text.trim() !== '' && void read(text)}
      >
        Continue
      </button>
    </div>
  );
}
