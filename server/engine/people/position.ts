// Is this line a position at a site? 'Senior Editor' is; 'Read more' or a sentence of a biography is not.

const ROLE =
  /\b(?:editor|sub-?editor|writer|copywriter|author|co-?author|journalist|reporter|correspondent|columnist|contributor|contributing|critic|reviewer|tester|blogger|publisher|producer|photographer|videographer|illustrator|translator|proofreader|founder|co-?founder|owner|co-?owner|proprietor|ceo|cto|coo|cfo|cmo|cpo|cio|chief|officer|president|vice president|vp|svp|evp|chair|chairman|chairwoman|chairperson|director|manager|managing|head of|head|lead|leader|partner|principal|executive|supervisor|coordinator|administrator|admin|moderator|secretary|treasurer|trustee|board member|assistant|associate|intern|trainee|apprentice|engineer|developer|programmer|architect|designer|artist|analyst|consultant|adviser|advisor|strategist|specialist|expert|evangelist|advocate|researcher|scientist|scholar|fellow|professor|lecturer|teacher|instructor|trainer|coach|mentor|tutor|doctor|physician|nurse|therapist|nutritionist|dietitian|lawyer|attorney|accountant|auditor|broker|agent|representative|sales|marketing|marketer|seo|support|success|operations|roaster|barista|chef|baker|brewer|guide|mechanic|technician|planner|librarian|curator|host|presenter|podcaster|freelancer?|volunteer|member|team)\b|(?:marketing|マーケティング|運営責任者|redakteur|redaktion|chefredakt|autor(?:in)?\b|verfasser|journalistin|gründer|geschäftsführ|inhaber|leiter(?:in)?\b|leitung|vorstand|herausgeber|mitarbeiter|assistenz|entwickler|berater|sachbearbeit|sprecher|verantwortlich|rédact|fondat|direct(?:eur|rice|or|ora)|gérant|responsable|journaliste|auteur|autrice|chargée? de|président|redactor|fundador|gerente|periodista|jefe|jefa|autora?\b|editora?\b|presidente|redattor|fondator|direttor|responsabile|giornalista|redacteur|oprichter|eigenaar|hoofdred|redator|diretor|jornalista|redaktör|grundare|chefred|redaktør|grunnlegger|redaktor|założyciel|właściciel|dyrektor|kierownik|dziennikarz|dziennikarka|prezes|specjalist|redacteur|directeur|medewerker|uitgever|schrijver|proprietari|titolare|amministrator|fondatrice|sócio|sócia|fundador|proprietári|editor-chefe|редактор|автор|основатель|основательница|директор|руководител|главный|журналист|корреспондент|менеджер|владелец|учредитель|編集長|編集者|編集部|記者|代表|取締役|社長|創業者|ライター|広報|部長|主编|主編|编辑|記者|记者|创始人|創始人|总编|总经理|经理|总监|负责人|作者)/iu;
const NOT_A_LINE =
  /https?:|www\.|@|\d{4,}|[?!]|\.\s|[.:;…]$|\b(?:read more|learn more|view|contact|follow|subscribe|posts? by|articles? by|©)\b/iu;
const MAX_LENGTH = 80;
/** Before cleaning, which takes quadratic time. */
const MAX_RAW = 300;
const MAX_WORDS = 10;

/** The line as a position, or null. */
export function readPosition(text: string): string | null {
  const line = cleanLine(text);
  return isLine(line) && ROLE.test(line) ? line : null;
}

/** A short line that is not a sentence, link or number: if one follows every name on a page, it is a position. */
export function couldBePosition(text: string): boolean {
  return isLine(cleanLine(text)) && /^\p{Lu}/u.test(text.trim());
}

export function cleanLine(text: string): string {
  return text
    .slice(0, MAX_RAW)
    .replace(/\s+/g, ' ')
    .replace(/^[\s,|–—·•:()-]+|[\s,|–—·•(-]+$/gu, '')
    .trim();
}

function isLine(line: string): boolean {
  if (line.length < 2 || line.length > MAX_LENGTH || NOT_A_LINE.test(line)) return false;
  return line.split(' ').length <= MAX_WORDS;
}
