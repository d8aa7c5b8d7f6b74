// Which address-like texts are real addresses. Rejects file names, package versions, error-report keys, message ids, accounts of
// networks, examples in forms and instructions, and honeypots.
import { parse } from 'tldts';
import { isNetworkHost } from './is-handle.ts';

const LOCAL = /^[\p{L}\p{N}_](?:[\p{L}\p{N}.!#$%&'*+/=?^_`{|}~-]*[\p{L}\p{N}_+-])?$/u;
const FILE_END =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|tiff?|css|scss|js|mjs|ts|tsx|jsx|json|html?|php|aspx?|xml|pdf|docx?|zip|woff2?|ttf|mp[34]|webm|map|py|rb|md)$/i;
/** Reserved, or used for nothing but examples. */
const EXAMPLE_DOMAIN =
  /(?:^|\.)(?:example|beispiel|exemple|ejemplo|esempio|exemplo|muster|mustermann|musterfirma|placeholder)\.[a-z.]+$|(?:^|\.)(?:example|test|invalid|localhost|local)$|^(?:your-?|my-?|mein-?|deine?-?|ihre?-?|tu|votre-?|the-?|some-?|any-?)(?:domain|domaine?|dominio|website|web-?site|web|site|company|companyname|business|firma|email|e-?mail|mail|host|server|provider|isp|organi[sz]ation|org|store|shop|blog|address|university)(?:name)?\.[a-z.]+$|^(?:domain|domainname|company|companyname|website)\.(?:com|org|net|de|co|io|tld|ext|fr|es|it|nl|co\.uk|com\.br|at|ch)$|^(?:site|email|address|test|sample)\.(?:com|org|net|tld|ext)$|^(?:x+|abc|xyz|foo|bar|foobar|mailinator|acme|acmecorp|contoso|fabrikam|northwindtraders|adventure-works|wideworldimporters|yopmail|e|globex|initech)\.(?:com|org|net|de)$/i;
/** Words that name real domains too (test.de, local.gov.uk, mail.com): examples only with a placeholder name. */
const GENERIC_DOMAIN =
  /^(?:test|local|sample|domaine|dominio|web-?site|site|business|firma|email|e-?mail|mail|host|server|provider|isp|organi[sz]ation|store|shop|blog|address|correo|usuario|university|demo)\.(?:com|org|net|de|co|io|fr|es|it|nl|ac\.uk|co\.uk|edu|com\.br|at|ch)$/i;
const EXAMPLE_LOCAL =
  /^(?:you|your|yourname|your[._-]?(?:name|email|e-?mail|address|username)|name|nom|nombre|vorname|nachname|username|user|user[-_]?name|usuario|email|e-?mail|mail|someone|somebody|anyone|firstname|lastname|first|last|first(?:name)?[._-]?last(?:name)?|vorname[._-]?nachname|prenom[._-]?nom|nombre[._-]?apellido|example|exemple|beispiel|ejemplo|sample|test|testing|tester|dummy|foo|foobar|abc|xyz|xxx+|j(?:ohn|ane|on)?[._-]?(?:doe|smith)|max[._-]?mustermann|erika[._-]?mustermann|mustermann|placeholder|enter[._-]?your[._-]?email|deine?[._-]?(?:name|email|mail|adresse)|ihre?[._-]?(?:name|email|mail|adresse)|tu[._-]?(?:correo|email)|votre[._-]?(?:email|nom)|e-?mail-?adresse|me|jemand)$/i;
/** First names of examples, which are real at any domain but a generic one. */
const EXAMPLE_NAME = /^(?:john|jane|joe|max|alice|bob|anna|demo|admin|info|hello|contact|support|sales)\d*$/i;
const NOBODY =
  /^(?:user|username|your[._-]?(?:name|email|e-?mail)|youremail|yourname|first(?:name)?[._-]last(?:name)?|someone|enter[._-]?your.*)$/i;
const PUBLIC_EXAMPLES =
  /^(?:gmail|yahoo|hotmail|outlook|email|mail|domain|company|firma|gmx|web|icloud|aol|address)\./i;
const TRAP =
  /honey-?pot|spam-?trap|^(?:trap|bot-?trap|no-?bots?|do-?not-?(?:mail|email|send)|dont-?(?:mail|email)|blackhole)$|^spam$/i;
const MACHINE_HOST =
  /(?:^|[.-])sentry(?:[.-]|\d|$)|wixpress\.com$|ingest\.|(?:^|\.)(?:errors?|bugsnag|rollbar|o\d{4,})\.|\.(?:internal|lan)$|^(?:github|gitlab|bitbucket)\.(?:com|org)$|(?:^|\.)(?:calendar\.google|group\.calendar)\./i;
const MACHINE_LOCAL =
  /^[0-9a-f]{16,}$|^[0-9a-f]{8}-[0-9a-f]{4}-|\d{14,}|^(?=.*[^\d]).*\d{10,}|^(?:git|npm)$|^pine\.|^\d+\.[\d.]*$|^v?\d+\.\d+/i;

/**
 * The normalized address, or null if it reaches no one. `isLocal`: the page itself is on a .localhost site, where such addresses
 * are real.
 */
export function readRealAddress(raw: string, isLocal = false): string | null {
  const address = raw
    .trim()
    .replace(/^mailto:/i, '')
    .toLowerCase();
  const at = address.lastIndexOf('@');
  const local = address.slice(0, at);
  const domain = address.slice(at + 1);
  if (at < 1 || local.length > 64 || domain.length > 253 || !LOCAL.test(local) || local.includes('..')) return null;
  const isHere = isLocal && /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.localhost$/.test(domain);
  if (!isHere && (!isMailDomain(domain) || FILE_END.test(domain))) return null;
  if ((!isHere && isExample(local, domain)) || TRAP.test(local)) return null;
  return MACHINE_HOST.test(domain) || isNetworkHost(domain) || MACHINE_LOCAL.test(local) ? null : address;
}

function isMailDomain(domain: string): boolean {
  if (!/^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])$/u.test(domain) || /\.-|-\./.test(domain)) return false;
  const { isIcann, domain: registered } = parse(domain, { allowPrivateDomains: false });
  return isIcann === true && registered !== null;
}

function isExample(local: string, domain: string): boolean {
  if (EXAMPLE_DOMAIN.test(domain) || NOBODY.test(local)) return true;
  if (GENERIC_DOMAIN.test(domain)) return EXAMPLE_LOCAL.test(local) || EXAMPLE_NAME.test(local);
  return (
    EXAMPLE_LOCAL.test(local) && (PUBLIC_EXAMPLES.test(domain) || /^(?:example|test|your|dummy|foo|xxx)/.test(local))
  );
}
