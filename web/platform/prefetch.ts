import { createContext } from 'react';

/** Starts loading the page behind an address, so that it is there when the user arrives. The router provides it. */
export const PrefetchPage = createContext<(path: string) => void>(() => {});
