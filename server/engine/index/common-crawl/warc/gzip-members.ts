// Decompresses concatenated gzip members. In WARC files every record is a member of its own, so a damaged member costs one
// record: reading continues at the next member. Node's gunzip stream would end at the damage.
//
// Members are decompressed synchronously, one at a time (a stream per member takes three times as long). Those that are too large
// to hold, such as a whole file compressed as one member, are decompressed as a stream.
import { crc32, type createInflateRaw, inflateRawSync } from 'node:zlib';
import { type BufferedInput, bufferInput, type Piece } from './buffered-input.ts';
import { inflateLarge } from './inflate-large.ts';
import { memberHeader } from './member-header.ts';

export interface MemberCounts {
  members: number;
  /** Damaged or cut off; their content is lost from the damage on. */
  brokenMembers: number;
}

/** How much more is read when the buffered bytes end within a member. */
const refillBytes = 256 * 1024;
const heldBytes = { compressed: 4 * 1024 * 1024, content: 16 * 1024 * 1024 };
/** A batch ends once it has so much content. */
const batchBytes = 1024 * 1024;
const magic = Buffer.from([0x1f, 0x8b, 0x08]);
const trailerBytes = 8;

/**
 * Yields the content of the members, or of a file that is not compressed, in batches: waiting for each member makes reading pages 9 % slower.
 * Damage is counted, and what precedes and follows it is never in the same batch. Throws only what the source throws.
 */
export async function* readMembers(source: AsyncIterable<Uint8Array>, counts: MemberCounts): AsyncGenerator<Piece[]> {
  const input = bufferInput(source);
  await input.fill(refillBytes);
  if (input.bytes.subarray(0, 5).toString('latin1') === 'WARC/') {
    yield* readPlain(input);
    return;
  }
  let wanted = 1;
  let isInSync = true;
  for (;;) {
    if (input.bytes.length < wanted && !input.ended) await input.fill(wanted);
    if (input.bytes.length === 0) return;
    const { pieces, next } = takeWholeMembers(input);
    if (pieces.length > 0) {
      counts.members += pieces.length;
      isInSync = true;
      wanted = 1;
      yield pieces;
    }
    if (next === 'none') continue;
    if (next === 'incomplete' && !input.ended && input.bytes.length < heldBytes.compressed) {
      wanted = Math.max(input.bytes.length * 2, input.bytes.length + refillBytes);
      continue;
    }
    wanted = 1;
    const isLarge = next === 'large' || (next === 'incomplete' && !input.ended);
    const isWhole = isLarge ? yield* readLarge(input) : false;
    if (isWhole) counts.members += 1;
    else if (isInSync) counts.brokenMembers += 1;
    isInSync = isWhole;
    if (!isWhole) wanted = dropToNextMember(input);
  }
}

async function* readPlain(input: BufferedInput): AsyncGenerator<Piece[]> {
  while (input.bytes.length > 0) {
    const { bytes } = input;
    input.drop(bytes.length);
    yield [{ bytes, endsMember: false }];
    await input.fill(refillBytes);
  }
  yield [end];
}

async function* readLarge(input: BufferedInput): AsyncGenerator<Piece[], boolean> {
  const isWhole = yield* inflateLarge(input);
  yield [end];
  return isWhole;
}

const end: Piece = { bytes: Buffer.alloc(0), endsMember: true };

/** What the buffered bytes start with, and why it ends there: `next` is what follows, or `none` if the batch is full or nothing follows. */
function takeWholeMembers(input: BufferedInput): { pieces: Piece[]; next: NotWhole | 'none' } {
  const pieces: Piece[] = [];
  let content = 0;
  while (input.bytes.length > 0 && content < batchBytes) {
    const member = takeMember(input.bytes);
    if (member.kind !== 'whole') return { pieces, next: member.kind };
    input.drop(member.length);
    pieces.push({ bytes: member.content, endsMember: true });
    content += member.content.length;
  }
  return { pieces, next: 'none' };
}

type NotWhole = 'incomplete' | 'large' | 'broken';
type Member = { kind: 'whole'; content: Buffer; length: number } | { kind: NotWhole };

function takeMember(bytes: Buffer): Member {
  const header = memberHeader(bytes);
  if (header === 'incomplete' || header === 'broken') return { kind: header };
  try {
    const { content, consumed } = inflateKnowingLength(bytes.subarray(header));
    const trailer = header + consumed;
    if (bytes.length < trailer + trailerBytes) return { kind: 'incomplete' };
    const isIntact =
      bytes.readUInt32LE(trailer) === crc32(content) && bytes.readUInt32LE(trailer + 4) === content.length;
    return isIntact ? { kind: 'whole', content, length: trailer + trailerBytes } : { kind: 'broken' };
  } catch (error) {
    return { kind: kindOf((error as { code?: unknown }).code) };
  }
}

/** `info` makes Node return the engine too, which says how many bytes it consumed; its types don't know that. */
function inflateKnowingLength(bytes: Buffer): { content: Buffer; consumed: number } {
  const options = { info: true, maxOutputLength: heldBytes.content, chunkSize: 32 * 1024 };
  const { buffer, engine } = inflateRawSync(bytes, options) as unknown as {
    buffer: Buffer;
    engine: ReturnType<typeof createInflateRaw>;
  };
  return { content: buffer, consumed: engine.bytesWritten };
}

function kindOf(code: unknown): NotWhole {
  if (code === 'Z_BUF_ERROR') return 'incomplete';
  return code === 'ERR_BUFFER_TOO_LARGE' ? 'large' : 'broken';
}

/** Drops everything up to what looks like the start of a member. Returns how many bytes must be buffered to continue. */
function dropToNextMember(input: BufferedInput): number {
  const next = input.bytes.indexOf(magic, 1);
  if (next >= 0) {
    input.drop(next);
    return 1;
  }
  if (input.ended) {
    input.drop(input.bytes.length);
    return 1;
  }
  input.drop(Math.max(1, input.bytes.length - magic.length));
  return refillBytes;
}
