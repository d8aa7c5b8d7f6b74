// People named in a sentence or after a label: 'My name is …', 'Managing director: …', 'Founded by …'.

import { networkOf } from '../../../../shared/social-networks.ts';
import { memoizeObjects } from '../../../platform/memoize-objects.ts';
import { flatten, readPersonName } from '../../authors/names/person-name.ts';
import { AREA, type PageFacts } from '../../pages/page-facts.ts';
import { MAX_CLAIMS, MAX_LINKS, type PersonClaim, type SitePageKind } from '../person.ts';
import { flatPath, pathSpellsName } from '../social-links.ts';

const WORD = String.raw`\p{Lu}(?:\.|[\p{L}'’-]+)`;
const PARTICLE =
  '(?:van|von|vom|zu|zur|de|da|do|dos|das|du|des|del|della|di|la|le|der|den|ter|ten|te|af|av|al|el|bin|ibn|y|e)';
const NAME = `((?:(?:Dr|Prof|Mr|Mrs|Ms|Dipl)\\.?\\s+)*${WORD}(?:\\s+(?:${PARTICLE}\\s+)*${WORD}){1,3})`;
const HAN = String.raw`[\p{Script=Han}\p{Script=Katakana}\p{Script=Hiragana}]`;
const HAN_NAME = `(${HAN}{2,6}(?:[ 　]${HAN}{1,5})?)`;

interface Sentence {
  rule: string;
  /** Matches every text the pattern matches. Without this first test, reading and finding take 26 % longer. */
  sign: RegExp;
  pattern: RegExp;
  /** Taken from the label itself, if at all. */
  position?: (label: string) => string;
}

const label = (words: string) =>
  new RegExp(`(?:^|[\\s(])(${anyCase(words)})\\s*(?:\\([^)]{0,40}\\)\\s*)?:\\s*${NAME}`, 'gu');

/**
 * The letters of a pattern, each in both cases. '(?i:one|two)' would be equivalent, but breaks in a process that has compiled
 * many patterns: V8 13.6 then omits a step that alternatives under a modifier need.
 */
function anyCase(pattern: string): string {
  return pattern.replace(/\\.|\[[^\]]*\]|\p{L}/gu, (part) =>
    part.length === 1 ? `[${part.toLowerCase()}${part.toUpperCase()}]` : part,
  );
}

