import { useState } from 'react';
import { readDelimited } from '../../platform/spreadsheets/read-delimited.ts';
import { readSpreadsheet } from '../../platform/spreadsheets/read-spreadsheet.ts';
import type { Sheet } from '../../platform/spreadsheets/sheet.ts';
import { describeFileError, tooManyRows } from '../../platform/spreadsheets/spreadsheet-error.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { FileButton } from '../../ui/form/file-button.tsx';
import { TextArea } from '../../ui/form/text-area.tsx';
import { maxFileMb, maxLines } from './import-limits.ts';

interface TableSourceProps {
  onSheets: (sheets: readonly Sheet[]) => void;
}

/** Takes a CSV or Excel file, by choice or by drop, or pasted text. */
export function TableSource({ onSheets }: TableSourceProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const readText = () => {
    const rows = readDelimited(text, { maxRows: maxLines });
    if (rows.length > maxLines) return setProblem(tooManyRows(maxLines).message);
    onSheets([{ name: '', rows }]);
  };
  const readFile = async (file: File | undefined) => {
    if (!file) return;
    try {
      onSheets(await readSpreadsheet(file, { maxRows: maxLines, maxMb: maxFileMb }));
    } catch (error) {
      setProblem(describeFileError(error));
    }
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
      <FileButton hint="or drop it here." onFile={(file) => void readFile(file)} />
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
        onClick={readText}
      >
        Continue
      </ActionButton>
    </div>
  );
}
