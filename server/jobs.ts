// Every job of Zeus: its name, its payload, its key. Handlers are in <feature>/<verb>.job.ts and registered in worker.ts.
//
//   export const findContacts = defineJob({
//     name: 'contacts.find',
//     payload: z.object({ backlinkId: z.uuid() }),
//     key: ({ backlinkId }) => backlinkId,
//   });
import type { JobSettings } from './platform/queue/job.ts';

/** All of them: the queue prepares each one, and the worker refuses to start when one has no handler. */
export const jobs: readonly JobSettings[] = [];
