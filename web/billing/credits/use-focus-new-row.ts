import { useEffect, useRef } from 'react';

/**
 * For a list with a button that shows more rows: the first new one takes the focus, because the button may be gone. Call
 * `expectMore` when it is pressed. `isBusy`: they are being loaded.
 */
export function useFocusNewRow(isBusy = false) {
  const list = useRef<HTMLUListElement>(null);
  const expected = useRef<{ from: Element | null; place: number } | null>(null);
  useEffect(() => {
    if (!expected.current || isBusy) return;
    const { from, place } = expected.current;
    expected.current = null;
    const row = list.current?.children[place] as HTMLElement | undefined;
    const hasMovedOn = document.activeElement !== from && document.activeElement !== document.body;
    if (!row || hasMovedOn) return;
    row.tabIndex = -1;
    row.focus();
  });
  const expectMore = () => {
    expected.current = { from: document.activeElement, place: list.current?.children.length ?? 0 };
  };
  return { list, expectMore };
}
