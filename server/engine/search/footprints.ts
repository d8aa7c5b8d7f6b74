// Phrases by which search engines find certain kinds of pages, in the languages a search can have.
import type { Language } from '../../../shared/search-place.ts';
import type { Footprint } from '../../../shared/targeting-values.ts';

/** Guest posts, resource pages, rankings, alternatives. */
const phrases: Record<Language, readonly [string, string, string, string]> = {
  en: ['write for us', 'resources', 'best', 'alternatives'],
  de: ['Gastbeitrag', 'nützliche Links', 'beste', 'Alternativen'],
  fr: ['article invité', 'liens utiles', 'meilleur', 'alternatives'],
  es: ['escribe para nosotros', 'enlaces útiles', 'mejores', 'alternativas'],
  it: ['scrivi per noi', 'link utili', 'migliori', 'alternative'],
  pt: ['escreva para nós', 'links úteis', 'melhores', 'alternativas'],
  nl: ['gastblog', 'handige links', 'beste', 'alternatieven'],
  da: ['gæsteindlæg', 'nyttige links', 'bedste', 'alternativer'],
  sv: ['gästinlägg', 'användbara länkar', 'bästa', 'alternativ'],
  fi: ['vieraskirjoitus', 'hyödyllisiä linkkejä', 'paras', 'vaihtoehdot'],
  pl: ['wpis gościnny', 'przydatne linki', 'najlepsze', 'alternatywy'],
  cs: ['napište pro nás', 'užitečné odkazy', 'nejlepší', 'alternativy'],
  el: ['γράψτε για εμάς', 'χρήσιμοι σύνδεσμοι', 'καλύτερα', 'εναλλακτικές'],
  tr: ['misafir yazar', 'faydalı linkler', 'en iyi', 'alternatifleri'],
  ja: ['寄稿', 'リンク集', 'おすすめ', '代替'],
  ko: ['기고', '유용한 링크', '추천', '대안'],
};
const places: Record<Footprint, 0 | 1 | 2 | 3> = { 'guest-posts': 0, resources: 1, best: 2, alternatives: 3 };

export const footprintPhrase = (footprint: Footprint, language: Language): string =>
  phrases[language][places[footprint]];
