import { AuthError } from '../http/auth-error.ts';

export function unknownUser(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found');
}
