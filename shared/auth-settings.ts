/** What GET /auth/v1/settings tells anyone about signing in: the fields of Supabase Auth, plus one of our own. */
export interface AuthSettings {
  external: { google: boolean; email: boolean; phone: boolean; anonymous_users: boolean };
  disable_signup: boolean;
  /** Ours: Google is simulated by a stand-in on this machine. */
  external_google_practice: boolean;
}
