// How much one user may store, besides UPLOADS_PER_USER_MB. Each limit keeps one account from filling the disk or the tables.

export const mb = 1024 * 1024;
/** An upload must arrive within the server's 60 seconds for a request, so larger files would rarely get through. */
export const maxFileBytes = 50 * mb;
export const maxFiles = 10_000;
export const maxBuckets = 100;
/** Of a call that is JSON, such as a list of objects to remove. */
export const maxJsonBytes = mb;
export const maxUserMetadataBytes = 8 * 1024;
export const maxNamesPerCall = 1_000;
/** A signed address is good for a year at most. */
export const maxSignedSeconds = 365 * 24 * 3600;
/** As long as the published service gives them. */
export const signedUploadSeconds = 2 * 3600;
