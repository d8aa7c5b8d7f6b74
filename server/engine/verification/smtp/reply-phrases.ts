// The words of mail servers, by what they mean: seen at Postfix, Exim, Sendmail, qmail, Exchange and Exchange Online,
// Gmail, Yahoo, GMX, Proofpoint, Mimecast, Barracuda, Zoho, and national services. Used by classify-reply.ts.

const anyOf = (...phrases: string[]) => new RegExp(phrases.join('|'), 'i');

const MAILBOX = '(?:mailbox|recipient|user|address|account|addressee|e-?mail|alias|destinataire|usuario|utente)';
const IS = '(?: (?:is|was|has been|are))?';

/** Lists, numbers, names and rates: what can only be about the caller. */
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
  'receiving (?:e-?)?(?:mail|messages) (?:at a rate|too)',
  'sender (?:address|verify|verification|domain|is not|denied|rejected|blocked)|bad sender|domain of sender',
);

/** Words that are about the caller unless the rest speaks plainly of the mailbox. */
export const ABOUT_US = anyOf(
  SURELY_ABOUT_US.source,
  'deny ?-?list',
  'blocked',
  '\\b[sxp]bl\\b',
  'sorbs|senderscore|abuseat|cbl\\.|uceprotect',
  'your (?:mail ?server|email server|address|domain|isp|message|connection)',
  '\\bip (?:address )?\\[?\\d',
  '(?:sending|source) (?:ip|host|server|mta)',
  '\\bptr\\b|reverse ?-?dns|\\brdns\\b|fully.qualified',
  '\\b(?:helo|ehlo)\\b',
  '\\b(?:spf|dkim|dmarc)\\b',
  'banned|throttl|too (?:much|fast)|unsolicited|suspicious|spam|\\bbulk\\b',
  'not authori[sz]ed to (?:send|connect)',
  'policy (?:rejection|violation|restriction)',
);

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
export const NOT_SERVED = anyOf(
  'relay(?:ing)?(?: access)?(?: is)? (?:denied|not|prohibited|forbidden)',
  '(?:not|unable to|cannot) relay|relay recipient|no relay',
  'rcpthosts',
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

/** Postfix says so, with a temporary code, after it has asked the server behind it and got a flat no. */
export const UNDELIVERABLE = /undeliverable address: .*said: 55\d/i;
