// Phrases of mail servers by meaning, collected from Postfix, Exim, Sendmail, qmail, Exchange and Exchange Online, Gmail, Yahoo,
// GMX, Proofpoint, Mimecast, Barracuda, Zoho, and national services. Used by classify-reply.ts.

const anyOf = (...phrases: string[]) => new RegExp(phrases.join('|'), 'i');

const MAILBOX = '(?:mailbox|recipient|user|address|account|addressee|e-?mail|alias|destinataire|usuario|utente)';
const IS = '(?: (?:is|was|has been|are))?';

/** Block lists, IP addresses, names and rates: can only be about the client. */
export const SURELY_ABOUT_US = anyOf(
  'black ?-?list',
  'block ?-?list',
  'blocked (?:using|by|for|due)',
  'dnsbl',
  '\\brbls?\\b',
  'spamhaus',
  'barracudacentral',
  'spamcop',
  'client (?:host|ip|address)',
  'your (?:ip|host|server|network|country|location)',
  'reputation',
  'rate ?-?limit',
  'too many',
  'harvest',
  'callback setup failed|could not complete sender',
  'ip name (?:lookup failed|possibly forged)',
  'host network not allowed|exceeded permitted limits',
);

/** Our sender address or its domain is refused. Checked first, because some servers word it as an unknown user. */
export const SENDER_REFUSED = anyOf(
  'sender (?:address|verify|verification|domain|is not|not|denied|rejected|blocked)|domain of sender',
  '(?:bad|unknown|invalid)(?: e-?mail)? sender',
  'badmailfrom|need fully-qualified address|invalid dns mx or a/aaaa',
);

/** Our IP address, host name or reputation: the operator's other servers will say the same, whatever the address. */
export const LISTED = anyOf(
  'spamhaus|spamcop|barracudacentral|sorbs|uceprotect|abuseat|senderscore',
  '(?:black|block|deny) ?-?list',
  'dnsbl|\\brbls?\\b|ers-(?:rbl|dul)',
  'blocked (?:using|- see)',
  'client (?:host|ip|\\[).*(?:blocked|rejected)',
  'banned send',
  '\\bs31[45]0\\b|\\b(?:dy|ou|sc)-00\\d\\b',
  '\\[(?:bl2\\d|tss0[679]|tss1\\d|ts03)\\]',
  'reputation',
  'your access to (?:submit messages|this mail system)',
  'not authori[sz]ed to send (?:e?mail )?directly',
  'sbrs score|permanently deferred|namespace mining',
  'too many invalid recipients|sulking|harvest|excessive unknown recipients',
  'reverse (?:dns|hostname)|cannot find your (?:reverse )?hostname|\\bptr\\b|\\brdns\\b',
  'xgemail_000[45]\\b',
);

