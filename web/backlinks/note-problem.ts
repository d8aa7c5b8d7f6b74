import { ApiError } from '../platform/api.ts';
import type { FormProblems } from '../ui/form/form-problems.ts';

/** The form's message if a save was refused or didn't arrive. Anything else is a bug. */
export async function problemOf(saving: Promise<unknown>, field: string): Promise<FormProblems | undefined> {
  try {
    await saving;
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { fields: { [field]: error.message } };
  }
}
