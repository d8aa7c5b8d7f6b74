import type { RefObject } from 'react';
import { useKeys } from '../ui/use-keys.ts';

/** Left and right turn the pages of the one table in the box, wherever the focus is, as its own buttons do. */
export function usePagerKeys(box: RefObject<HTMLElement | null>) {
  const press = (name: string) =>
    box.current?.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click();
  useKeys({ arrowleft: () => press('Previous page'), arrowright: () => press('Next page') });
}
