// Where one request of a page's way leads.
import type { FetchOutcome } from '../fetch-outcome.ts';
import type { FetchedFile } from './read-file.ts';

/** Where a way can end: a page that was wished for, or a file. */
export type End = FetchOutcome | { kind: 'file'; file: FetchedFile };

export type Step = End | { kind: 'redirect'; to: string; isPermanent: boolean };
