import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStorage, type Storage } from './storage.ts';

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
