import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestS3, type TestS3 } from '../test/s3.ts';
import { openStorage, removeParts, type Storage } from './storage.ts';

let folder: string;
let s3: TestS3;
const stores = new Map<string, Storage>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zeus-files-'));
  s3 = await startTestS3();
  stores.set('disk', await openStorage({ kind: 'disk', folder }));
  stores.set('s3', await openStorage({ kind: 's3', ...s3.settings }));
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true });
});

describe.each(['disk', 's3'])('%s', (kind) => {
  const store = () => stores.get(kind) as Storage;

  test('a missing file', async () => {
    expect(await store().exists('missing.webp')).toBe(false);
    await expect(store().getBytes('missing.webp')).rejects.toThrow();
  });

  test('a file is returned unchanged until it is removed', async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 128]);
    await store().put('shots/ab/cd.webp', bytes, { contentType: 'image/webp' });
    expect(await store().getBytes('shots/ab/cd.webp')).toEqual(bytes);
    await store().delete('shots/ab/cd.webp');
    expect(await store().exists('shots/ab/cd.webp')).toBe(false);
  });

  // S3 guarantees it; the stand-in for S3 writes in place.
  test.runIf(kind === 'disk')(
    'a file that is written again and again is whole for every reader, and nothing else is left',
    async () => {
      const content = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>';
      const bytes = new TextEncoder().encode(content);
      await store().put('icons/a.svg', bytes);
      const write = () => store().put('icons/a.svg', bytes);
      const read = async () => new TextDecoder().decode(await store().getBytes('icons/a.svg'));
      for (let round = 0; round < 20; round++) {
        const [, , ...read20] = await Promise.all([write(), write(), ...Array.from({ length: 20 }, read)]);
        expect(new Set(read20)).toEqual(new Set([content]));
      }
      expect(await readdir(join(folder, 'icons'))).toEqual(['a.svg']);
    },
  );

  test.each(['../outside.txt', 'a/../../outside.txt', 'a\0b'])(
    'a key that leads elsewhere is refused: %j',
    async (key) => {
      await expect(store().put(key, 'x')).rejects.toThrow();
    },
  );
});

describe('a failing S3', () => {
  const store = () => stores.get('s3') as Storage;
  const [small, large] = [Buffer.alloc(100_000, 'ab'), Buffer.alloc(9_000_000, 'Zeus')];
  /** In chunks that do not match the parts. */
  const streamOf = (bytes: Buffer) =>
    Readable.from(
      Array.from({ length: Math.ceil(bytes.length / 65_000) }, (_, n) => bytes.subarray(n * 65_000, (n + 1) * 65_000)),
    );

  test.each([
    ['the bucket is busy (503 SlowDown)', 'slow-down'],
    ['the store fails (500 InternalError)', 'internal-error'],
    ['our clock is ten minutes late (403 RequestTimeTooSkewed)', 'clock-ahead'],
  ] as const)('files of all sizes are written, read, copied and removed while %s', async (_what, trouble) => {
    s3.trouble(trouble);
    onTestFinished(() => s3.trouble(undefined));
    for (const bytes of [Buffer.alloc(0), small, large]) {
      await store().putStream('a/stream', streamOf(bytes), { contentLength: bytes.length });
      expect(Buffer.from(await store().getBytes('a/stream')).equals(bytes)).toBe(true);
    }
    await store().put('a/bytes', small);
    await store().copy('a/bytes', 'a/copy');
    expect(await store().exists('a/copy')).toBe(true);
    for (const key of ['a/stream', 'a/bytes', 'a/copy']) await store().delete(key);
    expect(await store().exists('a/stream')).toBe(false);
    expect(s3.refused()).toBeGreaterThan(0);
    expect(await s3.unfinishedParts()).toEqual([]);
  });

  test('an upload that fails midway is aborted and leaves no file', async () => {
    const cut = Readable.from(
      (async function* () {
        yield* [large, large];
        throw new Error('the client went away');
      })(),
    );
    await expect(store().putStream('a/cut', cut)).rejects.toMatchObject({ cause: { message: 'the client went away' } });
    expect(await store().exists('a/cut')).toBe(false);
    expect(s3.aborts()).toBe(1);
  });

  test('a wrong key is refused at once, without retries', async () => {
    const stranger = await openStorage({ kind: 's3', ...s3.settings, secretAccessKey: 'guess' });
    const before = s3.requests();
    await expect(stranger.put('a/b', 'x')).rejects.toMatchObject({ cause: { name: 'SignatureDoesNotMatch' } });
    expect(s3.requests()).toBe(before + 1);
  });
});

describe('leftovers of a process that died while writing', () => {
  const part = (key: string) => `${key}.1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed.part`;

  test('are removed after a day; nothing else is, and nothing outside', async () => {
    const home = await mkdtemp(join(tmpdir(), 'zeus-parts-'));
    onTestFinished(() => rm(home, { recursive: true }));
    const files = join(home, 'files');
    await mkdir(join(files, 'pictures', 'ab'), { recursive: true });
    await mkdir(join(home, 'elsewhere'));
    await symlink(join(home, 'elsewhere'), join(files, 'link'));
    const kept = ['ab/abcd.webp', 'ab/some.part', 'ab/1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed.part.webp'];
    const old = [part('ab/abcd.webp'), part('top.webp')];
    const young = part('ab/young.webp');
    const outside = join(home, 'elsewhere', part('other.webp'));
    const paths = [...kept, ...old, young].map((name) => join(files, 'pictures', name));
    for (const path of [...paths, outside]) {
      await writeFile(path, 'x');
      const age = path.includes('young') ? 23 : 25;
      await utimes(path, new Date(), new Date(Date.now() - age * 3_600_000));
    }
    expect(await removeParts({ kind: 'disk', folder: files })).toBe(2);
    const left = await readdir(join(files, 'pictures'), { recursive: true });
    expect(left.sort()).toEqual(['ab', ...kept, young].sort());
    expect(await readdir(join(home, 'elsewhere'))).toHaveLength(1);
    expect(await removeParts({ kind: 'disk', folder: files })).toBe(0);
  });

  test('are not looked for before there is a folder', async () => {
    expect(await removeParts({ kind: 'disk', folder: join(folder, 'not-there') })).toBe(0);
  });
});
