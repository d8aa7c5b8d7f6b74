// Files the server writes from the saved rows: complete whatever the page has loaded, and after choices still being saved.
import { useMutation } from '@tanstack/react-query';
import { showToast } from '../ui/toast/toasts.ts';
import { type ApiPath, askServer, unreachable } from './api.ts';
import { type RowTable, saveScope } from './rows.ts';

/** Gives a mutation that puts a file of the server into the user's downloads; a failure is told. */
export function useSaveFile(table: RowTable, campaignId: string) {
  return useMutation({
    scope: saveScope(table, campaignId),
    // Offline it says so; it does not wait.
    networkMode: 'always',
    mutationFn: saveFile,
    onError: (error) => showToast('error', `The file could not be saved. ${error.message}`),
  });
}

async function saveFile(path: ApiPath): Promise<void> {
  const answer = await askServer(path);
  const address = URL.createObjectURL(await readWhole(answer));
  const link = document.createElement('a');
  link.href = address;
  link.download = nameOf(answer);
  link.click();
  // Not at once: some browsers only begin to read then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** An answer that is cut off is no file. */
async function readWhole(answer: Response): Promise<Blob> {
  try {
    return await answer.blob();
  } catch {
    throw new Error(unreachable);
  }
}

function nameOf(answer: Response): string {
  const name = /filename\*=UTF-8''([^;]+)/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
  return name ? decodeURIComponent(name) : '';
}
