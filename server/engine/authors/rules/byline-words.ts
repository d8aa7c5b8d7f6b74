// How bylines start, in many languages. `trust` is how certain the words alone make us: 'Written by' is clear, but 'de' or 'di'
// start many other lines too. `explicit`: the words say 'author' wherever they are on the page.
import { SIGN } from '../../pages/text-signs.ts';
import { isJapaneseFamily, isJapaneseName, isPlace, readKoreanReporter } from '../names/east-asian-names.ts';

export interface Byline {
  names: string;
  trust: number;
  explicit: boolean;
}

const NAME = String.raw`((?:(?:dr|prof)\.?\s+)?\p{Lu}[\p{L}'’.-]+(?:\s+\p{L}[\p{L}'’.-]*){1,4})`;
const PLAIN =
  /^(?:(?:this (?:article|post|story|recipe|guide)(?: was)?|article|post|story|recipe|guide|blog)\s+)?(?:originally\s+)?(?:written|posted|authored|reported|published|created|submitted|words|story|text|article|report|review|photos? and (?:text|words|story)|words and photos|text and photos|contributed|interview|compiled|recipe)\s+by\s*:?\s+(.+)$/iu;
const PLAIN_ELSEWHERE =
  /^(?:(?:dit |cet |este |questo )?(?:artikel|article|artículo|artigo|articolo|texto)\s+(?:is |è stato )?(?=geschreven|rédigé|écrit|escrito|redactado|scritto))?(?:(?:een|eine?|une?|uma?|una|an?) )?(?:artikel|beitrag|blog[ -]?(?:beitrag|post)|text|texte|kommentar|kolumne|essay|glosse|analyse|bericht|rezension|porträt|(?:gast|leit)(?:beitrag|kommentar|artikel)|column|commentary|opinion|analysis|feature|guest post|chronique|tribune|billet|enquête|columna|crónica|reportaje|geschrieben|verfasst|erstellt|eingestellt|veröffentlicht|interview|reportage|article|écrit|rédigé|publié|signé|propos recueillis|par|postado|artigo|entrevista|intervista|reportagem|dodane|escrito|publicado|texto|redactado|artículo|scritto|pubblicato|testo|articolo|a cura|geschreven|gepubliceerd|tekst|skrevet|skriven|publicerad|opublikowane|opublikowan[ey]|napisane|napisał[a]?|autor|text)\s*(?:by|von|vom|par|por|da|di|de|door|van|af|av|przez)\s*:?\s+(.+)$/iu;
