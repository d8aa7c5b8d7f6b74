/** The base URL of the auth service, on the same origin as the web app. */
export const authUrl = `${window.location.origin}/auth/v1`;
