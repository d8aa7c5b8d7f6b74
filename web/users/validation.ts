// The rules of specification section 5 for addresses and passwords.
import { passwordMinLength } from '../../shared/limits.ts';
import type { FormProblems } from '../ui/form/form-problems.ts';
import { sentences } from './auth-problems.ts';

/** The server's limit: what its password hash can distinguish. */
const passwordMaxBytes = 72;

export function textOf(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}

/** Marks every named field that is empty. */
export function findEmpty(values: FormData, names: readonly string[]): FormProblems | undefined {
  const empty = names.filter((name) => textOf(values, name).trim() === '');
  if (empty.length === 0) return undefined;
  return { form: sentences.emptyFields, fields: Object.fromEntries(empty.map((name) => [name, ''])) };
}

export function emailProblem(email: string): string | undefined {
  return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(email.trim()) ? undefined : sentences.badEmail;
}

export function passwordProblem(password: string): string | undefined {
  if ([...password].length < passwordMinLength) return sentences.shortPassword;
  return new TextEncoder().encode(password).length > passwordMaxBytes ? sentences.longPassword : undefined;
}

/** The problems that were found, by field; undefined if there are none. */
export function fieldProblems(found: Record<string, string | undefined>): FormProblems | undefined {
  const fields = Object.entries(found).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return fields.length > 0 ? { fields: Object.fromEntries(fields) } : undefined;
}
