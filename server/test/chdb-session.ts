// A session of chdb, by the C functions of its library, which ffi-rs calls. chdb's own addon for Node needs a newer C++ library than
// Debian 12 has, whereas the library, which is ClickHouse itself, runs on any Linux.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface ChdbSession {
  /** What the statement returns, in the given format. Throws ClickHouse's message. */
  run(sql: string, format: string): Promise<string>;
  close(): void;
}

/** With its data in a temporary folder, which is removed when it is closed. A process can have one. */
export function openChdb(path: string): ChdbSession {
  const ffi = loadFfi();
  const chdb = functionsOf(ffi, path);
  const folder = mkdtempSync(join(tmpdir(), 'zeus-chdb-'));
  const opened = chdb.chdb_connect([2, ['chdb', `--path=${folder}`]]);
  if (ffi.isNullPointer(opened)) throw new Error('chdb did not open a session');
  const [connection] = ffi.unwrapPointer([opened]);

  async function query(sql: string, format: string): Promise<string> {
    const result = await chdb.chdb_query([connection, sql, format]);
    try {
      const error = chdb.chdb_result_error([result]);
      if (!ffi.isNullPointer(error)) throw new Error(textAt(error));
      const length = chdb.chdb_result_length([result]);
      return length === 0 ? '' : ffi.createExternalBuffer(chdb.chdb_result_buffer([result]), length).toString();
    } finally {
      chdb.chdb_destroy_query_result([result]);
    }
  }
  const textAt = (pointer: ReturnType<typeof chdb.chdb_result_error>) =>
    ffi.restorePointer<string>({ retType: [ffi.DataType.String], paramsValue: ffi.wrapPointer([pointer]) }).join();

  let last: Promise<unknown> = Promise.resolve();
  return {
    run(sql, format) {
      // A connection executes one statement at a time.
      const result = last.then(() => query(sql, format));
      last = result.catch(() => {});
      return result;
    },
    close() {
      chdb.chdb_close_conn([opened]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Ffi = typeof import('ffi-rs');

/** When it is needed, because it exists for fewer machines than Zeus runs on. */
const loadFfi = () => createRequire(import.meta.url)('ffi-rs') as Ffi;

/** Named as in its header file. */
function functionsOf(ffi: Ffi, path: string) {
  const { External, I32, String: Text, StringArray, U64, Void } = ffi.DataType;
  const library = 'chdb';
  ffi.open({ library, path });
  const ofPointer = { library, paramsType: [External] };
  return ffi.define({
    chdb_connect: { library, paramsType: [I32, StringArray], retType: External },
    chdb_close_conn: { ...ofPointer, retType: Void },
    chdb_query: { library, paramsType: [External, Text, Text], retType: External, runInNewThread: true },
    chdb_result_error: { ...ofPointer, retType: External },
    chdb_result_buffer: { ...ofPointer, retType: External },
    chdb_result_length: { ...ofPointer, retType: U64 },
    chdb_destroy_query_result: { ...ofPointer, retType: Void },
  });
}
