import { beforeEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

let copied: string | null = null;

/** A page that is not on https: there is no clipboard. */
beforeEach(() => {
  copied = null;
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  document.body.innerHTML = '<button>Copy</button>';
  document.querySelector('button')?.focus();
});

/** The browser's own command, which takes what is selected. */
function serveCommand(isAllowed: boolean) {
  document.execCommand = () => {
    if (isAllowed) copied = (document.activeElement as HTMLTextAreaElement).value;
    return isAllowed;
  };
}

test('without a clipboard the text is copied from a field that is gone afterwards', async () => {
  serveCommand(true);
  expect(await copyText('a\nb')).toBe(true);
  expect(copied).toBe('a\nb');
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Copy');
});

test('the clipboard is taken where there is one, and the field where it refuses', async () => {
  serveCommand(true);
  const writeText = vi.fn(() => Promise.resolve());
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  expect(await copyText('a')).toBe(true);
  expect([writeText.mock.calls, copied]).toEqual([[['a']], null]);
  writeText.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'));
  expect(await copyText('b')).toBe(true);
  expect(copied).toBe('b');
});

test('says so when neither way works', async () => {
  serveCommand(false);
  expect(await copyText('a')).toBe(false);
  document.execCommand = () => {
    throw new Error('gone');
  };
  expect(await copyText('a')).toBe(false);
});
