// Limits per request and per user, besides UPLOADS_PER_USER_MB: one account must not fill the disk or the tables.

export const mb = 1024 * 1024;
/** A request has 60 seconds to arrive, so larger files would rarely get through. */
export const maxFileBytes = 50 * mb;
export const maxFiles = 10_000;
export const maxBuckets = 100;
/** For JSON bodies, such as a list of objects to remove. */
export const maxJsonBytes = mb;
export const maxUserMetadataBytes = 8 * 1024;
export const maxNamesPerCall = 1_000;
/** One year. */
export const maxSignedSeconds = 365 * 24 * 3600;
/** The same as in the public service. */
export const signedUploadSeconds = 2 * 3600;
