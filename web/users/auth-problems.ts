// Refusals of the auth service, in plain words. Nothing here reveals whether an account exists.
import type { AuthError, AuthWeakPasswordError } from '@supabase/auth-js';
import { unreachable } from '../platform/api.ts';
import type { FormProblems } from '../ui/form/form-problems.ts';

export const sentences = {
  emptyFields: 'None of the fields below can be empty.',
  shortPassword: 'Password needs to be at least 8-character long.',
  guessablePassword: 'This password is too easy to guess. Choose one that is less common and not your email address.',
  longPassword: 'Please choose a password of up to 72 characters.',
  badEmail: 'Please enter a valid email address.',
  signUpFailed: "An error occured. Please verify the data you've entered.",
  loginFailed: 'Incorrect email and/or password.',
} as const;

const trouble = 'Something went wrong on our side. Please try again in a moment.';
const startAgain = 'The sign-in took too long or was started elsewhere. Please try again.';

const byCode: Record<string, string> = {
  otp_expired: 'This link or code is no longer valid. It may already have been used, or it is more than an hour old.',
  validation_failed: 'Please check what you have entered.',
  same_password: 'Please choose a password that is different from your current one.',
  current_password_invalid: 'This is not your current password.',
  current_password_required: 'Please enter your current password.',
  reauthentication_needed: 'Please enter your current password.',
  reauthentication_not_valid: 'This code is incorrect or has expired. Please request a new one.',
  email_exists: 'This email cannot be used. Please choose another one.',
  email_not_confirmed: 'Please confirm your email first. Open the link in the email we sent you.',
  over_request_rate_limit: 'Too many attempts. Please wait a minute and try again.',
  over_email_send_rate_limit: 'We just sent you an email. Please wait a minute before you request another one.',
  mfa_verification_failed: 'This code is incorrect. It changes every 30 seconds, so enter the one your app shows now.',
  mfa_challenge_expired: 'That took too long. Please enter the code your app shows now.',
  mfa_ip_address_mismatch: 'Your connection has changed. Please enter the code again.',
  mfa_factor_not_found: 'Two-factor authentication is no longer set up. Please reload the page.',
  insufficient_aal: 'Please log in again with your two-factor code, then try again.',
  signup_disabled: 'Sign-up is closed at the moment.',
  user_banned: 'This account is blocked. Please contact us.',
  provider_email_needs_verification:
    'Google has not verified this email. Please open the link in the email we sent you.',
  access_denied: 'The sign-in was canceled. You can try again.',
  bad_oauth_state: startAgain,
  bad_oauth_callback: startAgain,
  flow_state_expired: startAgain,
  flow_state_not_found: startAgain,
  flow_state_already_used: startAgain,
  session_not_read: 'We couldn’t log you in. Please try again.',
};

/** Sentences of one form for codes that mean something else there. */
type OwnSentences = Readonly<Record<string, string>>;

/** One sentence for an error of the auth client. */
export function describeAuthError(error: AuthError, own: OwnSentences = {}): string {
  const { name, status, code } = error;
  if (name === 'AuthRetryableFetchError') return status ? trouble : unreachable;
  if (isWeakPassword(error))
    return error.reasons.includes('length') ? sentences.shortPassword : sentences.guessablePassword;
  if (name === 'AuthSessionMissingError') return 'You are logged out. Please log in again.';
  return (
    own[code ?? ''] ?? byCode[code ?? ''] ?? (status === 429 ? (byCode.over_request_rate_limit ?? trouble) : trouble)
  );
}

function isWeakPassword(error: AuthError): error is AuthWeakPasswordError {
  return error.name === 'AuthWeakPasswordError';
}

/** One sentence for an error in the URL. */
export function describeArrivalError(code: string): string {
  return byCode[code] ?? 'Sign-in failed. Please try again.';
}

/** True if the service processed the request and refused it; false if it could not. */
export function isRefusal({ name, status }: AuthError): boolean {
  return name !== 'AuthRetryableFetchError' && status !== 429;
}

/** What a failed sign-up shows: the sentence of the specification, and more where that alone would mislead. */
export function signUpProblems(error: AuthError): FormProblems {
  const form = sentences.signUpFailed;
  if (isWeakPassword(error)) return { form, fields: { password: describeAuthError(error) } };
  const isAnswered = error.status && error.status !== 429;
  return { form: isAnswered ? form : `${form} ${describeAuthError(error)}` };
}

/** The error as a problem of one field, or of the form if the field cannot help. */
export function fieldProblem(field: string, error: AuthError, own?: OwnSentences): FormProblems {
  const text = describeAuthError(error, own);
  return isRefusal(error) ? { fields: { [field]: text } } : { form: text };
}
