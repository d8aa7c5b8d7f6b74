// The large mail operators: how to recognize them by MX host, what an accepted recipient proves there, how many checks they
// tolerate, and replies that have a special meaning there. Every rule comes from recorded replies or the operator's own
// documentation; general knowledge only sets the pace or the recognition, never a verdict.
// `stores/mail-replies.store.ts` keeps what servers really said, so that rules can be corrected.

import type { ReplyRule } from '../smtp/classify-reply.ts';

export interface MailOperator {
  /** Its name in settings, logs and metrics. */
  id: string;
  /** Suffixes of its MX host names; `*` matches any top-level domain. */
  mx: readonly string[];
  /**
   * 'nothing': every recipient is accepted and bounced later, so we never ask. 'sometimes': depends on how the customer
   * configured the gateway; if it accepts a random recipient too, it checks nothing. Otherwise a 250 confirms the mailbox.
   */
  accepted?: 'nothing' | 'sometimes';
  /** Addresses to check in 24 hours, unless the settings say otherwise. */
  perDay?: number;
  /** Unknown recipients per hour at one of its hosts. Higher than usual where one host serves millions of domains. */
  unknownPerHour?: number;
  /** One recipient per connection: it refuses any second one. */
  isOnePerConnection?: true;
  /** Applied at RCPT, after refusals of the sender. */
  rules?: readonly ReplyRule[];
}

const BUSY_HOST = 200;

export const MAIL_OPERATORS: readonly MailOperator[] = [
  {
    id: 'google',
    mx: ['google.com', 'googlemail.com'],
    perDay: 2_000,
    unknownPerHour: BUSY_HOST,
    // The domain accepts email only from its gateway.
    rules: [{ says: /not in whitelist for rcpt domain/i, means: 'refused' }],
  },
  // Its policy forbids "namespace mining": check little, and let the settings turn it off (docs/operating.md).
  { id: 'outlook', mx: ['olc.protection.outlook.com'], perDay: 100, isOnePerConnection: true },
  {
    id: 'microsoft-365',
    mx: ['mail.protection.outlook.com', 'mx.microsoft', 'mail.eo.outlook.com', 'partner.outlook.cn'],
    perDay: 1_000,
    isOnePerConnection: true,
    rules: [
      // Directory Based Edge Blocking: the directory has no such recipient.
      { says: /\b5\.4\.1\b.*recipient address(?:es)? rejected ?: access denied/i, means: 'no-such-mailbox' },
      { says: /\b5\.7\.504\b.*recipient address rejected/i, means: 'no-such-mailbox' },
      { says: /tenantattribution|\b5\.7\.513\b/i, means: 'refused' },
    ],
  },
  { id: 'yahoo', mx: ['yahoodns.net'], accepted: 'nothing' },
  { id: 'mail-ru', mx: ['mail.ru'], accepted: 'nothing' },
  { id: 'icloud', mx: ['mail.icloud.com'], unknownPerHour: BUSY_HOST },
  {
    id: 'gmx',
    mx: ['gmx.net', 'gmx.*', 'web.de', '1and1.*', 'ionos.*', 'kundenserver.de', 'perfora.net'],
    unknownPerHour: BUSY_HOST,
    // "mailbox unavailable" starts refusals of every kind; the next line says which.
    rules: [
      { says: /policy (?:violations|restrictions)|invalid dns mx|[?&]c=(?:poli|sp|bl|rdns)\b/i, means: 'blocked' },
    ],
  },
  {
    id: 'zoho',
    mx: ['zoho.com', 'zoho.eu', 'zoho.in', 'zoho.com.au'],
    unknownPerHour: BUSY_HOST,
    rules: [
      { says: /rejected by destination domain|mailbox delivery (?:failure|restricted)/i, means: 'refused' },
      { says: /relaying disallowed/i, means: 'domain-not-served' },
    ],
  },
  { id: 'proton', mx: ['protonmail.ch'], unknownPerHour: BUSY_HOST },
  { id: 'fastmail', mx: ['messagingengine.com'], unknownPerHour: BUSY_HOST },
  {
    id: 'yandex',
    mx: ['yandex.net', 'yandex.ru'],
    unknownPerHour: BUSY_HOST,
    // The second one: Yandex has closed the account.
    rules: [{ says: /no such user|policy rejection on the target address/i, means: 'no-such-mailbox' }],
  },
  { id: 'ovh', mx: ['mail.ovh.net'], unknownPerHour: BUSY_HOST },
  {
    id: 'mimecast',
    mx: ['mimecast.com', 'mimecast.co.za', 'mimecastprotect.com'],
    accepted: 'sometimes',
    rules: [
      { says: /internal resource/i, means: 'greylisted' },
      { says: /account inbounds disabled/i, means: 'deferred' },
      { says: /administrative prohibition|envelope blocked|spf sender invalid/i, means: 'refused' },
    ],
  },
  { id: 'proofpoint', mx: ['pphosted.com'], accepted: 'sometimes' },
  {
    id: 'proofpoint-essentials',
    mx: ['ppe-hosted.com'],
    accepted: 'sometimes',
    rules: [{ says: /address is marked as invalid/i, means: 'no-such-mailbox' }],
  },
  { id: 'barracuda', mx: ['ess.barracudanetworks.com'], accepted: 'sometimes' },
  // Drops connections after 25 unknown recipients per hour; then some hosts accept everything and discard it.
  { id: 'cisco', mx: ['iphmx.com'], accepted: 'sometimes' },
  {
    id: 'trend-micro',
    mx: ['hes.trendmicro.com', 'tmes.trendmicro.com', 'tmes.trendmicro.eu'],
    rules: [
      { says: /invalid-recipient/i, means: 'no-such-mailbox' },
      { says: /block-rcpt|no-domain|block-send-?er/i, means: 'refused' },
      { says: /ers-qil/i, means: 'deferred' },
    ],
  },
  {
    id: 'sophos',
    mx: ['hydra.sophos.com', 'reflexion.net'],
    rules: [
      { says: /xgemail_0011/i, means: 'no-such-mailbox' },
      { says: /xgemail_0010/i, means: 'refused' },
    ],
  },
  {
    id: 'spamexperts',
    mx: ['antispamcloud.com'],
    rules: [{ says: /recipient address rejected by destination/i, means: 'no-such-mailbox' }],
  },
  { id: 'symantec', mx: ['messagelabs.com'] },
  // Blocks for an hour after too many unknown recipients, then for the rest of the day.
  { id: 'godaddy', mx: ['secureserver.net'] },
  { id: 'rackspace', mx: ['emailsrvr.com'] },
  { id: 'hornetsecurity', mx: ['hornetsecurity.com', 'antispameurope.com'] },
];
