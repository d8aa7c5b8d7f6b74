import type { RefObject } from 'react';
import { useKeys } from '../ui/use-keys.ts';

/** Left and right change the page of the only table in the box, wherever the focus is. */
export function usePagerKeys(box: RefObject<HTMLElement | null>) {
  const press = (name: string) =>
    box.current?.querySelector<HTMLButtonElement>(`button[aria-label="${name}"]`)?.click();
  useKeys({ arrowleft: () => press('Previous page'), arrowright: () => press('Next page') });
}
