// How many rows a page of a table has. The choice is remembered in this browser, for all tables.
import { rowsPerPage, rowsPerPageChoices } from '../../../shared/limits.ts';

const storageKey = 'zeus.rows-per-page';

/** The chosen number; the default if none was chosen, or if it is not one of the choices. */
export function readPageSize(chosen: string | null): number {
  return toChoice(chosen) ?? toChoice(remembered()) ?? rowsPerPage;
}

export function rememberPageSize(size: number) {
  try {
    if (size === rowsPerPage) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(size));
  } catch {
    // Storage is blocked: the choice lasts as long as the URL.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    return null;
  }
}

const toChoice = (text: string | null) => rowsPerPageChoices.find((choice) => String(choice) === text);
