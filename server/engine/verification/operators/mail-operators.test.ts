// Recorded replies of the large operators, each with the class it must get at that operator's servers.

import { describe, expect, test } from 'vitest';
import { classifyRefusal, operatorRefusal } from '../smtp/classify-reply.ts';
import { joinReply, type Reply, readReplyLine } from '../smtp/reply.ts';
import { MAIL_OPERATORS } from './mail-operators.ts';
import { operatorOf } from './operator-of.ts';

function reply(text: string): Reply {
  const joined = joinReply(text.split('\n').flatMap((line) => readReplyLine(line) ?? []));
  if (joined === null) throw new Error(`not a reply: ${text}`);
  return joined;
}
const named = { recipient: 'mia@golf.com', sender: 'verify@zeus.example' };

describe('recognized by MX host', () => {
  test.each([
    ['aspmx.l.google.com', 'google'],
    ['ALT1.ASPMX.L.Google.com.', 'google'],
    ['aspmx2.googlemail.com', 'google'],
    ['hotmail-com.olc.protection.outlook.com', 'outlook'],
    ['golf-com.mail.protection.outlook.com', 'microsoft-365'],
    ['golf-com.k-v1.mx.microsoft', 'microsoft-365'],
    ['mta5.am0.yahoodns.net', 'yahoo'],
    ['mx01.mail.icloud.com', 'icloud'],
    ['mx00.emig.gmx.net', 'gmx'],
    ['mx00.ionos.co.uk', 'gmx'],
    ['mx01.1and1.com', 'gmx'],
    ['emx.mail.ru', 'mail-ru'],
    ['eu-smtp-inbound-1.mimecast.com', 'mimecast'],
    ['mx0a-00123.gslb.pphosted.com', 'proofpoint'],
    ['mx1-us1.ppe-hosted.com', 'proofpoint-essentials'],
    ['d1.ess.barracudanetworks.com', 'barracuda'],
    ['mta5.am0.yahoodns.net.localhost', 'yahoo'],
    ['mx.golf.co.uk', 'golf.co.uk'],
    ['mx.notgoogle.com', 'notgoogle.com'],
    ['google.com.evil.example', 'evil.example'],
    ['mail.golf.localhost', 'golf.localhost'],
    ['93.184.216.34', '93.184.216.34'],
  ])('%s: %s', (host, id) => expect(operatorOf(host).id).toBe(id));

  test('every operator has a unique id', () => {
    expect(new Set(MAIL_OPERATORS.map(({ id }) => id)).size).toBe(MAIL_OPERATORS.length);
  });
});

const NONE = 'no-such-mailbox';

