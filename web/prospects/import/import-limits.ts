/** Limits of one import, with room for years of outreach. */
export const maxFileMb = 20;
export const maxLines = 100_000;
