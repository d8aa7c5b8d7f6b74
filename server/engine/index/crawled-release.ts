/** The release of index_captures and index_links that our own crawler writes; those of Common Crawl have the ids of index_releases. */
export const crawledRelease = 0;
