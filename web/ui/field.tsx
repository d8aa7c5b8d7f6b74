import { type ComponentProps, type ReactNode, useId } from 'react';

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id' | 'className'> {
  label: string;
  /** Shown below the input while there is no error. */
  hint?: ReactNode;
  error?: string | null;
  /** A control inside the box, after the input. */
  action?: ReactNode;
}

/** A labelled input with its hint or error. Give every one an `autoComplete` and a `name`. */
export function Field({ label, hint, error, action, ...input }: FieldProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const note = error ?? hint;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      <div className={`input h-11 w-full ${error ? 'input-error' : ''} ${action ? 'pr-1' : ''}`}>
        <input
          {...input}
          id={id}
          aria-invalid={error ? true : undefined}
          aria-describedby={note ? noteId : undefined}
        />
        {action}
      </div>
      <p
        id={noteId}
        aria-live="polite"
        className={`mt-1.5 text-sm empty:mt-0 ${error ? 'text-error' : 'text-base-content/75'}`}
      >
        {note}
      </p>
    </div>
  );
}
