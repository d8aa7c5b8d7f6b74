// An S3 server for tests: s3rver, which checks signatures and clocks and accepts multipart uploads, behind a proxy that can
// imitate the failures of a real one.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import type { S3Settings } from '../platform/files/s3-driver.ts';

/** The first two are returned to every first attempt; the clock of the third is ten minutes ahead of ours. */
export type Trouble = 'slow-down' | 'internal-error' | 'clock-ahead';

export interface TestS3 {
  settings: S3Settings;
  trouble(kind: Trouble | undefined): void;
  /** Requests so far, and those refused because of the failure. */
  requests(): number;
  refused(): number;
  /** Aborted multipart uploads; s3rver itself does not support that request. */
  aborts(): number;
  keys(): Promise<string[]>;
  /** Parts of incomplete uploads. */
  unfinishedParts(): Promise<string[]>;
  stop(): Promise<void>;
}

const bucket = 'zeus';
const aheadMs = 10 * 60_000;

export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'zeus-s3-'));
  const s3rver = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await s3rver.run();
  let trouble: Trouble | undefined;
  const counts = { requests: 0, refused: 0, aborts: 0 };
  const gate = createServer((incoming, response) => {
    counts.requests += 1;
    if (incoming.method === 'DELETE' && incoming.url?.includes('uploadId=')) counts.aborts += 1;
    const refusal = trouble && refuse(trouble, incoming);
    if (refusal) {
      counts.refused += 1;
      incoming.resume().once('end', () => answerError(response, refusal));
    } else pass(port, incoming, response);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const settings = {
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${(gate.address() as AddressInfo).port}`,
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    settings,
    trouble(kind) {
      trouble = kind;
    },
    requests: () => counts.requests,
    refused: () => counts.refused,
    aborts: () => counts.aborts,
    keys: () => filesIn(directory, /\._S3rver_object$/),
    unfinishedParts: () => filesIn(directory, /_S3rver_uploads\/.*\/\d+$/),
    async stop() {
      gate.closeAllConnections();
      gate.close();
      s3rver.httpServer.closeAllConnections();
      await s3rver.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const filesIn = async (directory: string, names: RegExp) =>
  (await readdir(directory, { recursive: true })).filter((name) => names.test(name));

interface Refusal {
  status: number;
  code: string;
  date: Date;
}

function refuse(trouble: Trouble, { headers }: IncomingMessage): Refusal | undefined {
  if (trouble === 'clock-ahead') {
    const date = new Date(Date.now() + aheadMs);
    const sent = timeOf(String(headers['x-amz-date']));
    return Math.abs(date.getTime() - sent) > aheadMs / 2
      ? { status: 403, code: 'RequestTimeTooSkewed', date }
      : undefined;
  }
  if (!/attempt=1(;|$)/.test(String(headers['amz-sdk-request']))) return undefined;
  const [status, code] = trouble === 'slow-down' ? [503, 'SlowDown'] : [500, 'InternalError'];
  return { status, code, date: new Date() };
}

/** 20260131T235959Z */
const timeOf = (stamp: string) =>
  Date.parse(stamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

function answerError(response: ServerResponse, { status, code, date }: Refusal): void {
  response
    .writeHead(status, { 'Content-Type': 'application/xml', Date: date.toUTCString() })
    .end(`<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`);
}

function pass(port: number, incoming: IncomingMessage, response: ServerResponse): void {
  const { method, url: path, headers } = incoming;
  const forward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  forward.on('error', () => response.destroy());
  incoming.pipe(forward);
}
