// Why a search that the user started for one contact or one backlink ended without an answer.
import { z } from 'zod';

/** The message is empty for 'no-credit'. */
export const searchProblem = z.object({ end: z.enum(['no-credit', 'could-not-look']), message: z.string() });

export type SearchProblem = z.infer<typeof searchProblem>;
