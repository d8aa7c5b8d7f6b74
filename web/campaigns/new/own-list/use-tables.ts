// Takes tables that the user drops, chooses or pastes, and asks for the column if there are several, or if it has too many URLs.
import { type ClipboardEvent, type DragEvent, useLayoutEffect, useRef, useState } from 'react';
import { maxOwnBacklinks, maxOwnLines } from '../../../../shared/own-backlinks.ts';
import { readSpreadsheet } from '../../../platform/spreadsheets/read-spreadsheet.ts';
import type { Sheet } from '../../../platform/spreadsheets/sheet.ts';
import { describeFileError } from '../../../platform/spreadsheets/spreadsheet-error.ts';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { pastedTable, urlColumns } from './url-columns.ts';

export function useTables(onLines: (lines: readonly string[]) => void) {
  const [sheets, setSheets] = useState<readonly Sheet[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isOver, setOver] = useState(false);
  const isShown = useIsShown();
  // The user may type while a file is being read: its lines are added to the list as it is by then.
  const addLines = useRef(onLines);
  useLayoutEffect(() => {
    addLines.current = onLines;
  });
  const take = (found: readonly Sheet[]) => {
    const [only] = found;
    const [column, another] = found.length === 1 && only ? urlColumns(only.rows) : [];
    if (!only || !column || another || column.urls > maxOwnBacklinks) return setSheets(found);
    // A list without columns keeps its first line, even if it is not a URL.
    return addLines.current(only.rows.flat().filter((cell) => cell !== ''));
  };
  const readFile = async (file: File) => {
    setProblem(null);
    try {
      const found = await readSpreadsheet(file, { maxRows: maxOwnLines });
      if (isShown()) take(found);
    } catch (error) {
      setProblem(describeFileError(error));
    }
  };
  return {
    sheets,
    problem,
    isOver,
    close: () => setSheets(null),
    pick: (lines: readonly string[]) => {
      setSheets(null);
      addLines.current(lines);
    },
    readFile,
    handlePaste: (event: ClipboardEvent) => {
      const [file] = event.clipboardData.files;
      const rows = file ? null : pastedTable(event.clipboardData.getData('text/plain'), maxOwnLines);
      if (!file && rows === null) return;
      event.preventDefault();
      if (file) void readFile(file);
      else if (rows) take([{ name: '', rows }]);
    },
    dropTarget: {
      onDragOver(event: DragEvent) {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop(event: DragEvent) {
        setOver(false);
        const [file, another] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        if (another) setProblem('Please drop one file at a time.');
        else void readFile(file);
      },
    },
  };
}