describe('replies at RCPT', () => {
  test.each<[string, string, string]>([
    [
      'aspmx.l.google.com',
      '550-5.1.1 The email account that you tried to reach does not exist.\n550 5.1.1 NoSuchUser gsmtp',
      NONE,
    ],
    ['aspmx.l.google.com', '452 4.2.2 The recipient’s inbox is out of storage space. OverQuotaTemp', 'mailbox-full'],
    ['aspmx.l.google.com', '550 5.2.1 The email account that you tried to reach is inactive. DisabledUser', NONE],
    ['aspmx.l.google.com', '450 4.2.1 The user you are trying to contact is receiving email too quickly', 'deferred'],
    ['aspmx.l.google.com', '421 4.7.0 IP not in whitelist for RCPT domain, closing connection.', 'refused'],
    [
      'aspmx.l.google.com',
      '550 5.7.1 The IP you’re using to send mail is not authorized to send email directly',
      'blocked',
    ],
    [
      'hotmail-com.olc.protection.outlook.com',
      '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).',
      NONE,
    ],
    [
      'hotmail-com.olc.protection.outlook.com',
      "550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent. Please contact your ISP, part of their network is on our block list (S3140).",
      'blocked',
    ],
    ['hotmail-com.olc.protection.outlook.com', '452 4.5.3 Too many recipients (AS780090)', 'deferred'],
    ['x.mail.protection.outlook.com', '550 5.4.1 Recipient address rejected: Access denied. AS(201806281) [x]', NONE],
    [
      'x.mail.protection.outlook.com',
      '550 5.4.1 Recipient address rejected: Access denied. For more information see https://aka.ms/EXOSmtpErrors',
      NONE,
    ],
    ['x.mail.protection.outlook.com', '550 5.4.1 All recipient addresses rejected : Access denied', NONE],
    ['x.mail.protection.outlook.com', '550 5.7.504 Recipient address rejected: Access denied', NONE],
    ['x.mail.protection.outlook.com', '550 5.7.606 Access denied, banned sending IP [192.0.2.1]', 'blocked'],
    ['x.mail.protection.outlook.com', '550 5.7.64 TenantAttribution; Relay Access Denied', 'refused'],
    ['x.mail.protection.outlook.com', '451 4.7.500 Server busy. Please try again later', 'deferred'],
    ['mx01.mail.icloud.com', '550 5.1.1 <mia@golf.com>: user does not exist', NONE],
    ['mx01.mail.icloud.com', '550 5.1.1 <mia@golf.com>: inactive email address', NONE],
    ['mx01.mail.icloud.com', '552 5.2.2 <mia@golf.com>: user is over quota', 'mailbox-full'],
    [
      'mx01.mail.icloud.com',
      '550 5.7.0 Blocked - see https://support.proofpoint.com/dnsbl-lookup.cgi?ip=192.0.2.1',
      'blocked',
    ],
    ['mx01.mail.icloud.com', '421 4.7.1 Messages to mia@golf.com deferred due to excessive volume', 'deferred'],
    [
      'mx00.emig.gmx.net',
      '550-Requested action not taken: mailbox unavailable\n550 For explanation visit https://postmaster.gmx.net/en/case?c=r1601&i=1',
      NONE,
    ],
    [
      'mx00.emig.gmx.net',
      '550-Requested action not taken: mailbox unavailable\n550-Reject due to policy restrictions.\n550 For explanation visit https://postmaster.gmx.net/en/case?c=poli',
      'blocked',
    ],
    [
      'mx00.emig.gmx.net',
      '550-Requested action not taken: mailbox unavailable\n550 invalid DNS MX or A/AAAA resource record',
      'blocked',
    ],
    [
      'mx00.emig.gmx.net',
      '552-Requested mail action aborted: exceeded storage allocation\n552 Quota exceeded',
      'mailbox-full',
    ],
    ['mx.zoho.com', '550 5.1.1 User does not exist - <mia@golf.com>', NONE],
    ['mx.zoho.com', '541 5.4.1 Mail rejected by destination domain', 'refused'],
    ['mx.zoho.com', '553 5.1.1 Relaying disallowed', 'domain-not-served'],
    ['mx.zoho.com', '451 4.7.1 Greylisted, try again after some time', 'greylisted'],
    ['mail.protonmail.ch', '550 5.1.1 <mia@golf.com>: Recipient address rejected: Address does not exist', NONE],
    [
      'in1-smtp.messagingengine.com',
      '504 5.5.2 <verify>: Sender address rejected: need fully-qualified address',
      'blocked',
    ],
    ['mx.yandex.net', '550 5.7.1 No such user! 1700000000-AbCd', NONE],
    ['mx.yandex.net', '550 5.7.1 Policy rejection on the target address', NONE],
    ['mx.yandex.net', '552 5.2.2 Mailbox size limit exceeded', 'mailbox-full'],
    ['mx1.mail.ovh.net', '550 sorry, user over quota [mx1] (#5.1.1)', 'mailbox-full'],
    ['mx1.mail.ovh.net', '550 5.1.1 <mia@golf.com>: Recipient address rejected: User unknown', NONE],
    ['eu.mimecast.com', '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [a]', NONE],
    ['eu.mimecast.com', '451 Internal resource(s) temporarily unavailable', 'greylisted'],
    ['eu.mimecast.com', '550 csi.mimecast.org Poor Reputation Sender', 'blocked'],
    ['eu.mimecast.com', '550 Administrative prohibition - envelope blocked', 'refused'],
    ['mx.pphosted.com', '550 5.1.1 User Unknown', NONE],
    ['mx.pphosted.com', '550 5.7.1 client [192.0.2.1] blocked using prs.proofpoint.com', 'blocked'],
    [
      'mx.ppe-hosted.com',
      '550 5.7.1 <mia@golf.com>: Recipient address rejected: User email address is marked as invalid',
      NONE,
    ],
    ['d1.ess.barracudanetworks.com', '550 No such user (mia@golf.com)', NONE],
    ['d1.ess.barracudanetworks.com', '550 cuda_nsu 5.1.1 <mia@golf.com>… User unknown', NONE],
    ['esa1.iphmx.com', '550 #5.1.0 Address rejected.', NONE],
    ['esa1.iphmx.com', '550 #5.7.1 Your access to submit messages to this e-mail system has been rejected.', 'blocked'],
    ['in.hes.trendmicro.com', '554 5.7.1 <mia@golf.com>: Recipient address rejected: Invalid-Recipient.', NONE],
    ['in.hes.trendmicro.com', '550 5.7.1 <mia@golf.com>: Recipient address rejected: ERS-RBL', 'blocked'],
    ['in.hes.trendmicro.com', '554 5.7.1 <mia@golf.com>: Recipient address rejected: BLOCK-RCPT', 'refused'],
    ['in.hes.trendmicro.com', '450 4.7.1 <mia@golf.com>: Recipient address rejected: ERS-QIL', 'deferred'],
    ['mx.hydra.sophos.com', '550 5.1.1 XGEMAIL_0011 Command rejected', NONE],
    ['mx.antispamcloud.com', '550 Recipient address rejected by destination (based on cache)', NONE],
    ['cluster1.messagelabs.com', '550 Invalid recipient <mia@golf.com> (#5.1.1)', NONE],
    ['smtp.secureserver.net', '550 #5.1.0 Address rejected mia@golf.com', NONE],
    ['smtp.secureserver.net', '554 too many invalid recipients IB112', 'blocked'],
    // The same words from another server prove nothing.
    ['mx.small.example', '554 5.7.1 <mia@golf.com>: Recipient address rejected: Access denied', 'refused'],
    [
      'mx.small.example',
      '550-Verification failed for <verify@zeus.example>\n550-No Such User Here\n550 Sender verify failed',
      'blocked',
    ],
    ['mx.small.example', '450 4.7.25 Client host rejected: cannot find your hostname, [192.0.2.1]', 'blocked'],
    ['mx.small.example', '452 4.3.1 Insufficient system storage', 'deferred'],
    ['mx.small.example', '553 too many bad recipients: sulking (#5.5.1)', 'blocked'],
  ])('%s: %s → %s', (host, text, expected) => {
    expect(classifyRefusal(reply(text), { ...named, rules: operatorOf(host).rules })).toBe(expected);
  });
});

