import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { openStorage, removeParts, type Storage } from './storage.ts';

/** A bucket small enough to read here: it keeps what is PUT, by path, and refuses unsigned requests. */
function startBucket(): Promise<{ server: Server; endpoint: string }> {
  const objects = new Map<string, Buffer>();
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://bucket').pathname;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (!request.headers.authorization?.includes('Credential=key/')) return response.writeHead(403).end();
    if (request.method === 'PUT') objects.set(path, Buffer.concat(chunks));
    if (request.method === 'DELETE') objects.delete(path);
    const found = objects.get(path);
    if ((request.method === 'GET' || request.method === 'HEAD') && !found) return response.writeHead(404).end();
    return response.writeHead(200).end(request.method === 'GET' ? found : undefined);
  });
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve({ server, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    );
  });
}

let folder: string;
let bucket: Awaited<ReturnType<typeof startBucket>>;
const stores = new Map<string, Storage>();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zeus-files-'));
  bucket = await startBucket();
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  stores.set('disk', await openStorage({ kind: 'disk', folder }));
  stores.set(
    's3',
    await openStorage({ kind: 's3', bucket: 'zeus', region: 'us-east-1', endpoint: bucket.endpoint, ...keys }),
  );
});
afterAll(async () => {
  bucket.server.closeAllConnections();
  bucket.server.close();
  await rm(folder, { recursive: true });
});

describe.each(['disk', 's3'])('%s', (kind) => {
  const store = () => stores.get(kind) as Storage;

  test('a file that is not there', async () => {
    expect(await store().exists('missing.webp')).toBe(false);
    await expect(store().getBytes('missing.webp')).rejects.toThrow();
  });

  test('a file comes back as it was, until it is removed', async () => {
    const bytes = new Uint8Array([0, 255, 13, 10, 128]);
    await store().put('shots/ab/cd.webp', bytes, { contentType: 'image/webp' });
    expect(await store().getBytes('shots/ab/cd.webp')).toEqual(bytes);
    await store().delete('shots/ab/cd.webp');
    expect(await store().exists('shots/ab/cd.webp')).toBe(false);
  });

  test('a file that is written again and again is whole for every reader, and nothing else is left', async () => {
    const content = '<svg xmlns="http://www.w3.org/2000/svg"><circle r="9"/></svg>';
    const bytes = new TextEncoder().encode(content);
    await store().put('icons/a.svg', bytes);
    const write = () => store().put('icons/a.svg', bytes);
    const read = async () => new TextDecoder().decode(await store().getBytes('icons/a.svg'));
    for (let round = 0; round < 20; round++) {
      const [, , ...read20] = await Promise.all([write(), write(), ...Array.from({ length: 20 }, read)]);
      expect(new Set(read20)).toEqual(new Set([content]));
    }
    if (kind === 'disk') expect(await readdir(join(folder, 'icons'))).toEqual(['a.svg']);
  });

  test.each(['../outside.txt', 'a/../../outside.txt', 'a\0b'])(
    'a key that leads elsewhere is refused: %j',
    async (key) => {
      await expect(store().put(key, 'x')).rejects.toThrow();
    },
  );
});

describe('what a process left that died while it wrote', () => {
  const part = (key: string) => `${key}.1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed.part`;

  test('is removed after a day; nothing else is, and nothing outside', async () => {
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

  test('is not looked for before there is a folder', async () => {
    expect(await removeParts({ kind: 'disk', folder: join(folder, 'not-there') })).toBe(0);
  });
});
