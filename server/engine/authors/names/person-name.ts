// Is this text the name of a person? Strips what pages attach to names (By, roles, dates, degrees), then checks every word.
// Strict on purpose: a wrong author is worse than none.
import { memoizeTexts } from '../../memoize-texts.ts';
import { isEastAsianName, readKoreanReporter } from './east-asian-names.ts';
import { isGivenName } from './given-names.ts';
import {
  AUTHOR_SIGN,
  CREDENTIAL,
  DATE_TAIL,
  HONORIFIC,
  MONTH_NAMES,
  NEVER_IN_NAME,
  PARTICLES,
  SOFT_WORDS,
  SUFFIX,
} from './name-words.ts';

export interface PersonName {
  readonly name: string;
  /** 1 if a known given name comes first; less if only its form suggests a person. */
  readonly trust: number;
}

export interface NameRules {
  /** Names of the site and its publisher, lower case: not people, unless they have a given name. */
  siteNames?: readonly string[];
  /** Names of organizations, normalized: never people. */
  groupNames?: readonly string[];
  /** Accept and fix lower-case names; for sources that state a name and nothing else. */
  anyCase?: boolean;
}

/** What the text alone says, before comparing it with the site's names. */
interface ReadName {
  person: PersonName;
  hasGivenName: boolean;
  /** To compare with names of sites and groups; omitted where the script alone indicates a person. */
  flat?: string;
}

const WORD = /^\p{L}[\p{L}\p{M}'’`ʻ.·-]*$/u;
const INNER_CAPITAL =
  /^(?:Ma?c|De|Di|Da|Del|Della|Du|La|Le|Les|Van|Von|Ver|Fitz|St|San|O|Al|El|Ben|Abu|Ó|Mc|Ap|Te|Ten|Vander|Dela)\p{Lu}|[-'’.]\p{Lu}/u;
const MAX_RAW = 300;
// Anything between two words except a single space.
const ODD_SPACE = /[^\S ]|[\u200b-\u200d\u2060\ufeff]| {2}/;
const CLEAN_ENDS = /^\p{L}(?:.*[\p{L}.])?$/su;
const CJK =
  /^[\p{Script=Han}]{2,4}$|^[\p{Script=Hangul}]{2,4}$|^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}・ー]{2,10}$/u;
const LEAD =
  /^(?:(?:written|posted|authored|reported|story|words|text|article|published|created|submitted|recipe|review|reviewed|report|analysis|opinion|interview|edited|compiled|photos? and text|words and photos|geschrieben|verfasst|erstellt|eingestellt|veröffentlicht|ein artikel|artikel|ein beitrag|beitrag|kommentar|texte?|propos recueillis|publié|écrit|rédigé|escrito|publicado|scritto|pubblicato|geschreven|gemaakt|skrevet|skriven|napisał|von|author|autor|autorin|auteur|autore|redactor|verfasser|verfasserin|автор|текст|yazar|skrevet|foto og tekst|about|über|om|chef)s?\s*(?:by|von|vom|par|por|da|di|af|av|door|przez|de)?\s*[:\-–—|]\s*|(?:written|posted|authored|reported|story|words|text|published|created|submitted|recipe|article|review|report|analysis|interview|compiled|geschrieben|verfasst|erstellt|eingestellt|veröffentlicht|artikel|beitrag|ein beitrag|ein artikel|texte?|publié|écrit|rédigé|propos recueillis|escrito|publicado|scritto|pubblicato|geschreven|gemaakt|skrevet|skriven|tekst|text och foto|texto)\s+(?:by|von|vom|par|por|da|di|af|av|door)\s*:?\s+|(?:by|von|par|por|door|af|av)\s*[:\n]?\s+|di\s+|da\s+|@)/iu;

const KEPT_TEXTS = 4_000;
const readWritten = memoizeTexts(KEPT_TEXTS, (raw) => readName(raw, false));
const readStated = memoizeTexts(KEPT_TEXTS, (raw) => readName(raw, true));

/** The person this text names, or null. */
export function readPersonName(raw: string, rules: NameRules = {}): PersonName | null {
  if (raw.length > MAX_RAW) return null;
  const read = rules.anyCase ? readStated(raw) : readWritten(raw);
  if (read === null) return null;
  const { person, flat, hasGivenName } = read;
  if (flat === undefined) return person;
  // Owners of small sites name their business after themselves.
  if (rules.groupNames?.includes(flat)) return hasGivenName ? { ...person, trust: person.trust * 0.85 } : null;
  return !hasGivenName && isSiteName(flat, rules.siteNames) ? null : person;
}

