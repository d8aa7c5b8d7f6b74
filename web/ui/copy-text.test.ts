import { beforeEach, expect, test, vi } from 'vitest';
import { copyText } from './copy-text.ts';

let copied: string | null = null;

/** As on plain http: no navigator.clipboard. */
beforeEach(() => {
  copied = null;
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as unknown as Clipboard);
  document.body.innerHTML = '<button>Copy</button>';
  document.querySelector('button')?.focus();
});

/** Replaces the browser's copy command, which takes the selection. */
function serveCommand(isAllowed: boolean) {
  document.execCommand = () => {
    if (isAllowed) copied = (document.activeElement as HTMLTextAreaElement).value;
    return isAllowed;
  };
}

test('without navigator.clipboard, copies from a temporary field', async () => {
  serveCommand(true);
  expect(await copyText('a\nb')).toBe(true);
  expect(copied).toBe('a\nb');
  expect(document.querySelector('textarea')).toBeNull();
  expect(document.activeElement?.textContent).toBe('Copy');
});

test('uses navigator.clipboard first, and the field if that is refused', async () => {
  serveCommand(true);
  const writeText = vi.fn(() => Promise.resolve());
  vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue({ writeText } as unknown as Clipboard);
  expect(await copyText('a')).toBe(true);
  expect([writeText.mock.calls, copied]).toEqual([[['a']], null]);
  writeText.mockRejectedValue(new DOMException('not allowed', 'NotAllowedError'));
  expect(await copyText('b')).toBe(true);
  expect(copied).toBe('b');
});

test('returns false if neither way works', async () => {
  serveCommand(false);
  expect(await copyText('a')).toBe(false);
  document.execCommand = () => {
    throw new Error('gone');
  };
  expect(await copyText('a')).toBe(false);
});
