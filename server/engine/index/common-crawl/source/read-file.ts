// Reads a file of the source from its start, whatever happens on the way: a broken connection is resumed where it broke, and what was
// downloaded before the process died is read from disk. Files of a folder are read in place.
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { OperatorError } from '../../../../platform/operator-error.ts';
import { type CrawlSource, checkPath, NotInFile, type OpenedFile, SourceUnavailable } from './crawl-source.ts';

/** The source has another version of a file than the one that was read in part. */
export class FileChanged extends OperatorError {
  override name = 'FileChanged';
}

export interface ReadOptions {
  /** Where downloads are kept until they are processed. */
  folder: string;
  /** Between two attempts; grows. Common Crawl asks for at most one per second. */
  pauseMs?: number;
  signal?: AbortSignal;
  /** Called with the bytes that are downloaded so far. */
  onBytes?(bytes: number): void;
}

const attemptsWithoutProgress = 8;
const longestPauseMs = 60_000;
/** If the source asks for more, the download ends: its locks would be held all the while. */
const longestRetryAfterSeconds = 600;

/** Throws SourceUnavailable when the source stays unavailable, and OperatorError if the file changed or the disk is full. */
export async function* readCrawlFile(
  source: CrawlSource,
  path: string,
  options: ReadOptions,
): AsyncGenerator<Uint8Array> {
  if (source.isLocal) {
    yield* (await source.open(path, 0)).body;
    return;
  }
  const file = await keptFileIn(options.folder, path);
  const kept = await keptBytes(file);
  if (kept > 0) yield* createReadStream(file, { end: kept - 1, highWaterMark: 256 * 1024 });
  yield* download(source, path, { ...options, file, from: kept });
}

/** Downloads the whole file before it is read, from its start if what is kept is not a part of it. Throws like readCrawlFile. */
export async function downloadFile(source: CrawlSource, path: string, options: ReadOptions): Promise<void> {
  if (source.isLocal) return;
  const file = await keptFileIn(options.folder, path);
  for (;;) {
    const kept = await keptBytes(file);
    try {
      for await (const chunk of download(source, path, { ...options, file, from: kept })) void chunk;
      return;
    } catch (error) {
      if (!(error instanceof NotInFile) || kept === 0) throw error;
    }
  }
}

/** Removes what is kept of a file, when it has been processed or is no longer wanted. */
export async function forgetFile(folder: string, path: string): Promise<void> {
  await forget(keptFile(folder, path));
}

async function forget(file: string): Promise<void> {
  // First, so that a kill never leaves a part that counts as complete.
  await rm(doneFile(file), { force: true });
  await Promise.all([file, versionFile(file)].map((one) => rm(one, { force: true })));
}

/** How much of a file is kept. */
export const downloadedBytes = (folder: string, path: string): Promise<number> => keptBytes(keptFile(folder, path));

async function keptFileIn(folder: string, path: string): Promise<string> {
  const file = keptFile(folder, path);
  await mkdir(dirname(file), { recursive: true });
  return file;
}

const keptFile = (folder: string, path: string) => join(folder, checkPath(path));
const versionFile = (file: string) => `${file}.version`;
const doneFile = (file: string) => `${file}.done`;
const keptBytes = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0;
const exists = async (file: string) => (await stat(file).catch(() => null)) !== null;

interface Download extends ReadOptions {
  file: string;
  from: number;
}

async function* download(source: CrawlSource, path: string, options: Download): AsyncGenerator<Uint8Array> {
  const { file, pauseMs = 1_000, signal } = options;
  if (await exists(doneFile(file))) return;
  let at = options.from;
  for (let failures = 0; ; ) {
    try {
      const opened = await source.open(path, at, signal);
      await checkVersion(file, opened, path);
      for await (const chunk of keeping(opened.body, file)) {
        signal?.throwIfAborted();
        at += chunk.byteLength;
        failures = 0;
        options.onBytes?.(at);
        yield chunk;
      }
      // Kept as complete, it would not be downloaded again once the source has it.
      if (at === 0) throw new OperatorError(`${path} is empty at ${source.name}.`);
      await writeFile(doneFile(file), '');
      return;
    } catch (error) {
      failures += 1;
      if (error instanceof NotInFile) await forget(file);
      if (!(error instanceof SourceUnavailable) || failures >= attemptsWithoutProgress)
        throw toDiskError(error, dirname(file));
      const { retryAfterSeconds } = error;
      if (retryAfterSeconds > longestRetryAfterSeconds) throw askedToWait(error);
      const pause = Math.max(Math.min(longestPauseMs, pauseMs * 2 ** (failures - 1)), retryAfterSeconds * 1000);
      await sleepUnlessAborted(pause, signal);
    }
  }
}

function askedToWait({ message, retryAfterSeconds }: SourceUnavailable): SourceUnavailable {
  const minutes = Math.ceil(retryAfterSeconds / 60);
  const time = minutes < 120 ? `${minutes} minutes` : `${Math.round(minutes / 60)} hours`;
  return new SourceUnavailable(`${message} It asks to come back in ${time}.`, { retryAfterSeconds });
}

/** Throws the signal's reason. */
async function sleepUnlessAborted(ms: number, signal: AbortSignal | undefined): Promise<void> {
  await sleep(ms, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
}

/** A download that was begun must continue with the same version of the file, if the source states one. */
async function checkVersion(file: string, { version }: OpenedFile, path: string): Promise<void> {
  const before = await readFile(versionFile(file), 'utf8').catch(() => '');
  if (before === '') return writeFile(versionFile(file), version);
  if (version === '' || version === before) return;
  await forget(file);
  throw new FileChanged(`${path} has changed at the source. Drop the release and add it again.`);
}

/** Appends each chunk to the file before it is handed on. */
async function* keeping(body: AsyncIterable<Uint8Array>, file: string): AsyncGenerator<Uint8Array> {
  const writer = createWriteStream(file, { flags: 'a' });
  // Reported by the write that failed; without a listener it would end the process.
  writer.on('error', () => {});
  try {
    for await (const chunk of body) {
      await write(writer, chunk);
      yield chunk;
    }
  } finally {
    await new Promise<void>((resolve) => writer.end(() => resolve()));
  }
}

const write = (writer: WriteStream, chunk: Uint8Array) =>
  new Promise<void>((resolve, reject) => {
    writer.write(chunk, (error) => (error ? reject(error) : resolve()));
  });

/** OperatorError if the disk is full, otherwise the same error. */
export function toDiskError(error: unknown, folder: string): unknown {
  if ((error as { code?: unknown }).code !== 'ENOSPC') return error;
  const message = `The disk is full at ${folder}. Free some space, then run the same command again to continue.`;
  return new OperatorError(message, { cause: error });
}
