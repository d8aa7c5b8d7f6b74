// A form with one main button: submits once at a time, shows problems, and moves the focus to the first field concerned.
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Banner } from '../banner.tsx';
import { Spinner } from '../spinner.tsx';
import { type FormProblems, FormProblemsContext } from './form-problems.ts';

interface FormProps {
  children: ReactNode;
  submitLabel: string;
  /** Returns the problems, or nothing on success. A rejection goes to the error view. */
  onSubmit: (values: FormData) => Promise<FormProblems | undefined>;
  /** The look of the main button. */
  tone?: 'primary' | 'plain' | 'error';
  /** Shown next to the main button. */
  secondary?: ReactNode;
  /** Makes the main button as wide as the form. */
  wide?: boolean;
  /** Clears the fields on success. */
  resets?: boolean;
}

const tones = { primary: 'btn-primary', plain: 'btn-plain', error: 'btn-outline btn-error' } as const;

export function Form({ children, submitLabel, onSubmit, tone = 'primary', secondary, wide, resets }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const formNoteId = useId();
  const { isBusy, problems, submit } = useSubmit(onSubmit);
  useEffect(() => showProblems(form.current, problems), [problems]);
  const handleSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const isDone = await submit(new FormData(event.currentTarget));
    if (isDone && resets) form.current?.reset();
  };
  return (
    <FormProblemsContext value={{ ...problems, formNoteId }}>
      <form ref={form} noValidate className="space-y-5" onSubmit={handleSubmit} aria-busy={isBusy}>
        <div id={formNoteId} data-form-note="" className="scroll-mt-24 empty:hidden">
          {problems?.form && <Banner tone="error">{problems.form}</Banner>}
        </div>
        {children}
        <div className="flex flex-wrap gap-3">
          <button
            type="submit"
            className={`btn h-11 ${tones[tone]} ${wide ? 'btn-block' : ''}`}
            // Not disabled, or a keyboard user would lose the focus and their place.
            aria-disabled={isBusy}
          >
            {isBusy && <Spinner />}
            {submitLabel}
          </button>
          {secondary}
        </div>
      </form>
    </FormProblemsContext>
  );
}

/** Focuses the first wrong field, or scrolls to the message about the whole form: its button may be far below. */
function showProblems(form: HTMLFormElement | null, problems: FormProblems | undefined) {
  const wrong = problems?.fields && form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  if (wrong) {
    wrong.focus({ preventScroll: true });
    // The field's class leaves space for its messages, and for the bars of the page.
    wrong.scrollIntoView({ block: 'nearest' });
  } else if (problems) form?.querySelector('[data-form-note]')?.scrollIntoView({ block: 'nearest' });
}

function useSubmit(onSubmit: FormProps['onSubmit']) {
  const [isBusy, setBusy] = useState(false);
  const [problems, setProblems] = useState<FormProblems>();
  const [failure, setFailure] = useState<{ error: unknown }>();
  const underWay = useRef(false);
  if (failure) throw failure.error;
  const submit = async (values: FormData): Promise<boolean> => {
    if (underWay.current) return false;
    underWay.current = true;
    setBusy(true);
    setProblems(undefined);
    try {
      const found = await onSubmit(values);
      setProblems(found);
      return found === undefined;
    } catch (error) {
      setFailure({ error });
      return false;
    } finally {
      underWay.current = false;
      setBusy(false);
    }
  };
  return { isBusy, problems, submit };
}
