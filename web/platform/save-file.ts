// Files of a campaign. The server writes them from the saved rows, after choices that are still being saved; when it cannot
// be reached the page writes the same file from the rows it has.
import { onlineManager, useMutation } from '@tanstack/react-query';
import type { CsvFile } from '../../shared/csv.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { ApiError, unreachable } from './api.ts';
import { type RowTable, saveScope } from './rows.ts';

export interface FileToSave<Row> {
  /** Asks the server for it. */
  download: () => Promise<Response>;
  name: string;
  file: CsvFile<Row>;
  rows: readonly Row[];
}

/** Gives a function that puts a file into the user's downloads; a failure is told. */
export function useSaveFile<Row>(table: RowTable, campaignId: string) {
  const { mutate, isPending } = useMutation({
    scope: saveScope(table, campaignId),
    networkMode: 'always',
    mutationFn: saveFromServer,
    onError: (error, given: FileToSave<Row>) => {
      if (error instanceof ApiError && error.code === 'offline') saveFromPage(given);
      else showToast('error', `The file could not be saved. ${error.message}`);
    },
  });
  // Offline, choices wait to be saved until the connection is back: what runs after them would, too.
  const save = (given: FileToSave<Row>) => (onlineManager.isOnline() ? mutate(given) : saveFromPage(given));
  return { save, isPending };
}

async function saveFromServer({ download, name }: Pick<FileToSave<never>, 'download' | 'name'>): Promise<void> {
  saveBlob(await readWhole(await download()), name);
}

function saveFromPage<Row>({ name, file, rows }: FileToSave<Row>): void {
  const type = 'text/csv; charset=utf-8';
  saveBlob(new Blob([file.head, ...rows.map((row) => file.line(row))], { type }), name);
  showToast('success', 'Zeus cannot be reached, so the file contains the list as this page last loaded it.');
}

function saveBlob(blob: Blob, name: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: some browsers only begin to read then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** An answer that is cut off is no file. */
async function readWhole(answer: Response): Promise<Blob> {
  try {
    return await answer.blob();
  } catch {
    throw new ApiError('offline', unreachable, 0);
  }
}
