// Replies of real mail servers. The address asked for is always mia@golf.com.

import { describe, expect, test } from 'vitest';
import { classifyEarlyRefusal, classifyRefusal, requestedPause } from './classify-reply.ts';
import { joinReply, plainText, type Reply, readReplyLine } from './reply.ts';

function reply(text: string): Reply {
  const lines = text.split('\n').map((line) => readReplyLine(line));
  const joined = joinReply(lines.filter((line) => line !== null));
  if (joined === null) throw new Error(`not a reply: ${text}`);
  return joined;
}
const classOf = (text: string) =>
  classifyRefusal(reply(text), { recipient: 'mia@golf.com', sender: 'verify@zeus.example' });

describe('about us, never about the address', () => {
  test.each([
    '554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org',
    '550 5.7.1 Service unavailable, Client host [192.0.2.1] blocked using Spamhaus. To request removal see https://…',
    '554 5.7.1 <unknown[192.0.2.1]>: Client host rejected: Access denied',
    '550 5.1.1 <mia@golf.com>: Recipient rejected; 192.0.2.1 is blacklisted',
    '550 5.1.1 User unknown; your IP is listed in our RBL',
    '550 5.1.1 mailbox unavailable: your host has a poor reputation',
    '550-5.7.1 [192.0.2.1] Our system has detected that this message is likely unsolicited mail.\n550 5.7.1 blocked',
    '550 5.7.25 The IP address sending this message does not have a PTR record setup',
    '550 5.7.511 Access denied, banned sender[192.0.2.1]',
    '550 SC-001 (BAY004) Unfortunately, messages from 192.0.2.1 were not sent. Your network is on our block list',
    '554 Denied (Mode: normal): sending IP has bad reputation',
    '550 5.7.1 <zeus@x.example>: Sender address rejected: Domain not found',
    '450 4.7.1 <zeus.example>: Helo command rejected: Host not found',
    '550 5.7.1 Helo command rejected: need fully-qualified hostname',
    '550 5.7.23 The message was rejected because of Sender Policy Framework (SPF) violation',
    '550 rejected because of spam policy',
    '550 Too many invalid recipients',
    '421 4.7.0 Too many connections from your IP',
    '450 4.7.1 Error: too many recipients from [192.0.2.1]',
    '550 5.5.1 Directory harvest attack detected',
    '421-4.7.28 Our system has detected an unusual rate of unsolicited mail\n421 4.7.28 originating from your IP address',
    '550 5.7.1 <mia@golf.com>... Relaying denied. IP name lookup failed [192.0.2.1]',
    '550 5.7.508 Access denied, the sending IPv4 range has exceeded permitted limits',
    '554 Host network not allowed',
    '553 5.1.8 <verify@zeus.example>... Domain of sender address verify@zeus.example does not exist',
    '550 5.1.7 The originator address is not accepted',
    '550-Verification failed for <Verify@zeus.example>\n550 Unrouteable address',
    '550-Callback setup failed while verifying <x@y.z>\n550 (result of an earlier callout reused).',
    '554 Blocked - see https://ipcheck.proofpoint.com/?ip=192.0.2.1',
    '550 Mail from 192.0.2.1 refused - see http://www.barracudanetworks.com/reputation/?r=1&ip=192.0.2.1',
    '550 5.1.8 Domain not found',
    '550 5.1.0 Sender not allowed',
    '550 Sender host does not exist',
    '550 5.7.1 <mia@golf.com>: Recipient address rejected: Unknown client',
    '550 5.7.1 HELO domain not found',
    '550 Your domain is not allowed to send to this server',
    '554 5.7.1 MAIL FROM domain not found',
    '550 Domain zeus.example not found',
    '550 5.1.0 mail.zeus.example refused',
    '550 The sending domain does not exist',
    '550 Return address is invalid',
    '550 Invalid sender, mailbox unavailable',
  ])('%s', (text) => expect(classOf(text)).toBe('blocked'));

  test.each([
    '550 5.7.1 Recipient rejected due to policy',
    '550 Requested action not taken: mailbox unavailable (e.g., mailbox not found or command rejected for policy reasons)',
    '550 5.7.1 <mia@golf.com>: Recipient address rejected: Access denied',
    '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required',
    '530 5.7.0 Must issue a STARTTLS command first',
    '530 5.7.1 Authentication required',
    '550 Rejected',
    '550 Administrative prohibition',
    '554 Transaction failed',
    '554 5.6.0 Refused',
    '503 5.5.1 Bad sequence of commands',
    '501 5.1.3 Bad recipient address syntax',
    '552 5.3.4 Message size exceeds fixed limit',
  ])('%s', (text) => expect(classOf(text)).toBe('refused'));
});

