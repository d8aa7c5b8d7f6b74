// What is wrong with a form, told to its fields by their names.
import { createContext, type ReactNode } from 'react';

export interface FormProblems {
  /** Concerns the whole form and stands above its fields. */
  readonly form?: ReactNode;
  /** By the field's name. An empty text marks a field that `form` speaks of. */
  readonly fields?: Readonly<Record<string, string>>;
}

export interface ShownProblems extends FormProblems {
  /** The id of the element that shows `form`. */
  readonly formNoteId: string;
}

export const FormProblemsContext = createContext<ShownProblems>({ formNoteId: '' });
