import { expect, test, vi } from 'vitest';
import { keepSession, makeSession } from '../test/session.ts';
import { forgetDraft, keepDraft, readDraft } from './drafts.ts';
import { sessionStorageKey } from './session-source.ts';

const empty = { text: '' };

test('a draft is kept for its user and its form, until it is forgotten', () => {
  keepSession();
  keepDraft('list', empty, { text: 'hers' });
  expect(readDraft('list', empty)).toEqual({ text: 'hers' });
  expect(readDraft('other', empty)).toBe(empty);
  const changed = { text: '', added: '' };
  expect(readDraft('list', changed)).toBe(changed);
  const session = makeSession();
  localStorage.setItem(sessionStorageKey, JSON.stringify({ ...session, user: { ...session.user, id: 'user-2' } }));
  expect(readDraft('list', empty)).toBe(empty);
  keepSession();
  forgetDraft('list');
  expect(readDraft('list', empty)).toBe(empty);
});

test('what no longer fits into the storage does not bring back an older version', () => {
  keepSession();
  keepDraft('list', empty, { text: 'short' });
  const { sessionStorage } = window;
  const full = Object.create(sessionStorage, {
    setItem: {
      value() {
        throw new DOMException('', 'QuotaExceededError');
      },
    },
  });
  vi.spyOn(window, 'sessionStorage', 'get').mockReturnValue(full);
  keepDraft('list', empty, { text: 'long' });
  expect(readDraft('list', empty)).toEqual({ text: 'long' });
});
