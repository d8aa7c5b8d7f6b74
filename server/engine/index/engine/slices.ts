// The page sample is searched in slices, smallest first. Files are in random order, so each slice is a fair sample of the crawl, and
// a search for a common word ends in the first ones. How much a search reads is bounded, whatever the word and the size of the sample.

/** So many files make the first slice. All slices up to the next one have four times as many files. */
const firstFiles = 6;
const growth = 4;

/** The slice of a file by its place in the random order. */
export function sliceOf(file: number): number {
  let slice = 0;
  for (let files = firstFiles; file >= files; files *= growth) slice += 1;
  return slice;
}
