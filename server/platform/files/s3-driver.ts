// Files in an S3 bucket. The client retries if the store is busy (503 SlowDown), fails, or finds our clock wrong, in which case
// it uses the store's time. It can retry only with a body it still has, so a stream is sent in parts from memory.
import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { S3Driver } from 'flydrive/drivers/s3';

export interface S3Settings {
  bucket: string;
  region: string;
  endpoint: string | undefined;
  accessKeyId: string;
  secretAccessKey: string;
}

/** With growing pauses about 15 seconds in total: S3 needs time to spread a busy bucket over more machines. */
const maxAttempts = 6;
/** What one upload buffers, at most twice. S3 refuses parts below 5 MB, except the last. */
const partBytes = 8 * 1024 * 1024;

type PutStream = Parameters<S3Driver['putStream']>;

export class S3Files extends S3Driver {
  readonly #client: S3Client;
  readonly #bucket: string;

  constructor({ bucket, region, endpoint, accessKeyId, secretAccessKey }: S3Settings) {
    const client = new S3Client({
      region,
      ...(endpoint !== undefined && { endpoint }),
      // A self-hosted store answers at its own address, without a host name per bucket.
      forcePathStyle: endpoint !== undefined,
      credentials: { accessKeyId, secretAccessKey },
      maxAttempts,
    });
    super({ client, bucket, visibility: 'private', supportsACL: false });
    this.#client = client;
    this.#bucket = bucket;
  }

  override async putStream(...[key, contents, options]: PutStream): Promise<void> {
    const parts = inParts(contents);
    const { value: first } = await parts.next();
    const { value: second } = await parts.next();
    const { contentLength: _, ...kept } = options ?? {};
    if (!first || !second) return this.put(key, first ?? Buffer.alloc(0), kept);
    await this.#putParts(key, startingWith([first, second], parts), kept.contentType);
  }

  async #putParts(key: string, bodies: AsyncIterable<Buffer>, ContentType: string | undefined): Promise<void> {
    const object = { Bucket: this.#bucket, Key: key };
    const { UploadId } = await this.#client.send(new CreateMultipartUploadCommand({ ...object, ContentType }));
    const upload = { ...object, UploadId };
    try {
      const Parts: CompletedPart[] = [];
      for await (const Body of bodies) {
        const PartNumber = Parts.length + 1;
        const part = await this.#client.send(new UploadPartCommand({ ...upload, PartNumber, Body }));
        Parts.push({ PartNumber, ETag: part.ETag, ChecksumCRC32: part.ChecksumCRC32 });
      }
      await this.#client.send(new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts } }));
    } catch (error) {
      // Parts of an unfinished upload are stored, and billed, until removed.
      await this.#client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
      throw error;
    }
  }
}

/** Chunks of equal size, except the last; none for an empty stream. */
async function* inParts(contents: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer, undefined> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of contents) {
    held.push(chunk);
    size += chunk.length;
    while (size >= partBytes) {
      const whole = Buffer.concat(held);
      yield whole.subarray(0, partBytes);
      held = [whole.subarray(partBytes)];
      size -= partBytes;
    }
  }
  if (size > 0) yield Buffer.concat(held);
}

async function* startingWith(first: Buffer[], rest: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield* first;
  yield* rest;
}
