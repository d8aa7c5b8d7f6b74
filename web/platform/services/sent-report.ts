import { createStore } from '../../ui/store.ts';

/** The id of an error report that the service has accepted, until the user has been asked about it. */
export const sentReport = createStore<string | null>(null);
