// Reads the records of a WARC, WAT or WET file as it arrives, whatever its size, and counts what it must skip.
import { createFramer, type RecordCounts, type WarcRecord } from './frame-records.ts';
import { type MemberCounts, readMembers } from './gzip-members.ts';

export type WarcCounts = MemberCounts & RecordCounts;

export const noWarcCounts = (): WarcCounts => ({
  members: 0,
  brokenMembers: 0,
  records: 0,
  malformedRecords: 0,
  cutRecords: 0,
  oversizeRecords: 0,
});

/** Yields records in batches. Throws only what the source throws: damaged records are counted and skipped. */
export async function* readWarc(source: AsyncIterable<Uint8Array>, counts: WarcCounts): AsyncGenerator<WarcRecord[]> {
  const takePiece = createFramer(counts);
  for await (const pieces of readMembers(source, counts)) {
    const records = pieces.flatMap(takePiece);
    if (records.length > 0) yield records;
  }
}
