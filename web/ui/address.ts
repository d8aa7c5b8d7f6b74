// State that a screen keeps in the query string: the page of a table, a view, a position. It survives a reload, a bookmark,
// the Back button and a login. It replaces the current history entry and never adds one. The router isn't notified, because
// no route depends on it.
import { useCallback, useState } from 'react';
import { replaceAddress } from './replace-address.ts';

/** Sets query parameters; null removes one. */
export function changeAddress(parameters: Readonly<Record<string, string | null>>) {
  replaceAddress(({ searchParams }) => {
    for (const [name, value] of Object.entries(parameters)) {
      if (value) searchParams.set(name, value);
      else searchParams.delete(name);
    }
  });
}

export const readAddress = () => new URLSearchParams(window.location.search);

/** The current query string. The router's own copy may be out of date; use it only if the router is on another path. */
export function currentQuery({ pathname, search }: { pathname: string; search: string }): string {
  return window.location.pathname === pathname ? window.location.search : search;
}

/** Like useState, for a string kept in the query parameter of this name. */
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

/** A list index kept in the query string, where it counts from 1. Undefined if the parameter is missing or invalid. */
export function useAddressIndex(name: string): [number | undefined, (index: number) => void] {
  const [value, setValue] = useAddressState(name);
  const changeIndex = useCallback((index: number) => setValue(toPlace(index)), [setValue]);
  return [toIndex(value), changeIndex];
}

/** Converts a position from the query string, which counts from 1, to an index. */
export function toIndex(place: string | null): number | undefined {
  const number = Number(place ?? undefined);
  return Number.isSafeInteger(number) && number > 0 ? number - 1 : undefined;
}

export const toPlace = (index: number) => String(index + 1);
