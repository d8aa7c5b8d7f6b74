// Uploads, downloads and copies with files in S3.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestStorage, type TestStorage } from '../../test/storage.ts';

const objects = new Map<string, Buffer>();
let server: Server;
let t: TestStorage;

/** A minimal S3 server: PUT (also aws-chunked, as streams are sent), COPY, GET, HEAD and DELETE. */
beforeAll(async () => {
  server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://bucket').pathname;
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.method === 'PUT') {
      const source = request.headers['x-amz-copy-source'];
      const body = Buffer.concat(chunks);
      const isChunked = request.headers['content-encoding'] === 'aws-chunked';
      const copied = source ? objects.get(`/${String(source).replace(/^\//, '')}`) : undefined;
      if (source && !copied) return response.writeHead(404).end();
      objects.set(path, copied ?? (isChunked ? unpack(body) : body));
      return response.writeHead(200).end(source ? '<CopyObjectResult></CopyObjectResult>' : undefined);
    }
    if (request.method === 'DELETE') return response.writeHead(objects.delete(path) ? 204 : 404).end();
    const found = objects.get(path);
    if (!found) return response.writeHead(404).end();
    return response
      .writeHead(200, { 'content-length': found.length })
      .end(request.method === 'GET' ? found : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t = await createTestStorage({
    S3_BUCKET: 'zeus',
    S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    S3_ACCESS_KEY_ID: 'key',
    S3_SECRET_ACCESS_KEY: 'secret',
  });
});
afterAll(async () => {
  await t.close();
  server.closeAllConnections();
  server.close();
});

/** Chunks are "<length in hex>[;…]\r\n<bytes>\r\n"; the last one is empty. */
function unpack(body: Buffer): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; ; ) {
    const line = body.indexOf('\r\n', at);
    const length = Number.parseInt(body.toString('latin1', at, line), 16);
    if (!length) return Buffer.concat(parts);
    parts.push(body.subarray(line + 2, line + 2 + length));
    at = line + 2 + length + 2;
  }
}

test('upload, download, copy, replace and remove', async () => {
  const ann = await t.person();
  const from = ann.client.from(await t.bucketOf(ann));
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 251));
  expect((await from.upload('raw', bytes)).error).toBeNull();
  expect((await from.upload('form', new Blob([bytes]))).error).toBeNull();
  expect((await from.upload('stream', new Blob([bytes]).stream())).error).toBeNull();
  expect((await from.upload('empty', new Blob([]))).error).toBeNull();
  for (const name of ['raw', 'form', 'stream']) {
    const { data } = await from.download(name);
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(bytes)).toBe(true);
  }
  expect((await from.download('empty')).data?.size).toBe(0);
  expect((await from.copy('raw', 'copy')).error).toBeNull();
  expect((await from.update('raw', 'short')).error).toBeNull();
  expect((await from.download('copy')).data?.size).toBe(200_000);
  expect(objects.size).toBe(5);
  await from.remove(['raw', 'form', 'stream', 'copy', 'empty']);
  expect(objects.size).toBe(0);
});
