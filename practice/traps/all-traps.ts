import { BROKEN, SOFT_404 } from './broken.ts';
import { CHARSETS } from './charsets.ts';
import { CLIENT_RENDERED } from './client-rendered.ts';
import { CONTACT_FORMS } from './contact-forms.ts';
import { COOKIE_WALLS } from './cookie-walls.ts';
import { CRAWLING } from './crawling.ts';
import { ENDLESS } from './endless.ts';
import { HUGE, SLOW } from './heavy.ts';
import { HTTPS } from './https.ts';
import { CANONICAL, NOINDEX } from './indexing.ts';
import { LEADS } from './leads.ts';
import { NAME_SERVERS } from './name-servers.ts';
import { REDIRECTS } from './redirects.ts';
import { ROBOTS_RULES } from './robots-rules.ts';
import { SPAM } from './spam.ts';
import type { TrapHost } from './trap.ts';
import { ZIPPED } from './zipped.ts';

export const TRAP_HOSTS: readonly TrapHost[] = [
  ...NAME_SERVERS,
  REDIRECTS,
  COOKIE_WALLS,
  BROKEN,
  SOFT_404,
  SLOW,
  HUGE,
  ZIPPED,
  CHARSETS,
  ENDLESS,
  ...CRAWLING,
  CLIENT_RENDERED,
  CANONICAL,
  NOINDEX,
  ...ROBOTS_RULES,
  ...HTTPS,
  ...SPAM,
  ...CONTACT_FORMS,
  LEADS,
];
