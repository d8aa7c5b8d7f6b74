// Addresses spelled out for people: 'jane [at] site [dot] com', 'jane (ät) site punkt de', 'jane @ site . com'. A plain ' at '
// counts only together with a spelled dot, because too many sentences contain an 'at'.

import { ATTACHED, type ScannedAddress } from './scan-addresses.ts';

const AT_WORD =
  '(?:at|ät|aet|a|@|arroba|arobase|chiocciola|snabela|snabel-a|kukac|zavináč|malpa|małpa|klammeraffe|chez|собака|æt|apenstaart(?:je)?|apestaart|miukumauku|et|アット(?:マーク)?|골뱅이)';
const DOT_WORD = '(?:dot|d0t|punkt|point|punto|ponto|punt|piste|kropka|tecka|tečka|točka|pont|prick|\\.|точка|nokta)';
const OPEN = '[\\[({<«（［【]{1,2}';
const CLOSE = '[\\])}>»）］】]{1,2}';
const AT = `(?:\\s*${OPEN}\\s*${AT_WORD}\\s*${CLOSE}\\s*|\\s*(?:-at-|_at_|\\*at\\*|\\|at\\||~at~|-ät-)\\s*|\\s@\\s|\\s?＠\\s?)`;
const DOT = `(?:\\s*${OPEN}\\s*${DOT_WORD}\\s*${CLOSE}\\s*|\\s+(?:dot|punkt|punto|ponto)\\s+|\\s*(?:-dot-|_dot_|\\*dot\\*|~dot~)\\s*|\\.|\\s\\.\\s)`;
const LABEL = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,40}?[\\p{L}\\p{N}])?';
/** A name and a top-level domain may have other words attached to them. */
const NAME = `(?:(?!${ATTACHED})[\\p{L}\\p{N}_+-]){1,40}`;
const TOP = `(?:(?!${ATTACHED})\\p{L}){2,12}(?!(?!${ATTACHED})[\\p{L}\\p{N}])`;
const LOCAL = `(?<!(?!${ATTACHED})[\\p{L}\\p{N}_+.-])${NAME}(?:(?:\\.|\\s\\.\\s|\\s+dot\\s+|\\s*${OPEN}\\s*${DOT_WORD}\\s*${CLOSE}\\s*)${NAME}){0,4}`;
const BRACKETED = new RegExp(
  `(${LOCAL})${AT}(${LABEL}(?:${DOT}${LABEL}){0,3}?${DOT}${TOP})(?!\\s*${OPEN}\\s*${DOT_WORD}\\s*${CLOSE}\\s*\\p{L})`,
  'giu',
);
const WORDS = new RegExp(
  `([\\p{L}\\p{N}_.+-]{1,40}(?:\\s+(?:dot|punkt|punto|ponto)\\s+[\\p{L}\\p{N}_+-]{1,40}){0,3})\\s+(?:at|arroba|chiocciola|ät)\\s+(${LABEL}(?:\\s+(?:dot|punkt|punto|ponto)\\s+${LABEL}){1,3})(?![\\p{L}\\p{N}])`,
  'giu',
);
const DOTS = new RegExp(
  `\\s*${OPEN}\\s*${DOT_WORD}\\s*${CLOSE}\\s*|\\s*(?:-dot-|_dot_|\\*dot\\*|~dot~)\\s*|\\s+(?:dot|punkt|punto|ponto|\\.)\\s+`,
  'giu',
);
/** A cheap test whether the patterns are worth trying. */
const HINT = new RegExp(
  `${OPEN}\\s*${AT_WORD}\\s*${CLOSE}|\\s@\\s|＠|[-_*|~](?:at|ät)[-_*|~]|\\s(?:dot|punkt|punto|ponto)\\s`,
  'iu',
);
const MAX_TEXT = 5000;

/** All addresses spelled in a text. */
export function spellOut(raw: string): ScannedAddress[] {
  const text = raw.length > MAX_TEXT ? raw.slice(0, MAX_TEXT) : raw;
  if (!HINT.test(text)) return [];
  const found: ScannedAddress[] = [];
  for (const pattern of [BRACKETED, WORDS]) {
    for (const match of text.matchAll(pattern)) {
      const local = plainDots(match[1] ?? '');
      const domain = plainDots(match[2] ?? '');
      if (!isSignature(match[0]))
        found.push({ address: `${local}@${domain}`, start: match.index, end: match.index + match[0].length });
    }
  }
  return found;
}

function plainDots(text: string): string {
  return text.replace(DOTS, '.').replace(/\s+/g, '').toLowerCase();
}

/** 'Jane @ site.com' signs a comment: a capitalized name, and spaces around the sign. */
function isSignature(whole: string): boolean {
  return /\s@\s/.test(whole) && /^\p{Lu}/u.test(whole);
}
