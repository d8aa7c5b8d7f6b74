// The problems of a form, passed to its fields by name.
import { createContext, type ReactNode } from 'react';

export interface FormProblems {
  /** Concerns the whole form and is shown above its fields. */
  readonly form?: ReactNode;
  /** By field name. An empty text marks a field that `form` is about. */
  readonly fields?: Readonly<Record<string, string>>;
}

interface ShownProblems extends FormProblems {
  /** The id of the element that shows `form`. */
  readonly formNoteId: string;
}

export const FormProblemsContext = createContext<ShownProblems>({ formNoteId: '' });
