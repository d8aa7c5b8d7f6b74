// What one request on the way to a page leads to.
import type { FetchOutcome } from '../fetch-outcome.ts';
import type { FetchedFile } from './read-file.ts';

/** How the way can end: like that of a page, or with the file that was requested instead. */
export type End = FetchOutcome | { kind: 'file'; file: FetchedFile };

export type Step = End | { kind: 'redirect'; to: string; isPermanent: boolean };
