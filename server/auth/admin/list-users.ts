import type { Auth } from '../auth.ts';
import { invalid } from '../http/auth-error.ts';
import { selectUsers, type User } from '../users/users.store.ts';

const usualSize = 50;
const largestSize = 1000;

export interface Page {
  page: number;
  perPage: number;
}

export interface UsersPage extends Page {
  users: User[];
  total: number;
  lastPage: number;
}

/** Parses page and per_page; empty means the default. Throws AuthError validation_failed. */
export function parsePage(page: string | undefined, perPage: string | undefined): Page {
  return {
    page: Math.max(1, wholeNumber(page, 1)),
    perPage: Math.min(largestSize, Math.max(1, wholeNumber(perPage, usualSize))),
  };
}

function wholeNumber(given: string | undefined, otherwise: number): number {
  if (!given) return otherwise;
  if (!/^\d{1,9}$/.test(given)) throw invalid('Bad Pagination Parameters: page and per_page are whole numbers');
  return Number(given);
}

/** A page of all users, newest first. Counts all rows, because clients expect the exact number and only operators ask. */
export async function listUsers({ db: { kysely } }: Auth, { page, perPage }: Page): Promise<UsersPage> {
  const { total } = await kysely
    .selectFrom('auth.users')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const users = await selectUsers(kysely)
    .orderBy('u.created_at', 'desc')
    .orderBy('u.id', 'desc')
    .limit(perPage)
    .offset((page - 1) * perPage)
    .execute();
  return { users, total: Number(total), page, perPage, lastPage: Math.max(1, Math.ceil(Number(total) / perPage)) };
}
