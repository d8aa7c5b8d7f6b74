import { fireEvent, render } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { setSingleKeys } from './shortcuts/single-keys.ts';
import { useKeys } from './use-keys.ts';

let pressed: string[] = [];

function Page() {
  useKeys({ k: () => pressed.push('k'), arrowleft: () => pressed.push('left') });
  return <input aria-label="Name" />;
}

const press = (init: KeyboardEventInit) => fireEvent.keyDown(document.body, init);

beforeEach(() => {
  pressed = [];
  render(<Page />);
});

test.each([
  ['Latin', { key: 'k', code: 'KeyK' }, ['k']],
  ['Latin with Shift', { key: 'K', code: 'KeyK' }, ['k']],
  ['Russian', { key: 'л', code: 'KeyK' }, ['k']],
  ['Greek', { key: 'κ', code: 'KeyK' }, ['k']],
  // There the letter printed on the key counts, wherever it is.
  ['Dvorak', { key: 't', code: 'KeyK' }, []],
  ['Dvorak', { key: 'k', code: 'KeyV' }, ['k']],
  ['an arrow', { key: 'ArrowLeft', code: 'ArrowLeft' }, ['left']],
])('%s: %j', (_, init, expected) => {
  press(init);
  expect(pressed).toEqual(expected);
});

test('ignores an event without a key, as autofill sends it', () => {
  const event = new Event('keydown', { bubbles: true });
  expect('key' in event).toBe(false);
  document.body.dispatchEvent(event);
  expect(pressed).toEqual([]);
});

test('single letters can be turned off, arrows stay', () => {
  onTestFinished(() => setSingleKeys(true));
  setSingleKeys(false);
  press({ key: 'k', code: 'KeyK' });
  press({ key: 'ArrowLeft', code: 'ArrowLeft' });
  expect(pressed).toEqual(['left']);
});
