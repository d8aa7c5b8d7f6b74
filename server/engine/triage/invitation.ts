// 'Write for us': the page, its menu or its footer invites outsiders to write articles.
import type { PageFacts } from '../pages/page-facts.ts';
import { createWordTest } from '../pages/scanning/word-finder.ts';
import { quote } from './quote.ts';

/** Longer links are headlines. */
const LINK_CHARACTERS = 60;

/** The whole text of a link or heading. */
const LABELS: readonly RegExp[] = [
  /^(?:interested\? )?(?:want to )?(?:write|blog) (?:for|with) us\b/i,
  /^(?:submit|contribute|send(?: us)?|pitch)(?: us)?(?: (?:a|an|your|my))?(?: (?:guest|blog|sponsored))? ?(?:post|blog|article|story idea|article idea|guest (?:post|article|blog))s?$/i,
  /^submitting (?:articles|posts|blog posts|guest posts)\b/i,
  /^become an? (?:guest |regular |tutorial |freelance )?(?:contributor|author|writer|blogger|columnist)$/i,
  /^(?:guest|contributed) (?:post(?:ing)?|blog(?:ger|ging)?|author|article|writer|contributor)s?(?: (?:guide ?lines|submission|submissions|opportunities|policy))$/i,
  /^(?:contributor|writers?|author|article)[’']?s?[’']? (?:submission )?guide ?lines$/i,
  /^(?:einen? )?(?:gast(?:beitrag|artikel|post)) (?:schreiben|einreichen|verfassen|veröffentlichen|anbieten)$|^(?:gast)?autor(?::?in|\*in)? werden$|^schreib(?:e|en sie)? für uns\b/iu,
  /^(?:écri(?:vez|re|s) pour nous|(?:proposer?|proposez|soumettre|soumettez) (?:un |votre |vos )?articles?(?: invités?)?|deven(?:ir|ez) (?:contributeur|rédacteur|auteur)(?:[·.(]?(?:trice|rice)\)?)?)$/iu,
  /^(?:escrib(?:e|ir|a) (?:para|con) nosotros|(?:envía|enviar|publica|publicar|propón) (?:tu|un|tus) (?:artículo|post|artículos|post de invitado|artículo de invitado)|conviértete en (?:colaborador|autor|redactor|bloguero)(?:\/?a)?)$/iu,
  /^(?:scriv(?:i|ere|ete) (?:per|con) noi|diventa (?:un )?(?:autore|collaboratore|redattore|blogger)|(?:proponi|invia|pubblica) (?:un |il tuo )?(?:articolo|guest post))$/iu,
  /^(?:escreva (?:para nós|para a gente|conosco|com a gente)|(?:envie|publique|submeta) (?:seu|um|o seu) (?:artigo|post|guest post)|seja (?:um )?(?:autor|colaborador|colunista|redator))$/iu,
  /^(?:schrijf voor ons|(?:schrijf|stuur|plaats) (?:een )?gast(?:blog|artikel)(?: in)?|gast(?:blog|artikel) (?:schrijven|insturen|plaatsen)|word (?:gast)?(?:auteur|blogger|redacteur)|gastblogger worden)$/iu,
  /^(?:(?:na)?pisz dla nas|zostań (?:autorem|redaktorem|współautorem|blogerem)|(?:dodaj|wyślij|opublikuj) (?:swój )?(?:artykuł|wpis gościnny))$/iu,
  /^(?:(?:на)?пиш(?:и|ите) (?:для|к|нам).{0,10}|стать автором|(?:прислать|предложить|отправить) (?:свою )?статью|гостевой пост)$/iu,
  /^(?:寄稿|寄稿(?:する|募集|者募集|について|のご案内)|(?:ゲスト)?ライター募集|記事を(?:寄稿|投稿)する|ゲスト投稿)$/u,
  /^(?:我要投稿|投稿(?:须知|指南|说明|須知)|(?:欢迎|歡迎)投稿|征稿(?:启事)?|徵稿|为我们(?:写作|撰稿))$/u,
];
/** 'Write for InfoQ': the rest must be the site's own name. */
const FOR_SITE = /^(?:write|blog) for (?:the )?([\p{L}\d][\p{L}\d .&'’-]{1,30})$/iu;

/** Parts of the words above, so that most links are never tested by the patterns. */
const mayInvite = createWordTest(
  `for#us with#us write#for blog#for submi contr send pitc becom guest guide autor gast schr écri propo soum deven escr enví
    envi publ convi scri diven invi seja schrij stuur plaat word# pisz zosta dodaj wyśl opub пиш стать прис пред отпр гост 寄稿 募集 投稿 稿
    为我`
    .split(/\s+/)
    .map((word) => word.replaceAll('#', ' ')),
);
/** In running text an invitation is a sentence of the site about itself. */
const INVITES =
  /\b(?:we (?:are )?(?:(?:now|always|currently|happily|also) )?(?:accept(?:ing)?|welcom(?:e|ing)|publish|looking for|open to)|(?:submit|send us|pitch|inquire about)(?: (?:a|your|us))?|(?:interested|want) (?:in|to) (?:writ(?:e|ing)|submit(?:ting)?|contribut(?:e|ing))(?: an?)?)[^.!?]{0,40}\bguest[ -](?:post|blog|article|author|contribut)/i;
const INVITES_GERMAN =
  /(?:\bals gast(?:beitrag|artikel) (?:bei uns )?veröffentlich|\bgast(?:beiträge|artikel|beitrag)\b[^.!?]{0,30}\b(?:sind (?:bei uns )?willkommen|nehmen wir (?:gerne )?an|einreichen|schicken sie uns)|\bwir (?:freuen uns über|suchen|veröffentlichen)[^.!?]{0,30}\bgast(?:beiträge|artikel|autoren))/iu;
const REFUSES =
  /\b(?:no|not|don[’']t|never|longer|isn[’']t|aren[’']t|without|stop|keine?n?|nicht)\b[^.!?]{0,60}\b(?:guest[ -]|gast)|\b(?:guest[ -]|gast)\w*[^.!?]{0,40}\b(?:are not|not accepted|declined|ignored|nicht)\b/iu;

/** The words of the invitation; null if there is none. `offers`: the blocks that may have one in a sentence. */
export function findInvitation(facts: PageFacts, offers: readonly number[]): string | null {
  const names = namesOf(facts);
  for (const { text } of facts.links) if (isLabel(text, names)) return quote(text);
  const heading = facts.blocks.find((block) => block.heading > 0 && isLabel(block.text, names));
  if (heading) return quote(heading.text);
  const sentence = offers.map((index) => sentenceOf(facts.blocks[index]?.text ?? '')).find((one) => one !== null);
  return sentence === undefined || sentence === null ? null : quote(sentence);
}

function isLabel(label: string, names: string): boolean {
  if (label.length < 2 || label.length > LINK_CHARACTERS || !mayInvite(label)) return false;
  const text = label.trim();
  if (LABELS.some((pattern) => pattern.test(text))) return true;
  const name = FOR_SITE.exec(text)?.[1];
  return name !== undefined && names.includes(flat(name));
}

function sentenceOf(text: string): string | null {
  const [found] = INVITES.exec(text) ?? INVITES_GERMAN.exec(text) ?? [];
  return found === undefined || REFUSES.test(text) ? null : found;
}

/** Host and site name without spaces and punctuation. */
function namesOf(facts: PageFacts): string {
  const host = URL.parse(facts.url)?.hostname ?? '';
  const stated = facts.meta.get('og:site_name') ?? [];
  return [host, ...stated, ...stated.map(initialsOf)].map(flat).join(' ');
}

function initialsOf(name: string): string {
  return name
    .slice(0, 100)
    .split(/\s+/)
    .map((word) => word.slice(0, 1))
    .join('');
}

function flat(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\d]+/gu, '');
}
