import { createContext } from 'react';

/** Starts loading the page behind a path before the user opens it. The router provides it. */
export const PrefetchPage = createContext<(path: string) => void>(() => {});
