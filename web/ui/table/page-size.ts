// How many rows a page of a table has. The choice is remembered in this browser, for all tables.
import { rowsPerPage, rowsPerPageChoices } from '../../../shared/limits.ts';
import { keptInBrowser } from '../../kept-values.ts';

const storageKey = 'zeus.rows-per-page';

/** The chosen number; the default if none was chosen, or if it is not one of the choices. */
export function readPageSize(chosen: string | null): number {
  return toChoice(chosen) ?? toChoice(keptInBrowser.getItem(storageKey)) ?? rowsPerPage;
}

export function rememberPageSize(size: number) {
  if (size === rowsPerPage) keptInBrowser.removeItem(storageKey);
  else keptInBrowser.setItem(storageKey, String(size));
}

const toChoice = (text: string | null) => rowsPerPageChoices.find((choice) => String(choice) === text);
