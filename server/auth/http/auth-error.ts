// The auth service's errors: the codes are the protocol's, and clients show the messages.

type AuthErrorCode =
  | 'validation_failed'
  | 'bad_json'
  | 'unexpected_failure'
  | 'request_timeout'
  | 'request_entity_too_large'
  | 'not_found'
  | 'method_not_allowed'
  | 'conflict'
  | 'no_authorization'
  | 'bad_jwt'
  | 'not_admin'
  | 'user_not_found'
  | 'session_not_found'
  | 'session_expired'
  | 'user_banned'
  | 'invalid_credentials'
  | 'email_not_confirmed'
  | 'weak_password'
  | 'same_password'
  | 'current_password_required'
  | 'current_password_invalid'
  | 'reauthentication_needed'
  | 'reauthentication_not_valid'
  | 'email_exists'
  | 'user_already_exists'
  | 'signup_disabled'
  | 'phone_provider_disabled'
  | 'anonymous_provider_disabled'
  | 'provider_disabled'
  | 'web3_provider_disabled'
  | 'saml_provider_disabled'
  | 'manual_linking_disabled'
  | 'otp_expired'
  | 'over_request_rate_limit'
  | 'over_email_send_rate_limit'
  | 'refresh_token_not_found'
  | 'refresh_token_already_used'
  | 'flow_state_not_found'
  | 'flow_state_expired'
  | 'flow_state_already_used'
  | 'bad_code_verifier'
  | 'bad_oauth_state'
  | 'bad_oauth_callback'
  | 'provider_email_needs_verification'
  | 'identity_already_exists'
  | 'identity_not_found'
  | 'single_identity_not_deletable'
  | 'mfa_factor_not_found'
  | 'mfa_factor_name_conflict'
  | 'too_many_enrolled_mfa_factors'
  | 'mfa_challenge_expired'
  | 'mfa_verification_failed'
  | 'mfa_ip_address_mismatch'
  | 'mfa_verified_factor_exists'
  | 'mfa_recovery_codes_sole_factor'
  | 'insufficient_aal';

type AuthErrorStatus = 400 | 401 | 403 | 404 | 405 | 409 | 413 | 422 | 429 | 500 | 503 | 504;

interface AuthErrorOptions extends ErrorOptions {
  /** Seconds after which the same call may succeed. */
  retryAfter?: number;
  weakPassword?: { reasons: string[] };
  /** Token-grant protocol errors answer { error, error_description } in both versions. */
  grantError?: string;
  /** Allowed methods, for 405. */
  allow?: string;
}

/** An error answer as the protocol defines it. */
export class AuthError extends Error {
  override name = 'AuthError';
  readonly status: AuthErrorStatus;
  readonly code: AuthErrorCode;
  readonly options: AuthErrorOptions;

  constructor(status: AuthErrorStatus, code: AuthErrorCode, message: string, options: AuthErrorOptions = {}) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.options = options;
  }
}

/** 400 validation_failed with the given text. */
export function invalid(message: string): AuthError {
  return new AuthError(400, 'validation_failed', message);
}

export function timedOut(): AuthError {
  return new AuthError(504, 'request_timeout', 'Processing this request timed out, please retry after a moment.');
}

export function emailExists(): AuthError {
  return new AuthError(422, 'email_exists', 'A user with this email address has already been registered');
}

export function unknownUser(): AuthError {
  return new AuthError(404, 'user_not_found', 'User not found');
}

export function unknownFactor(): AuthError {
  return new AuthError(404, 'mfa_factor_not_found', 'MFA factor with the provided factor ID not found');
}

/** For a link that does not exist, was used or replaced, or has expired. */
export function invalidLink(): AuthError {
  return new AuthError(403, 'otp_expired', 'Email link is invalid or has expired');
}
