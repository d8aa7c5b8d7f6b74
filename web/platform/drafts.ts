// What a user has entered but not sent, or sent without an answer. It survives a reload of the tab, and ends when the user logs
// out: the next user must not see it.
import { useState } from 'react';
import { keptInTab } from '../kept-values.ts';
import { readSession } from './session-source.ts';

const prefix = 'zeus.draft.';

interface Draft {
  userId: string | undefined;
  /** The empty form. Another version of Zeus may have another one, and can't show this draft. */
  empty: unknown;
  value: unknown;
}

/** What this user has kept, or `empty`. */
export function readDraft<Value>(name: string, empty: Value): Value {
  const draft = JSON.parse(keptInTab.getItem(prefix + name) ?? 'null') as Draft | null;
  const isUsable = draft?.userId === readSession()?.user.id && isSame(draft?.empty, empty);
  return isUsable ? (draft?.value as Value) : empty;
}

export function keepDraft<Value>(name: string, empty: Value, value: Value) {
  const draft: Draft = { userId: readSession()?.user.id, empty, value };
  keptInTab.setItem(prefix + name, JSON.stringify(draft));
}

export function forgetDraft(name: string) {
  keptInTab.removeItem(prefix + name);
}

export function forgetAllDrafts() {
  keptInTab.removeAll(prefix);
}

/** Like useState, for a form that keeps its values. */
export function useDraft<Value>(name: string, empty: Value): [Value, (value: Value) => void] {
  const [value, setValue] = useState(() => readDraft(name, empty));
  const change = (next: Value) => {
    setValue(next);
    keepDraft(name, empty, next);
  };
  return [value, change];
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
