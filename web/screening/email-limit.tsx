import { Field } from '../ui/form/field.tsx';
import type { useEmailLimit } from './use-email-limit.ts';

type EmailLimitProps = Omit<ReturnType<typeof useEmailLimit>, 'limit'>;

/** How many email credits the user wants to spend at most. */
export function EmailLimit({ typed, setTyped, place, problem }: EmailLimitProps) {
  return (
    <div ref={place} className="mb-5">
      <Field
        label="Spend at most"
        name="limit"
        inputMode="numeric"
        autoComplete="off"
        maxLength={10}
        placeholder="No limit"
        hint="In email credits. Zeus stops when they are spent, and you can search the rest later."
        error={problem}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
    </div>
  );
}
