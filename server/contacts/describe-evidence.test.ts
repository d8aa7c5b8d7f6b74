import { expect, test } from 'vitest';
import type { EvidenceRow } from './contacts-data.store.ts';
import { describeEvidence } from './describe-evidence.ts';

test.each([
  ['zeus-own', 'The mail server confirmed this mailbox and rejects made-up ones.'],
  ['clearout', 'An email partner confirmed this mailbox.'],
])('the confidence in an email verified by %s names who confirmed it', (by, why) => {
  const verification = { verdict: 'valid', reason: 'accepted', by, at: '2026-11-01T00:00:00.000Z' };
  const row = { email: 'a@site.example', verification: 'valid', evidence: { verification } } as unknown as EvidenceRow;
  expect(describeEvidence(row).confidence).toEqual({ level: 'high', why });
});

test.each([
  ['Write to a@site.example or maria@site.example.', 'Write to a@site.example or …'],
  ['A@site.example. Fax: b.a@site.example', 'A@site.example. Fax: …'],
  ['Ann (mailto:a@site.example?cc=maria@site.example)', 'Ann (mailto:…)'],
  ['Ann (mailto:a%40site.example), maria%40site.example', 'Ann (mailto:a%40site.example), …'],
  ['a@site.example.org', '…'],
  ['a@site.example?x=maria@site.example@', '…'],
])('hides every other address: %s', (snippet, quote) => {
  const seen = { address: 'a@site.example', kind: 'personal', page: 'https://site.example/', rule: 'text', snippet };
  const row = {
    email: 'a@site.example',
    verification: 'unknown',
    evidence: { address: seen },
  } as unknown as EvidenceRow;
  expect(describeEvidence(row).origin).toMatchObject({ kind: 'page', quote });
});

test.each([
  ['zeus-own', 'no-such-mailbox', 'The mail server says this mailbox does not exist.'],
  ['zeus-own', 'disposable', 'Zeus checked this email and found that it does not work.'],
  ['clearout', 'no-such-mailbox', 'An email partner says this email does not work.'],
])('an email that %s calls invalid (%s) says who decided', (by, reason, why) => {
  const verification = { verdict: 'invalid', reason, by, at: '2026-11-01T00:00:00.000Z' };
  const row = {
    email: 'a@site.example',
    verification: 'invalid',
    evidence: { verification },
  } as unknown as EvidenceRow;
  expect(describeEvidence(row).confidence).toEqual({ level: 'low', why });
});