const SENTENCES: readonly Sentence[] = [
  {
    rule: 'self',
    sign: /name is|I['’]m|I am|ch bin|Name ist|m['’]appelle|[Jj]e suis|e llamo|[Ss]oy|i chiamo|k ben|nome é/,
    pattern: new RegExp(
      `(?:\\b(?:[Mm]y name is|I['’]m|I am|[Ii]ch bin|[Mm]ein Name ist|[Jj]e m['’]appelle|[Jj]e suis|[Mm]e llamo|[Ss]oy|[Mm]i chiamo|[Ii]k ben|[Mm]eu nome é))\\s+${NAME}`,
      'gu',
    ),
  },
  {
    rule: 'founded-by',
    sign: /\s(?:by|von|par|por)\s+\p{Lu}/u,
    pattern: new RegExp(
      `\\b(?:founded|started|created|run|owned|edited|written|published|gegründet|betrieben|fondé|créé|fundado|creado)(?:\\s+in\\s+\\d{4})?\\s+(?:by|von|par|por)\\s+${NAME}`,
      'gu',
    ),
  },
  {
    rule: 'label',
    sign: /:\s*\p{Lu}/u,
    pattern: label(
      String.raw`managing director|directora? general|redactora? jefe|amministrat(?:ore|rice) delegat[oa]|fundadora?|fondat(?:eur|rice|ore)|uitgever|oprichter|jornalista respons[áa]vel|założyciel(?:ka)?|генеральный директор|основатель(?:ница)?|director|owner|founder|editor(?:[ -]in[ -]chief)?|publisher|contact person|author|geschäftsführer(?:in)?|inhaber(?:in)?|vertreten durch|verantwortlich(?:er?)?[^:\n]{0,60}|redaktion(?:sleitung)?|chefredakteur(?:in)?|ansprechpartner(?:in)?|direct(?:eur|rice) de (?:la )?publication|responsable[^:\n]{0,30}|gérante?|rédact(?:eur|rice) en chef|titular|director(?:a)? editorial|direttore responsabile|titolare|verantwoordelijke(?: uitgever)?|hoofdredacteur|eigenaar|diretora? respons[áa]vel|editora?[ -]chefe|respons[áa]vel[^:\n]{0,30}|propriet[áa]ri[oa]|redaktor naczeln[ya]|wydawca|właściciel(?:ka)?|prezes(?: zarządu)?|главный редактор|учредитель|владелец|директор|автор`,
    ),
    position: (text) => text,
  },
  {
    rule: 'label',
    // Faster than the names of the scripts, and wider.
    sign: /[:：]\s*[\u2e80-\uffff]/,
    pattern: new RegExp(
      `(編集長|編集責任者|編集者|代表取締役(?:社長)?|代表者?|運営責任者|運営者|責任者|発行人|主编|主編|总编辑?|创始人|創始人|创办人|总经理|负责人|法定代表人|编辑|记者|作者)\\s*[:：]\\s*${HAN_NAME}`,
      'gu',
    ),
    position: (text) => text,
  },
  {
    rule: 'label',
    // Only in a line of its own, and with a space in the name, because shops follow other titles: '代表取締役　山田　太郎'.
    sign: /^(?:代表|編集)/,
    pattern: new RegExp(`^(編集長|代表取締役(?:社長)?|代表者)\\s+(${HAN}{2,3}[ 　]${HAN}{1,3})$`, 'gu'),
    position: (text) => text,
  },
];
const LEFT_OUT = AREA.nav | AREA.comments | AREA.related | AREA.form | AREA.hidden | AREA.trap | AREA.quote;
const MAX_BLOCK = 3_000;
// Labels that state a position; 'responsible for the content' is a duty, not a position.
const POSITION_LABEL =
  /hoofdred|eigenaar|diretor|editor|propriet|redaktor|wydawca|właściciel|prezes|редактор|учредитель|владелец|директор|編集|代表|主编|社長|運営責任者|负责人|总编|创始人|創始人|创办人|总经理|direct|owner|founder|editor|publisher|geschäftsführ|inhaber|redakteur|gérant|rédact|direttore|titular|titolare|delegat|fundador|fondat|uitgever|oprichter|jefe|jornalista|założyciel|основател/i;

export function peopleInSentences(facts: PageFacts, siteNames: readonly string[], kind: SitePageKind): PersonClaim[] {
  if (kind === 'given' || kind === 'home') return [];
  let found = 0;
  return facts.blocks.flatMap((block, index) => {
    if (block.area & LEFT_OUT || found >= MAX_CLAIMS) return [];
    const text = block.text.slice(0, MAX_BLOCK);
    const fitting = SENTENCES.filter(({ sign }) => sign.test(text));
    return fitting.flatMap(({ rule, pattern, position }) =>
      [...text.matchAll(pattern)].flatMap((match): PersonClaim[] => {
        const person = readPersonName(match.at(-1) ?? '', { siteNames });
        if (person === null || person.trust < 0.88) return [];
        found += 1;
        const title = position?.(match[1] ?? '') ?? '';
        return [
          {
            name: person.name,
            rule,
            snippet: match[0].trim().slice(0, 200),
            block: index,
            position: POSITION_LABEL.test(title) && title.length < 40 ? title : undefined,
            ...surroundings(facts, person.name),
          },
        ];
      }),
    );
  });
}

/** Once per page: parsing all its URLs for each person would take minutes on a hostile one. */
const socialLinksOf = memoizeObjects(({ links, base }: PageFacts) =>
  links
    .filter(({ area }) => !(area & LEFT_OUT))
    .map(({ href }) => URL.parse(href, base)?.href ?? '')
    .filter((href) => networkOf(href) !== null)
    .map((href) => ({ href, path: flatPath(href) })),
);

/** Links and pictures anywhere on the page that carry the name, because a sentence has none. */
function surroundings(facts: PageFacts, name: string): Pick<PersonClaim, 'links' | 'photo'> {
  const wanted = flatten(name);
  const links = socialLinksOf(facts).flatMap(({ href, path }) => (pathSpellsName(path, name) ? href : []));
  const image = facts.images.find(({ alt, src }) => src !== '' && alt.length < 100 && flatten(alt).includes(wanted));
  return { links: links.slice(0, MAX_LINKS), photo: image?.src };
}
