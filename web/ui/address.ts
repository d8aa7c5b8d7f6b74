// What a screen keeps in the query of its address: the page of a table, a view, a position. A reload, a bookmark, the Back
// button and a login in between come to the same place. The entry in the history is changed, none is added, and the
// router is not told: nothing that it shows depends on it.
import { useCallback, useState } from 'react';
import { replaceAddress } from './replace-address.ts';

/** Sets these parameters of the address; null removes one. */
export function changeAddress(parameters: Readonly<Record<string, string | null>>) {
  replaceAddress(({ searchParams }) => {
    for (const [name, value] of Object.entries(parameters)) {
      if (value) searchParams.set(name, value);
      else searchParams.delete(name);
    }
  });
}

export const readAddress = () => new URLSearchParams(window.location.search);

/** The query as it stands now. That of the router's location may be older; it counts only while the router is elsewhere. */
export function currentQuery({ pathname, search }: { pathname: string; search: string }): string {
  return window.location.pathname === pathname ? window.location.search : search;
}

/** As useState, for a text that is kept in the address under this name. */
export function useAddressState(name: string): [string | null, (value: string | null) => void] {
  const [value, setValue] = useState(() => readAddress().get(name));
  const changeValue = useCallback(
    (next: string | null) => {
      setValue(next);
      changeAddress({ [name]: next });
    },
    [name],
  );
  return [value, changeValue];
}

/** A place in a list, from 0; in the address it counts from 1. Undefined when the address names none. */
export function useAddressIndex(name: string): [number | undefined, (index: number) => void] {
  const [value, setValue] = useAddressState(name);
  const changeIndex = useCallback((index: number) => setValue(toPlace(index)), [setValue]);
  return [toIndex(value), changeIndex];
}

/** The index of a place as addresses name it. */
export function toIndex(place: string | null): number | undefined {
  const number = Number(place ?? undefined);
  return Number.isSafeInteger(number) && number > 0 ? number - 1 : undefined;
}

export const toPlace = (index: number) => String(index + 1);
