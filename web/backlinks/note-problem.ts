import { ApiError } from '../platform/api.ts';
import type { FormProblems } from '../ui/form/form-problems.ts';

/** What a form says if a save was refused or didn't arrive. Anything else is an error of ours. */
export async function problemOf(saving: Promise<unknown>, field: string): Promise<FormProblems | undefined> {
  try {
    await saving;
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { fields: { [field]: error.message } };
  }
}
