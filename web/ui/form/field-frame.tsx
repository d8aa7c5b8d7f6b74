// What every field has around its control: the label above, the hint or error below, and the ids that connect them.
import { type ReactNode, use, useId } from 'react';
import { FormProblemsContext } from './form-problems.ts';

export interface FrameProps {
  label: string;
  /** Shown below the control while there is no error. */
  hint?: ReactNode;
  /** Inside a Form, the error is looked up by the field's name. */
  error?: string | null;
}

interface ControlProps {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

interface FieldFrameProps extends FrameProps {
  name: string | undefined;
  children: (control: ControlProps, isWrong: boolean) => ReactNode;
}

export function FieldFrame({ label, hint, error, name, children }: FieldFrameProps) {
  const id = useId();
  const noteId = `${id}-note`;
  const { fields, formNoteId } = use(FormProblemsContext);
  const problem = error ?? (name ? fields?.[name] : undefined);
  const isWrong = problem !== undefined;
  const note = problem || hint;
  const describedBy = [problem === '' && formNoteId, note && noteId].filter(Boolean).join(' ');
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children(
        { id, 'aria-invalid': isWrong ? true : undefined, 'aria-describedby': describedBy || undefined },
        isWrong,
      )}
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
