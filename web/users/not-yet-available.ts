/** What the forms answer until the auth service is connected. */
export const notYetAvailable = 'Accounts cannot be used yet. Please come back soon.';
