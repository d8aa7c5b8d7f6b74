import { type ComponentProps, type ReactNode, use, useId } from 'react';
import { FormProblemsContext } from './form-problems.ts';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  /** Shown below the input while there is no error. */
  hint?: ReactNode;
  /** Inside a Form the error is found by the field's name. */
  error?: string | null;
  /** A control inside the box, after the input. */
  action?: ReactNode;
}

/** A labelled input with its hint or error. Give every one an `autoComplete` and a `name`. */
export function Field({ label, hint, error, action, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const { fields, formNoteId } = use(FormProblemsContext);
  const problem = error ?? (input.name ? fields?.[input.name] : undefined);
  const isWrong = problem !== undefined;
  const note = problem || hint;
  const describedBy = [problem === '' && formNoteId, note && noteId].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className={`input h-11 w-full ${isWrong ? 'input-error' : ''} ${action ? 'pr-1' : ''}`}>
        <input
          {...input}
          id={id}
          aria-invalid={isWrong ? true : undefined}
          aria-describedby={describedBy || undefined}
        />
        {action}
      </div>
      <p
        id={noteId}
        aria-live="polite"
        className={`mt-1.5 text-sm empty:mt-0 ${problem ? 'text-error' : 'text-base-content/75'}`}
      >
        {note}
      </p>
    </div>
  );
}
