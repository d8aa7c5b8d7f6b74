// The most email credits that a search may spend, as typed; empty for no limit.
import { useRef, useState } from 'react';
import { maxEmailCredits } from '../../shared/limits.ts';
import { readLimit } from '../campaigns/read-limit.ts';

/** `problem`: what is wrong with what was typed, if anything. `place` goes around the field. */
export function useEmailLimit() {
  const [typed, setTyped] = useState('');
  const place = useRef<HTMLDivElement>(null);
  const read = typed.trim() === '' ? undefined : readLimit(typed, maxEmailCredits);
  const isWrong = typeof read === 'string';
  return { typed, setTyped, place, limit: isWrong ? undefined : read, problem: isWrong ? read : null };
}
