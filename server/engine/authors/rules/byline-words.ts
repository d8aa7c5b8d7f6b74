// How bylines start, in many languages. `trust` is how certain the words alone make us: 'Written by' is clear, but 'de' or 'di'
// start many other lines too.

export interface Byline {
  names: string;
  trust: number;
}

const PLAIN =
  /^(?:(?:this (?:article|post|story|recipe|guide)(?: was)?|article|post|story|recipe|guide|blog)\s+)?(?:originally\s+)?(?:written|posted|authored|reported|published|created|submitted|words|story|text|article|reviewed|report|review|photos? and (?:text|words|story)|words and photos|text and photos|contributed|interview|compiled|recipe)\s+by\s*:?\s+(.+)$/iu;
const PLAIN_ELSEWHERE =
  /^(?:ein (?:artikel|beitrag|text|kommentar|gastbeitrag|interview)|gastbeitrag|kommentar|artikel|beitrag|text|texte|geschrieben|verfasst|erstellt|eingestellt|veröffentlicht|interview|reportage|écrit|rédigé|publié|propos recueillis|par|escrito|publicado|texto|redactado|scritto|pubblicato|testo|geschreven|gepubliceerd|tekst|skrevet|skriven|publicerad|opublikowane|napisał[a]?|autor|text)\s*(?:by|von|vom|par|por|da|di|door|af|av|przez)\s*:?\s+(.+)$/iu;
const LABEL =
  /^(?:author|authors|author name|article author|written by|words|story|autor|autorin|autoren|verfasser|verfasserin|text|auteur|auteurs|texte|autore|autori|testo|autores|autora|texto|redactor|tekst|forfatter|författare|skribent|journalist|reporter|автор|авторы|текст|автори|yazar|yazan|haber|szerző|kirjoittaja|teksti|toimittaja|redaktor|auteur de l'article|著者|作者|文|記者|글|기자|기사|by|von|von\/by|fotos und text|text und fotos|text & foto|foto und text)\s*[:：|]\s*(.+)$/iu;
/** Designs that add the space by CSS: 'ByJane Doe'. */
const GLUED = /^(?:By|BY|Von|Par|Por)(\p{Lu}\p{Ll}.+)$/u;
const BY = /^by\s+(.+)$/iu;
const BY_ELSEWHERE = /^(?:von|par|por|door|przez|av|af|od|oleh|bởi)\s+(.+)$/iu;
const SHORT_ELSEWHERE = /^(?:de|di|da|text)\s+(.+)$/iu;
const WITHIN =
  /(?:^|[\s|•·,–—-])(?:(?:posted|written|published|updated|reviewed)\s+(?:on\s+)?.{0,40}?\bby|by|von|par|por|door|geschrieben von|verfasst von)\s*:?\s+((?:(?:dr|prof)\.?\s+)?\p{Lu}[\p{L}'’.-]+(?:\s+\p{L}[\p{L}'’.-]*){1,4})/u;

const MORE_BY =
  /^(?:see |read |view |show |mehr |weitere |plus |más |altri |meer )?(?:more|all|alle|artikel|articles|beiträge|de|tous)\s+(?:\p{L}+\s+){0,2}(?:by|from|von|par|por|di|de|van)\s|liked by|reply by|replies by|powered by|sponsored by|presented by|designed by|developed by|hosted by|image by|photo by|photograph|illustration|translated by|fact.?checked|reviewed by|edited by|foto:|fotos?\s+von|bild\s+von/iu;

/** The names in a byline, or null if the line doesn't start like one. */
export function readByline(line: string): Byline | null {
  if (line.length > 160 || line.length < 5) return null;
  const text = line.replace(/^[\s|•·–—*>\-[\](]+/, '');
  const byline = readStart(text) ?? readWithin(text);
  return byline && !MORE_BY.test(line) ? byline : null;
}

function readStart(text: string): Byline | null {
  const plain = PLAIN.exec(text) ?? PLAIN_ELSEWHERE.exec(text);
  if (plain?.[1]) return { names: plain[1], trust: 1 };
  const label = LABEL.exec(text);
  if (label?.[1]) return { names: label[1], trust: 0.95 };
  const glued = GLUED.exec(text);
  if (glued?.[1]) return { names: glued[1], trust: 0.95 };
  const by = BY.exec(text);
  if (by?.[1]) return { names: by[1], trust: 1 };
  const elsewhere = BY_ELSEWHERE.exec(text);
  if (elsewhere?.[1]) return { names: elsewhere[1], trust: 0.9 };
  const short = SHORT_ELSEWHERE.exec(text);
  return short?.[1] && text.length < 40 ? { names: short[1], trust: 0.5 } : null;
}

function readWithin(text: string): Byline | null {
  const within = WITHIN.exec(text);
  return within?.[1] ? { names: within[1], trust: 0.85 } : null;
}
