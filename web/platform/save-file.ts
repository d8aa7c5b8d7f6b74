// Downloads of a campaign's rows. The server writes them from the saved rows, after any choices still being saved; if it cannot
// be reached, the page writes the same file from the rows it has.
import { onlineManager, useMutation } from '@tanstack/react-query';
import type { CsvFile } from '../../shared/csv.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { ApiError, unreachable } from './api.ts';
import { type RowTable, saveScope } from './rows.ts';

export interface FileToSave<Row> {
  /** Requests the file from the server. */
  download: () => Promise<Response>;
  name: string;
  /** What the page can write itself; undefined if only the server can. */
  own?: { file: CsvFile<Row>; rows: readonly Row[] };
}

/** Returns a function that downloads a file; failures are reported to the user. */
export function useSaveFile<Row>(table: RowTable, campaignId: string) {
  const { mutate, isPending } = useMutation({
    scope: saveScope(table, campaignId),
    networkMode: 'always',
    mutationFn: saveFromServer,
    onError: (error, given: FileToSave<Row>) => {
      if (error instanceof ApiError && error.code === 'offline' && given.own) saveFromPage(given.name, given.own);
      else showToast('error', `The file could not be saved. ${error.message}`);
    },
  });
  // Offline, choices are saved once the connection is back, and anything after them would wait as well.
  const save = (given: FileToSave<Row>) => {
    if (onlineManager.isOnline()) mutate(given);
    else if (given.own) saveFromPage(given.name, given.own);
    else showToast('error', `The file could not be saved. ${unreachable}`);
  };
  return { save, isPending };
}

export async function saveFromServer({ download, name }: Pick<FileToSave<never>, 'download' | 'name'>): Promise<void> {
  saveBlob(await readWhole(await download()), name);
}

function saveFromPage<Row>(name: string, { file, rows }: NonNullable<FileToSave<Row>['own']>): void {
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
  // Delayed, because some browsers only start reading then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** A truncated answer is not a file. */
async function readWhole(answer: Response): Promise<Blob> {
  try {
    return await answer.blob();
  } catch {
    throw new ApiError('offline', unreachable, 0);
  }
}
