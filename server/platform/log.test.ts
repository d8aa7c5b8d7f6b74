import { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function logged(fields: object): string {
  let text = '';
  const destination = new Writable({
    write(chunk, _encoding, done) {
      text += chunk;
      done();
    },
  });
  createLog({ log: { level: 'info' }, production: true }, destination).info(fields, 'said');
  return text;
}

test.each(['password', 'token', 'access_token', 'refresh_token', 'authorization', 'card', 'cvc', 'creditcard'])(
  '%s is hidden at every depth',
  (field) => {
    const fields = {
      [field]: 'confidential',
      body: { [field]: 'confidential' },
      request: { headers: { [field]: 'confidential' } },
    };
    const text = logged({ ...fields, deep: fields });
    expect(text).not.toContain('confidential');
    expect(text).toContain('[hidden]');
  },
);

test('other fields stay', () => {
  expect(JSON.parse(logged({ job: 'contacts.find', ms: 12 }))).toMatchObject({
    job: 'contacts.find',
    ms: 12,
    msg: 'said',
  });
});