const LABEL =
  /^(?:(?:the )?author(?:s|\(s\)|\/s)?(?: names?)?|article authors?|written by|words|story|byline|autor(?:in|innen|en|es|a|as|ka|zy|\(in\)|\(es\)|\(a\))?|verfasser|verfasserin|redaktion|redaktør|redaktör|text|auteur(?:s|e|\(s\)|·e|\.e)?|autrice|texte|rédaction|redacción|autor[ei]|testo|redazione|a cura di|texto|redação|redactor|redactie|tekst|opracowanie|opracował[a]?|napisał[a]?|forfatter|författare|skribent|journalist|reporter|bericht|reportagem|автор(?:ы| статьи| текста| материала)?|написал[аи]?|текст|материал подготовил[аи]?|подготовил[аи]?|автори|yazar|yazan|haber|szerző|kirjoittaja|teksti|toimittaja|redaktor|auteur de l'article|著者|執筆者?|文責|筆者|取材・文|ライター|作者|投稿者|撰文|撰稿人?|文|文字|記者|记者|글|기자|기사|by|von|par|por|door|von\/by|fotos und text|text und fotos|text & fotos?|foto und text|texte et photos|texto y fotos)\s*[:：|｜／＝/]\s*(.+)$/iu;
/** 'Rozmawiał Jan Nowak', 'Подготовила Анна Иванова': a verb or noun right before the name, without a sign between. */
const VERB =
  /^(?:rozmawiał[a]?|przygotował[a]?|opracował[a]?|napisał[a]?|беседовал[аи]?|(?:материал )?подготовил[аи]?|написал[аи]?|автор)\s+(.+)$/iu;
/** '2024年3月3日 作者：李伟 来源：…', '（文・橋本剛）': within a line of other facts or after a dot. What follows may be the given name. */
const HAN_WITHIN =
  /(?:[\s|｜](?:(?:作者|记者|記者|撰文|撰稿|執筆|著者)\s*[:：／/\s]|文\s*[:：／/])|^文・)\s*(\p{Script=Han}{2,4})(?:\s([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4}))?(?=$|[\s|｜，,、（(）)])/u;
/** What follows a family name without being a given name: '文・佐藤 写真 森田', '執筆 佐藤 更新 2024年'. */
const NOT_GIVEN =
  /^(?:写真|撮影|絵|画|イラスト|文|取材|構成|編集|監修|執筆|翻訳|訳|更新|最終更新|公開|公開日|投稿|掲載|報道|募集|先生|教授|様|氏|の)|部$/u;
/** '取材・文 山田 太郎', 'ライター 山田太郎': without a sign between, so that only a usual family name makes it a byline. */
const JAPANESE_CREDIT =
  /^(?:取材・文|文|執筆|(ライター))\s+(?:(\p{Script=Han}{2,3})\s([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{1,4})|(\p{Script=Han}{3,5}))(?=$|\s*[（(）)|｜]|\s(?:写真|撮影|\d))/u;
/** 'Опубликовано 3 марта 2024 автором Анна Иванова', '12 сентября | Автор Анна Иванова'. */
const CYRILLIC_WITHIN = new RegExp(String.raw`[\d|•·,–—-]\s*[Аа]втор(?:ом)?\s*:?\s+${NAME}`, 'u');
const CREDITED = /^(?:本报记者|本报讯记者|記者|记者)\s*(\p{Script=Han}{2,4})$/u;
/** Designs that add the space by CSS: 'ByJane Doe'. */
const GLUED = /^(?:By|BY|Von|Par|Por)(\p{Lu}[\p{Ll}.].+)$/u;
const BY = /^by\s+(.+)$/iu;
const BY_ELSEWHERE = /^(?:von|par|por|door|przez|av|af|od|oleh|bởi)\s+(.+)$/iu;
const SHORT_ELSEWHERE = /^(?:de|di|da|text)\s+(.+)$/iu;
/** 'Posted on March 3 by Jane Doe', 'March 3 | by Jane Doe', '3. März, von Jana Weber'. */
const WITHIN = new RegExp(
  String.raw`(?:^|\s)(?:[Pp]osted|[Ww]ritten|[Pp]ublished|[Uu]pdated|[Ss]tarted|[Pp]ubli[ée]|[Pp]ublicado|[Pp]ubblicato|[Vv]eröffentlicht|[Gg]eplaatst|[Gg]epubliceerd|[Oo]publikowano|[Mm]is à jour|[Pp]ostado|[Aa]ggiornato|[Aa]ctualizado|[Aa]tualizado)\s.{0,50}?\s(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|da|[Dd]oor|przez)\s*:?\s+${NAME}|[\d|•·●∙,–—-]\s*(?:[Uu]hr\s+|[AaPp][Mm]\s+)?(?:[Bb]y|BY|[Vv]on|[Pp]ar|[Pp]or|[Dd]oor|[Gg]eschrieben von|[Vv]erfasst von)\s*:?\s+${NAME}|\d{4}\s*[|•·,–—-]?\s*di\s+${NAME}`,
  'u',
);
/** 'The perfect kettle by Jane Doe': a work and its author, which may be another work than this page. */
const WORK_BY = new RegExp(String.raw`\sby\s+${NAME}`, 'u');

const MORE_BY =
  /^(?:see |read |view |show |mehr |weitere |plus |más |altri |meer )?(?:more|all|alle|artikel|articles|beiträge|de|tous)\s+(?:\p{L}+\s+){0,2}(?:by|from|von|par|por|di|de|van)\s|liked by|reply by|replies by|powered by|sponsored by|presented by|designed by|developed by|hosted by|theme by|licensed|website by/iu;
/** Who took the pictures, translated or checked the text. */
const OTHER_CREDIT = String.raw`(?:(?:and|und|et|y|e|en)\s+)?(?:images?|photos?|photograph(?:s|y|ed|er)?|pictures?|illustrations?|illustrated|graphics?|video|fotos?|fotografie|bild(?:er)?|illustration(?:en)?|photographies|photographie|fotografía|fotografia|foto's|zdjęcia|фото|写真|撮影|摄影|图|translated|translation|übersetzt|übersetzung|aus dem [\p{L}]+|traduit|traduction|traducción|traducido|tradotto|traduzione|tradução|vertaling|vertaald|tłumaczenie|перевод|翻訳|译者|翻译|(?:medically |expert |technically )?reviewed|fact.?checked|edited|bearbeitet|lektorat|(?:责任)?编辑|責任編集|編集|editing|proofread)\s*(?:by|von|vom|par|por|di|da|door|:|：|/|／|＝)\s*`;
const STARTS_OTHER = new RegExp(`^${OTHER_CREDIT}`, 'iu');
const THEN_OTHER = new RegExp(String.raw`[\s|•·●∙,;/(&–—-]+${OTHER_CREDIT}`, 'iu');
/** A label that makes one person author of text and pictures. */
const TEXT_TOO =
  /^(?:words|text|texte?|texto|testo|tekst|story)\s*(?:and|&|und|et|y|e|en|\+|\/)\s|^(?:photos?|fotos?|bilder|foto)\s*(?:and|&|und|et|y|e|en|\+|\/)\s*(?:words|text|texte?|texto|story)/iu;

/** The names in a byline, or null if the line is none. `signs`: the SIGN bits of the line. */
export function readByline(line: string, signs: number): Byline | null {
  if (line.length > 160 || line.length < 4) return null;
  if (!hasSign(signs) && !UNSIGNED.test(line)) return null;
  const byline = readCredit(line.replace(/^[\s|•·●∙▪–—*>\-[\](（【]+/u, ''), signs);
  return byline === null || MORE_BY.test(line) ? null : byline;
}

/** Most bylines have a word for 'by' or a sign such as a colon. In the Latin script, others start like this. */
const UNSIGNED = /^(?:[^a-zà-ÿ]|by|von|par|por|rozmawia|przygotow|opracow|napisa)/i;

function hasSign(signs: number): boolean {
  return (signs & (SIGN.by | SIGN.label)) !== 0;
}

/** How the words of this file start: most lines of a page start otherwise, and no pattern has to be tried. */
const STARTS = new Set(
  `by wr po au re pu cr su wo st te ar ph co in or th gu bl an op fe ei ga ko be ge ve er vo fo kl es gl le éc ré si pa pr un bi en
  sc a o ro di da do ee na od ol pl sk fö ав те ма по ya ha sz ki to jo xu im il fa ed bo bø bå ét me ab üb à l' l’ so ov о об ra pi
  gr vi zd tr tł фо пе ex бе на`
    .split(/\s+/)
    .map((start) => start.padEnd(2)),
);

function mayStart(text: string): boolean {
  return text.charCodeAt(0) > 0x3000 || STARTS.has(text.slice(0, 2).toLowerCase());
}

function readCredit(text: string, signs: number): Byline | null {
  const mayBeWithin = (signs & SIGN.by) !== 0;
  const mayBeFirst = mayStart(text) && (hasSign(signs) || UNSIGNED.test(text));
  const byline =
    (mayBeFirst ? readStart(text) : null) ?? (mayBeWithin ? readWithin(text) : null) ?? readOtherScript(text);
  const isOther = mayBeFirst && STARTS_OTHER.test(text) && !TEXT_TOO.test(text);
  if (!isOther) return byline && { ...byline, names: byline.names.replace(THEN_OTHER, '\n').split('\n')[0] ?? '' };
  // 'Photos: Max Weber | Text: Jane Doe'
  const [, second] = /[|•·●∙;]\s*(.+)$/u.exec(text) ?? [];
  return second === undefined ? null : readStart(second);
}

function readStart(text: string): Byline | null {
  const plain = PLAIN.exec(text) ?? PLAIN_ELSEWHERE.exec(text);
  if (plain?.[1]) return { names: plain[1], trust: 1, explicit: true };
  const label = LABEL.exec(text) ?? CREDITED.exec(text);
  if (label?.[1]) return { names: label[1], trust: 0.95, explicit: !/^(?:by|von|par|por|door)/i.test(text) };
  const verb = VERB.exec(text);
  if (verb?.[1]) return { names: verb[1], trust: 0.9, explicit: true };
  const glued = GLUED.exec(text);
  if (glued?.[1]) return { names: glued[1], trust: 0.95, explicit: false };
  const by = BY.exec(text);
  if (by?.[1]) return { names: by[1], trust: 1, explicit: false };
  const elsewhere = BY_ELSEWHERE.exec(text);
  if (elsewhere?.[1]) return { names: elsewhere[1], trust: 0.9, explicit: false };
  const short = SHORT_ELSEWHERE.exec(text);
  return short?.[1] && text.length < 40 ? { names: short[1], trust: 0.5, explicit: false } : null;
}

/** Such lines start with a date or in the same script. */
function readOtherScript(text: string): Byline | null {
  const code = text.charCodeAt(0);
  const isDigit = code >= 48 && code <= 57;
  const isCyrillic = code >= 0x400 && code < 0x500;
  const [, han, given] = (code > 0x3000 || isDigit ? HAN_WITHIN.exec(text) : null) ?? [];
  const [, cyrillic] = (isCyrillic || isDigit ? CYRILLIC_WITHIN.exec(text) : null) ?? [];
  const isWhole = given && isJapaneseFamily(han) && !NOT_GIVEN.test(given);
  const names = isWhole ? `${han} ${given}` : (han ?? cyrillic);
  if (names) return { names, trust: 0.9, explicit: true };
  const credit = code > 0x3000 ? readJapaneseCredit(text) : null;
  if (credit) return credit;
  const reporter = code >= 0xac00 ? readKoreanReporter(text) : null;
  // Lists of other articles name reporters too, but without an address.
  return reporter ? { names: reporter, trust: 0.9, explicit: text.includes('@') } : null;
}

function readJapaneseCredit(text: string): Byline | null {
  const [, writer, family, given = '', whole = ''] = JAPANESE_CREDIT.exec(text) ?? [];
  const isName = family ? isJapaneseFamily(family) && !NOT_GIVEN.test(given) && !isPlace(given) : isJapaneseName(whole);
  // Lists of other articles name writers too.
  return isName ? { names: family ? `${family} ${given}` : whole, trust: 0.9, explicit: !writer } : null;
}

function readWithin(text: string): Byline | null {
  const within = WITHIN.exec(text);
  const names = within?.[1] ?? within?.[2] ?? within?.[3];
  if (names) return { names, trust: 0.85, explicit: false };
  const work = WORK_BY.exec(text)?.[1];
  return work ? { names: work, trust: 0.6, explicit: false } : null;
}

const ALONE =
  /^(?:(?:article |post |story |blog |content )?(?:written|posted|published|authored|words|text|story)\s*(?:by|:)|(?:about |meet )?(?:the )?authors?|author\(s\)|authors?\/s|contributors?|by|von|par|por|door|di|przez|autor(?:in|innen|en|es|a|as|ka|zy)?|über (?:den autor|die autorin|die autoren)|verfasst von|geschrieben von|ein (?:artikel|beitrag) von|redaktion|text|text & fotos?|text und fotos?|auteurs?|autrice|écrit par|rédigé par|à propos de l['’](?:autrice|auteur\p{L}*)|l['’]auteur\p{L}*|escrito por|sobre (?:el|la|o|a) autora?|redacción|scritto da|a cura di|(?:informazioni )?sull['’]autor(?:e|ice)|l['’]autore|l['’]autrice|autor[ei]|geschreven door|auteur|over de auteur|tekst|o autorze|o autorce|napisał[a]?|автор(?:ы| статьи)?|об авторе|текст|著者(?:プロフィール|紹介)?|執筆者?(?:プロフィール|紹介)?|この記事を書いた人|ライター|筆者|プロフィール|作者|关于作者|關於作者|作者简介|作者簡介|作者介绍|撰文|文)\s*[:：]?$/iu;
const PLURAL = /\(s\)|\/s|authors|contributors|autor(?:en|es|innen|as|zy)|auteurs|autori|авторы/iu;

/** Whether a line is only a label, so that the next line or lines are the names. */
export function readLabelAlone(line: string): 'one' | 'several' | null {
  if (line.length > 40 || !mayStart(line) || !ALONE.test(line)) return null;
  return PLURAL.test(line) ? 'several' : 'one';
}
