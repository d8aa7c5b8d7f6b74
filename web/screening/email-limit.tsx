// How many email credits the user wants to spend at most, as typed; empty for no limit.
import { useRef, useState } from 'react';
import { maxEmailCredits } from '../../shared/limits.ts';
import { readLimit } from '../campaigns/read-limit.ts';
import { Field } from '../ui/form/field.tsx';

/** `problem`: what is wrong with what was typed, if anything. `place` goes around the field. */
export function useEmailLimit() {
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const read = typed.trim() === '' ? undefined : readLimit(typed, maxEmailCredits);
  const isWrong = typeof read === 'string';
  return { typed, setTyped, place, limit: isWrong ? undefined : read, problem: isWrong ? read : null };
}

export function EmailLimit({ typed, setTyped, place, problem }: Omit<ReturnType<typeof useEmailLimit>, 'limit'>) {
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