describe('what concerns the whole operator', () => {
  test.each<[string, string | undefined]>([
    ["550 5.7.1 Unfortunately, messages from [192.0.2.1] weren't sent (S3140).", 'listed'],
    ['554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using zen.spamhaus.org', 'listed'],
    ['550 5.7.25 The IP address sending this message does not have a PTR record setup', 'listed'],
    ['553 5.7.2 [TSS09] All messages from 192.0.2.1 will be permanently deferred', 'listed'],
    ['421 4.7.28 Our system has detected an unusual rate of mail', 'throttled'],
    ['451 4.7.650 The mail server has been temporarily rate limited due to IP reputation (S775)', 'throttled'],
    ['421 4.7.0 Too many connections', 'throttled'],
    ['550 5.7.513 Rejected by a customer block list', undefined],
    ['550 5.1.8 Sender address rejected: Domain not found', undefined],
    ['450 4.2.1 The user you are trying to contact is receiving mail at a rate that prevents delivery', undefined],
    ['450 4.2.0 <blacklist@golf.com>: Greylisted', undefined],
    ['550 5.1.1 User unknown', undefined],
    ['250 2.1.5 blocklist ok', undefined],
  ])('%s: %s', (text, expected) => expect(operatorRefusal(reply(text), 'blacklist@golf.com')).toBe(expected));
});