function readName(raw: string, stated: boolean): ReadName | null {
  if (isOneWord(raw) || (!stated && isLowerCase(raw))) return null;
  const cleaned = cleanName(raw);
  if (cleaned === '' || cleaned.length > 60) return null;
  if (cleaned.endsWith('기자') || CJK.test(cleaned.replace(' ', ''))) return readEastAsian(cleaned);
  const words = trimWords(cleaned.split(' '));
  if (words.length < 2 || words.length > 5) return null;
  // Most lines fail here. Only stated names may become words of a name by another case.
  if (!stated && !words.every(isNameWord)) return null;
  const named = fixCase(words, stated);
  if (!named.every(isNameWord) || named.filter(isFullWord).length < 1) return null;
  const hasGivenName = isGivenName(named[0] as string);
  if (!wordsFit(named, hasGivenName || stated)) return null;
  const name = named.join(' ');
  const soft = named.some((word) => SOFT_WORDS.has(word.toLowerCase()));
  return { person: { name, trust: hasGivenName ? 1 : soft ? 0.6 : 0.88 }, hasGivenName, flat: flatten(name) };
}

function readEastAsian(cleaned: string): ReadName | null {
  const name = readKoreanReporter(cleaned) ?? cleaned.replace(AUTHOR_SIGN, '');
  const known = isEastAsianName(name);
  return known === null ? null : { person: { name, trust: known ? 1 : 0.75 }, hasGivenName: true };
}

/** Rejects most lines of a page: single words and lower-case lines name no one. Reading and finding take 13 % longer without. */
export function mayNamePerson(text: string): boolean {
  return !isOneWord(text) && !isLowerCase(text);
}

function isOneWord(raw: string): boolean {
  return /^[!-;=-~]*$/.test(raw);
}

function isLowerCase(raw: string): boolean {
  return !/[A-Z\u0080-\uffff]/.test(raw);
}

