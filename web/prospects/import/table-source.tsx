import { useState } from 'react';
import { decodeText } from '../../platform/spreadsheets/decode-text.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { formatNumber } from '../../ui/values/figures.ts';
import { maxFileMb, maxLines } from './import-limits.ts';
import { readTable, type SheetTable } from './read-table.ts';

interface TableSourceProps {
  onTable: (table: SheetTable) => void;
}

/** Takes a CSV file, by choice or by drop, or pasted text. */
export function TableSource({ onTable }: TableSourceProps) {
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
    const content = decodeText(new Uint8Array(await file.arrayBuffer()));
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
      <FileButton
        kind="CSV file"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        hint="or drop it here."
        onFile={(file) => void readFile(file)}
      />
      <TextArea
        label="Or paste it here"
        name="table"
        rows={5}
        autoComplete="off"
        placeholder={'site,contacted,status\nexample.com,2026-05-01,replied'}
        hint="Any columns, with or without a header."
        value={text}
        error={problem}
        onChange={(event) => setText(event.target.value)}
      />
      <ActionButton
        offBecause={text.trim() === '' ? 'Add a file or paste some lines first.' : undefined}
        onClick={() => void read(text)}
      >
        Continue
      </ActionButton>
    </div>
  );
}