describe('no such mailbox', () => {
  test.each([
    '550 5.1.1 <mia@golf.com>: Recipient address rejected: User unknown in virtual mailbox table',
    '550 5.1.1 <mia@golf.com>: Recipient address rejected: User unknown in local recipient table',
    '550 5.1.1 <mia@golf.com>: Recipient address rejected: undeliverable address: host mx[192.0.2.9] said: 550 no',
    '450 4.1.1 <mia@golf.com>: Recipient address rejected: undeliverable address: host mx said: 550 5.1.1 User unknown',
    "550-5.1.1 The email account that you tried to reach does not exist. Please try\n550-5.1.1 double-checking the recipient's email address for typos or\n550 5.1.1 unnecessary spaces. https://support.google.com/mail/?p=NoSuchUser gsmtp",
    '550-5.2.1 The email account that you tried to reach is inactive. For more\n550 5.2.1 information, go to https://support.google.com/mail/?p=DisabledUser gsmtp',
    '550 5.4.1 Recipient address rejected: Access denied. [AS(201806281)] [DB8.prod.protection.outlook.com]',
    '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient mia@golf.com not found by SMTP address lookup',
    '550 5.5.0 Requested action not taken: mailbox unavailable',
    '550 Requested action not taken: mailbox unavailable',
    "554 delivery error: dd This user doesn't have a yahoo.com account (mia@golf.com) [0] - mta1",
    '550 No Such User Here',
    '550 No such user here (mia)',
    '550 Unrouteable address',
    '550-Verification failed for <mia@golf.com>\n550 Unrouteable address',
    '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abc]',
    '550 5.1.1 <mia@golf.com>... User unknown (proofpoint)',
    '550 permanent failure for one or more recipients (mia@golf.com:550 5.1.1 User unknown)',
    '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302). [AM6.protection.outlook.com]',
    '550 Unknown user',
    '550 5.1.1 unknown or illegal alias: mia@golf.com',
    '553 5.3.0 <mia@golf.com>... No such user here',
    '550 #5.1.0 Address rejected.',
    '550 5.1.1 Mailbox disabled for this recipient',
    '550 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
    '511 sorry, no mailbox here by that name (#5.1.1 - chkuser)',
    '550 5.1.1 sid: User unknown',
    '550 Invalid recipient mia@golf.com (Mode: normal)',
    '550 <mia@golf.com>: account is disabled',
    '551 User not local; please try elsewhere',
    '550 5.1.6 Recipient no longer on server: mia@golf.com',
    '550 5.1.0 mia@golf.com: Adresse inconnue',
    '550 Empfaenger unbekannt',
    '550 5.1.1 5.4.1 Recipient address rejected: Access denied. For more information see https://aka.ms/EXOSmtpErrors [x]',
    '550 5.1.1 <mia@golf.com>: Recipient address rejected: User unknown in relay recipient table',
    '550 5.1.1 <mia@golf.com>: Recipient address rejected: User unknown in virtual alias table',
    '550 5.1.1 spam@golf.com User unknown',
    '550 5.1.1 User unknown: from verify.zeus.example to golf.com',
    '550 No such user at myzeus.example',
    '550 User unknown, please check the address and try again',
  ])('%s', (text) => expect(classOf(text)).toBe('no-such-mailbox'));
});

test('ignores words inside the address itself', () => {
  const text = reply('550 5.1.1 <blacklist.spamhaus@golf.com> No such user <blacklist.spamhaus>');
  expect(classifyRefusal(text, { recipient: 'Blacklist.Spamhaus@golf.com', sender: '' })).toBe('no-such-mailbox');
});