/** Lists of one customer or recipient: the operator's other domains may still talk to us. */
export const LISTED_BY_CUSTOMER = /(?:customer|recipient|tenant|user)(?:'s)? (?:block|black|deny) ?-?list/i;

/** We ask too often: leave the operator alone for a while. */
export const THROTTLED = anyOf(
  'rate ?-?limit|unusual rate|excessive message rate|unexpected volume',
  'too many (?:connections|errors|sessions|messages from)',
  '\\[tss04\\]|\\bs(?:775|843|3114)\\b',
);

/** The mailbox exists but is receiving too much right now. */
export const MAILBOX_BUSY = anyOf(
  'receiving (?:e-?)?(?:mail|messages) (?:at a rate|too)',
  'recipient has exceeded message rate limit',
  'messages to .* deferred due to excessive volume',
);

/** More than one recipient or domain at once: says nothing about our rate or the mailbox. */
export const NOT_ALONE = anyOf(
  'multiple (?:regions|destination domains)|policy size per transaction',
  'too many recipients(?! (?:from|received))',
);

/** About the client, unless the rest clearly speaks of the mailbox. */
export const ABOUT_US = anyOf(
  SURELY_ABOUT_US.source,
  'deny ?-?list',
  'blocked',
  '\\b[sxp]bl\\b',
  'sorbs|senderscore|abuseat|cbl\\.|uceprotect',
  'your (?:mail ?server|email server|address|domain|isp|message|connection)',
  '\\bmail ?from\\b|\\b(?:envelope|return)[ -](?:from|sender|address|path)|\\bfrom (?:address|domain)|sending (?:domain|address)',
  'unknown client|sender host',
  '\\bip (?:address )?\\[?\\d',
  '(?:sending|source) (?:ip|host|server|mta)',
  '\\bptr\\b|reverse ?-?dns|\\brdns\\b|fully.qualified',
  '\\b(?:helo|ehlo)\\b',
  '\\b(?:spf|dkim|dmarc)\\b',
  'banned|throttl|too (?:much|fast)|unsolicited|suspicious|spam|\\bbulk\\b',
  'not authori[sz]ed to (?:send|connect)',
  'policy (?:rejection|violation|restriction)',
);

/** About us or the recipient; which, it does not say. */
export const BY_POLICY = /policy reason|(?:due to|by|against) (?:\w+ )?polic(?:y|ies)\b/i;

export const NO_SUCH_MAILBOX = anyOf(
  `unknown (?:${MAILBOX}|local|or illegal)`,
  `no such (?:${MAILBOX}|person|local)`,
  `not (?:our|an?|an? (?:valid|known|active|local)) (?:customer|${MAILBOX})`,
  `invalid ${MAILBOX}`,
  `bad destination mailbox`,
  `no (?:mailbox|user|account|recipient|one) (?:here|by|with|of|found|at)`,
  `${MAILBOX}(?: \\S+)?${IS} (?:unknown|unavailable|disabled|inactive|suspended|deactivated|closed|expired|terminated|invalid)`,
  `${MAILBOX}(?: \\S+)?${IS} not (?:found|known|exist|available|valid|active|listed|here|recogni[sz]ed|on this)`,
  `${MAILBOX}(?: \\S+)?${IS} no longer`,
  "does(?: not|n'?t) (?:exist|have an? \\S+ account|like recipient)",
  '(?:reach|tried to reach)(?: \\w+)? (?:is disabled|is inactive)',
  'recipient (?:rejected|address rejected: (?:user|undeliverable|unknown|no\\b))',
  'unrouteable|unroutable|undeliverable address',
  'recipientnotfound|nosuchuser|user_unknown',
  "unbekannt|existiert nicht|n'existe pas|inconnu|no existe|desconocid|non esiste|sconosciut|inexistente|nie istnieje",
);

/** The server is not responsible for the domain. */
export const NOT_RELAYED = anyOf(
  'relay(?:ing)?(?: access)?(?: is)? (?:denied|not|prohibited|forbidden)',
  '(?:not|unable to|cannot) relay|no relay',
  'rcpthosts',
);

/** The same, unless it is about our own domain. */
export const NOT_SERVED = anyOf(
  'not (?:local|hosted|handled|served) (?:here|by)',
  'domain(?: \\S+)?(?: is)? not (?:found|hosted|handled|accepted|local|configured|recogni[sz]ed|known|allowed)',
  'non-?accepted domain|not (?:a )?local domain',
);

export const FULL = anyOf(
  `${MAILBOX}(?: \\S+)?(?: (?:is|has))? (?:full|over ?-?quota|exceeded|out of (?:space|storage))`,
  'over ?-?quota|quota (?:is )?(?:exceeded|full|reached)|mailbox size limit|out of storage space',
  'exceed\\w*(?: \\w+){0,3} (?:quota|storage (?:limit|allocation))',
  '(?:insufficient|not enough)(?: disk)? space (?:in|for) (?:user|mailbox)',
);

export const GREYLIST = anyOf(
  'gr[ae]y ?-?list|postgrey',
  'come back (?:later|in)|try(?: it)? again in \\d|retry (?:in|after) \\d|please wait \\d',
  'not yet authori[sz]ed to deliver',
);

/** Exchange Online's directory has no such recipient, even if another server relays its reply. */
export const NOT_IN_DIRECTORY =
  /recipient address(?:es)? rejected ?: access denied.*(?:protection\.outlook\.com|aka\.ms\/exosmtperrors|as\(201806281\))/i;

/** With a permanent code, but not for good. "Check the address and try again" is. */
export const FOR_NOW = /temporar(?:y|ily)|try(?: it)?(?: again)? later/i;

/** Postfix says this, with a temporary code, after the server behind it gave a flat no. */
export const UNDELIVERABLE = /undeliverable address: .*said: 55\d/i;
