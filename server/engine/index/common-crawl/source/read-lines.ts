// The lines of a gzip file, in batches. Damage is tolerated as in WARC files: what can be read is read, but no line is made of two halves.
import { StringDecoder } from 'node:string_decoder';
import { type MemberCounts, readMembers } from '../warc/gzip-members.ts';

/** No file that is read here has longer lines. */
const longestLine = 64 * 1024;

export async function* readLines(source: AsyncIterable<Uint8Array>, counts: MemberCounts): AsyncGenerator<string[]> {
  let decoder = new StringDecoder('utf8');
  let rest = '';
  let broken = 0;
  for await (const pieces of readMembers(source, counts)) {
    if (counts.brokenMembers > broken) {
      broken = counts.brokenMembers;
      decoder = new StringDecoder('utf8');
      rest = '';
    }
    for (const { bytes } of pieces) {
      const lines = (rest + decoder.write(bytes)).split('\n');
      rest = lines.pop() ?? '';
      if (rest.length > longestLine) rest = '';
      if (lines.length > 0) yield lines;
    }
  }
  if (counts.brokenMembers > broken) return;
  rest += decoder.end();
  if (rest !== '') yield [rest];
}