test.each([
  ['554 5.7.1 <mia@golf.com>: Relay access denied', 'domain-not-served'],
  ['550 5.7.1 Unable to relay', 'domain-not-served'],
  ['550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain', 'domain-not-served'],
  ["553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)", 'domain-not-served'],
  ['550 relay not permitted', 'domain-not-served'],
  ['550 Domain golf.com is not hosted here', 'domain-not-served'],
  ['452 4.2.2 <mia@golf.com>: Mailbox full', 'mailbox-full'],
  ['552 5.2.2 <mia@golf.com>: Mailbox is over quota', 'mailbox-full'],
  ['452-4.2.2 The email account that you tried to reach is over quota. Please direct\n452 4.2.2 …', 'mailbox-full'],
  ['550 Mailbox is full', 'mailbox-full'],
  ['552 Requested mail action aborted: exceeded storage allocation', 'mailbox-full'],
  ['422 mailbox over quota', 'mailbox-full'],
  ['450 4.2.0 <mia@golf.com>: Recipient address rejected: Greylisted, see http://postgrey/help', 'greylisted'],
  ['451 4.7.1 Greylisting in action, please come back in 00:05:00', 'greylisted'],
  ['451 4.7.1 Please try again in 300 seconds', 'greylisted'],
  ['451 4.7.1 <mia@golf.com> from <verify@zeus.example>: Greylisted', 'greylisted'],
  ['450 4.7.0 Graylisted, retry in 5 minutes', 'greylisted'],
  ['550 5.1.1 <mia@golf.com>: Recipient address rejected: Greylisted', 'greylisted'],
  ['550 5.2.1 Mailbox temporarily disabled', 'deferred'],
  ['550 mailbox unavailable, try again later', 'deferred'],
  ['451 4.3.0 Temporary local problem, please try again later', 'deferred'],
  ['452 4.3.1 Insufficient system storage', 'deferred'],
  ['450 4.1.1 <mia@golf.com>: Recipient address rejected: unverified address: verification in progress', 'deferred'],
  [
    '550-5.2.1 The user you are trying to contact is receiving mail at a rate that\n550 5.2.1 prevents more',
    'deferred',
  ],
  ['452 4.5.3 Too many recipients (AS780090)', 'deferred'],
  ['452 4.5.3 Recipients belong to multiple regions ATTR38', 'deferred'],
  ['550 5.7.513 Your email was rejected by a customer block list', 'refused'],
  ['550 5.4.1 Recipient address rejected: Access denied', 'refused'],
  ['421 Service not available, closing transmission channel', 'deferred'],
  ['451 4.7.500 Server busy. Please try again later', 'deferred'],
])('%s: %s', (text, expected) => expect(classOf(text)).toBe(expected));

test('a domain of ours that is checked itself is not mistaken for our sender', () => {
  const text = reply('550 No such user at golf.com');
  expect(classifyRefusal(text, { recipient: 'mia@golf.com', sender: 'verify@golf.com' })).toBe('no-such-mailbox');
});

test.each([
  ['554 5.7.1 your address is on our block list', 'blocked'],
  ['550 5.1.1 User unknown', 'blocked'],
  ['521 host does not accept mail', 'blocked'],
  ['421 4.3.2 try again later', 'deferred'],
  ['450 4.7.1 Greylisted', 'greylisted'],
  ['421 too many connections', 'blocked'],
])('before the recipient is named, %s: %s', (text, expected) => {
  expect(classifyEarlyRefusal(reply(text))).toBe(expected);
});

test.each([
  ['450 4.2.0 Greylisted, try again in 300 seconds', 300],
  ['451 please come back in 00:05:30', 330],
  ['450 Graylisted, retry in 5 minutes', 300],
  ['450 please wait 60s', 60],
  ['450 Greylisted', undefined],
  ['451 try again later', undefined],
])('%s: a pause of %s', (text, seconds) => expect(requestedPause(reply(text))).toBe(seconds));

test('text for people is one clean line without the address', () => {
  const dirty = reply('550-5.1.1 <Mia@golf.com>:\u0007 no\u202e such\n550 5.1.1 user  (mia@GOLF.com)');
  expect(plainText(dirty, 'mia@golf.com')).toBe('5.1.1 <…>: no such user (…)');
  expect(plainText(reply(`550 ${'x'.repeat(5_000)}`)).length).toBeLessThan(320);
  expect(plainText(reply('550 (a+b)*c@golf.com no'), '(a+b)*c@golf.com')).toBe('… no');
});
