// Downloads of a campaign's rows. The server writes them from the saved rows, after any choices still being saved; if it cannot
// be reached, the page writes the same file from the rows it has.
import { onlineManager, useMutation, useQueryClient } from '@tanstack/react-query';
import type { CsvFile } from '../../shared/csv.ts';
import { showToast } from '../ui/toast/toasts.ts';
import { ApiError, inTime, unreachable } from './api.ts';
import { savesDone } from './pending-saves.ts';

/** Long enough for a large file on a slow connection. */
const downloadMs = 120_000;

interface FileToSave<Row> {
  /** Requests the file from the server. */
  download: (signal: AbortSignal | undefined) => Promise<Response>;
  name: string;
  /** What the page can write itself; undefined if only the server can. */
  own?: { file: CsvFile<Row>; rows: readonly Row[] };
}

/** Returns a function that downloads a file; failures are reported to the user. */
export function useSaveFile<Row>(campaignId: string) {
  const queryClient = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async (given: FileToSave<Row>) => {
      await savesDone(queryClient, campaignId);
      await saveFromServer(given);
    },
    onError: (error, given) => {
      if (isUnreachable(error) && given.own) saveFromPage(given.name, given.own);
      else showToast('error', `The file could not be saved. ${error.message}`);
    },
  });
  // Offline, the call could wait for a new token first.
  const save = (given: FileToSave<Row>) => {
    if (onlineManager.isOnline()) mutate(given);
    else if (given.own) saveFromPage(given.name, given.own);
    else showToast('error', `The file could not be saved. ${unreachable}`);
  };
  return { save, isPending };
}

const isUnreachable = (error: Error) =>
  error instanceof ApiError && (error.code === 'offline' || error.code === 'timeout');

export async function saveFromServer({ download, name }: Pick<FileToSave<never>, 'download' | 'name'>): Promise<void> {
  const file = await inTime({ timeoutMs: downloadMs }, async (signal) => readWhole(await download(signal)));
  saveBlob(file, name);
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
