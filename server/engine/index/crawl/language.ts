// The language of a page, and PostgreSQL's text search configuration for it.

const CONFIGS: Record<string, string> = {
  ar: 'arabic',
  ca: 'catalan',
  da: 'danish',
  de: 'german',
  el: 'greek',
  en: 'english',
  es: 'spanish',
  eu: 'basque',
  fi: 'finnish',
  fr: 'french',
  ga: 'irish',
  hi: 'hindi',
  hu: 'hungarian',
  hy: 'armenian',
  id: 'indonesian',
  it: 'italian',
  lt: 'lithuanian',
  nb: 'norwegian',
  ne: 'nepali',
  nl: 'dutch',
  nn: 'norwegian',
  no: 'norwegian',
  pt: 'portuguese',
  ro: 'romanian',
  ru: 'russian',
  sr: 'serbian',
  sv: 'swedish',
  ta: 'tamil',
  tr: 'turkish',
  yi: 'yiddish',
};

// Words that are frequent in one language and rare in the others.
export const FREQUENT: Record<string, string> = {
  en: 'the and of to with that this for was are you have from',
  de: 'der und die das nicht mit für ist ein eine auf auch sich werden',
  fr: 'les des est une dans pour qui pas vous sur avec sont plus être',
  es: 'los las una por con para del como más pero sus hay está son',
  it: 'che della sono per con non una gli più delle anche nel alla come',
  nl: 'het een van dat niet voor met zijn ook maar aan wordt naar hebben',
  pt: 'não uma para com dos das mais como pelo você são está muito ser',
};
const SAMPLE = 4_000;

/** Two letters; '' when neither declared nor clear from the words. */
export function languageOf(declared: string, text: string): string {
  const [, code] = /^\s*([a-z]{2})\b/i.exec(declared) ?? [];
  return code?.toLowerCase() ?? guess(text.slice(0, SAMPLE));
}

export function searchConfig(language: string): string {
  return CONFIGS[language] ?? 'simple';
}

/** How many texts there are by configuration. */
export function countByConfig(counts: Iterable<{ language: string; texts: number }>): Map<string, number> {
  const byConfig = new Map<string, number>();
  for (const { language, texts } of counts) {
    const config = searchConfig(language);
    byConfig.set(config, (byConfig.get(config) ?? 0) + texts);
  }
  return byConfig;
}

/** The languages with a configuration of their own; none for 'simple', which all others share. */
export function configLanguages(config: string): string[] {
  return Object.keys(CONFIGS).filter((language) => CONFIGS[language] === config);
}

function guess(text: string): string {
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  let best = '';
  let most = Math.max(2, words.length / 20);
  for (const [language, list] of Object.entries(FREQUENT)) {
    const frequent = new Set(list.split(' '));
    const count = words.filter((word) => frequent.has(word)).length;
    if (count > most) [best, most] = [language, count];
  }
  return best;
}
