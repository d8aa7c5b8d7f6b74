/** What GET /auth/v1/settings tells anybody about signing in; as Supabase Auth does, with one field of our own. */
export interface AuthSettings {
  external: { google: boolean; email: boolean; phone: boolean; anonymous_users: boolean };
  disable_signup: boolean;
  /** Ours: a stand-in on this machine plays Google. */
  external_google_practice: boolean;
}