/** Strips tags, lead-ins, roles, dates, degrees and places around a name. */
export function cleanName(raw: string): string {
  let text = raw;
  // These patterns try every position of a text, but most texts contain no such character: 7 % of reading and finding.
  if (text.includes('<')) text = text.replace(/<[^>]{0,200}>/g, ' ');
  if (text.includes('@') || text.includes('://')) text = text.replace(/https?:\/\/\S+|\S+@\S+\.\w+/g, ' ');
  if (ODD_SPACE.test(text)) text = text.replace(/[\s\u200b-\u200d\u2060\ufeff]+/g, ' ');
  text = withoutLeads(withoutBrackets(text.trim()));
  const hasDigit = HAS_DIGIT.test(text);
  if (hasDigit) text = text.replace(DATE_TAIL, '');
  text = text
    .replace(/^[bB]y(?=\p{Lu}[\p{Ll}.])/u, '')
    .replace(/(?<=\p{Ll})(?:Follow|Folgen|Suivre|Seguir|Subscribe)$/u, '');
  const end = text.search(AFTER_NAME);
  text = (end < 0 ? text : text.slice(0, end)).trim();
  if (hasDigit) text = text.replace(/\s*\d.*$/, '');
  if (text.endsWith('s')) text = text.replace(/['’]s$/, '');
  if (text.charCodeAt(text.length - 1) > 0x3000) text = text.replace(AUTHOR_SIGN, '');
  if (!CLEAN_ENDS.test(text)) text = text.replace(/^[^\p{L}]+|[^\p{L}.]+$/gu, '');
  return text.endsWith('.') ? text.replace(/(\p{L}{3,})\.$/u, '$1') : text;
}

const HAS_DIGIT = /\d/;
const AFTER_NAME =
  /[|•·●∙▪◆■｜／，、：,;:/([{（…<>"“”„@]|\s(?:[–—-]+(?:\s|$)|(?:is|ist|est|es|è|on|am|at|in|for|für|le|of|from|bei|chez|updated|published|posted|last)\s|(?:op|il|el|em|às|dnia)\s+\d)/iu;

/** '(Jane Doe)' and '[Jane Doe]'. */
function withoutBrackets(text: string): string {
  return /^[([（【]/.test(text) ? text.replace(/^[([（【]\s*([^()[\]（）【】]*)[)\]）】]?.*$/su, '$1') : text;
}

/** 'Story: by Jane Doe' has two. */
function withoutLeads(text: string): string {
  const rest = withoutLead(text);
  return rest === text ? text : withoutLead(rest);
}

function withoutLead(text: string): string {
  return text.replace(LEAD, '').trim();
}

function trimWords(words: string[]): string[] {
  const kept = words.filter((word) => word !== '');
  // 'Par le Dr Alice Normand', 'Por la Dra. Alicia Navarro'
  if (kept.length > 3 && /^(?:le|la|el|il|o|a)$/i.test(kept[0] as string) && HONORIFIC.test(kept[1] as string))
    kept.shift();
  while (kept.length > 2 && HONORIFIC.test(kept[0] as string) && !isInitial(kept[0] as string)) kept.shift();
  while (kept.length > 2 && CREDENTIAL.test((kept.at(-1) as string).replace(/,$/, ''))) kept.pop();
  return kept;
}

function isInitial(word: string): boolean {
  return /^\p{Lu}\.?$/u.test(word);
}

/** 'Jane's Folding' is not a name, but O'Shea's is spelled without. */
const POSSESSIVE = /['’]s$/;

function isNameWord(word: string, index: number): boolean {
  if (!WORD.test(word) || word.length > 24 || POSSESSIVE.test(word)) return false;
  if (PARTICLES.has(word.toLowerCase())) return true;
  if (SUFFIX.test(word)) return index > 0;
  if (/^\p{Lu}/u.test(word)) return !/\p{Ll}\p{Lu}/u.test(word) || INNER_CAPITAL.test(word);
  return /^[\p{Lo}]/u.test(word) || /^(?:d|l|o)['’]\p{Lu}/u.test(word);
}

function isFullWord(word: string): boolean {
  return word.replace(/[^\p{L}]/gu, '').length > 1 && !PARTICLES.has(word.toLowerCase());
}

function wordsFit(words: string[], known: boolean): boolean {
  for (const [index, word] of words.entries()) {
    const lower = word.toLowerCase().replace(/[.,]+$/, '');
    if (MONTH_NAMES.has(lower) && lower !== 'may' && index > 0 && !known) return false;
    if (NEVER_IN_NAME.has(lower) && !PARTICLES.has(lower)) return false;
    if (!known && SOFT_WORDS.has(lower)) return false;
  }
  const last = words.at(-1) as string;
  if (PARTICLES.has(last) && last === last.toLowerCase()) return false;
  return !/^(?:the|a|an|le|la|les|el|los|las|das|die|der|il|lo)$/i.test(words[0] as string) && hasSurname(words, known);
}

/** 'Jane D.' and 'J. K. Rowling' are people; 'A B' and 'U. S.' are not. */
function hasSurname(words: string[], known: boolean): boolean {
  const full = words.filter(isFullWord).length;
  if (full >= 2) return true;
  if (words.slice(0, -1).every((word) => /^\p{Lu}\.$/u.test(word))) return (words.at(-1) as string).length > 2;
  return known && words.length === 2;
}

function fixCase(words: string[], anyCase: boolean): string[] {
  const text = words.join(' ');
  const allUpper = text === text.toUpperCase() && /\p{Lu}{2}/u.test(text);
  const allLower = anyCase && text === text.toLowerCase() && /\p{Ll}/u.test(text);
  return words.map((word, index) => {
    if (anyCase && index > 0 && /^\p{Ll}{3,}$/u.test(word) && !PARTICLES.has(word)) return titleCase(word);
    if (allUpper || (allLower && !(index > 0 && PARTICLES.has(word)))) return titleCase(word);
    return /^\p{Lu}{4,}$/u.test(word) ? titleCase(word) : word;
  });
}

function titleCase(word: string): string {
  if (isInitial(word) || SUFFIX.test(word)) return word.toUpperCase().replace('JR', 'Jr').replace('SR', 'Sr');
  const lower = word.toLowerCase();
  if (PARTICLES.has(lower) && lower.length > 1) return lower;
  return lower.replace(/(^|[-'’.])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase());
}

function isSiteName(flat: string, siteNames: readonly string[] | undefined): boolean {
  return (
    siteNames?.some(
      (site) =>
        site === flat || (flat.length > 5 && site.length > 5 && (site.startsWith(flat) || flat.startsWith(site))),
    ) ?? false
  );
}

/** Letters and digits only, without accents, lower case: for comparing names. */
export const flatten = memoizeTexts(KEPT_TEXTS, (text) =>
  text
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ''),
);
