/** Where the auth service answers: beside the web app itself. */
export const authUrl = `${window.location.origin}/auth/v1`;
