// Whether the title or headline of a page says that the page does not exist. Titles of articles about errors or about other things
// that can't be found don't.

/** Longer pages are articles about the topic. Menus, footers and comments are not counted. */
export const MESSAGE_WORDS = 120;

const PAGE = '(?:page|site|content|article|post|url|file|resource|product|listing)';
const CANNOT = `(?:can[’']?t|cannot|can not|couldn[’']?t|could not)`;
const NOT_FOUND = new RegExp(
  [
    String.raw`\b${PAGE} (?:you (?:requested|are looking for) )?(?:(?:was |is |could |has )?(?:not (?:be )?found|missing|unavailable|(?:does|did) ?n[o'’]t exist|no longer (?:exists?|available)|been (?:removed|deleted))|${CANNOT} be found)`,
    String.raw`^(?:oops\W*|sorry\W*)?not found(?:\W*$|\s*[:(])|^(?:oops\W*|sorry\W*)?nothing (?:was )?found(?: here)?\W*$`,
    String.raw`\b${CANNOT} (?:be found\W*$|(?:find|locate) (?:(?:the|that|this|your|a|any)(?: requested)? )?${PAGE}\b|find (?:it|that|this)\W*$|find what you)`,
    'seite (?:wurde |konnte )?(?:leider )?nicht gefunden|seite existiert nicht|nicht gefunden$',
    "page (?:est )?(?:non trouvée|introuvable)|page n[’']existe (?:pas|plus)",
    'página no (?:encontrada|existe)|no (?:se )?(?:ha encontrado|encuentra|pudimos encontrar|hemos encontrado) (?:la|esta) página',
    'pagina non (?:è stata )?trovata|pagina (?:inesistente|non esiste)',
    'página não (?:foi )?(?:encontrada|existe)',
    'pagina (?:is )?niet gevonden|pagina bestaat niet',
    'sidan (?:hittades inte|finns inte)|siden (?:ble|blev) ikke fun',
    'stron[ay] nie (?:została |zostala )?(?:znaleziono|znaleziona|istnieje)|nie znaleziono strony',
    'страница не (?:найдена|существует)|не найдено$',
    'ページ[はが](?:見つかりません|存在しません)|ページは(?:削除|移動)され',
    '(?:页面|頁面|网页|網頁|内容)(?:不存在|未找到|找不到|已(?:被)?(?:删除|刪除))|找不到(?:该|此|您|這個|这个)?.{0,6}(?:页|頁)',
  ].join('|'),
  'iu',
);
/** A code and nothing but words for 'error'. */
const CODE =
  /^(?:(?:oops|http|status|error|erreur|fehler|errore|erro|fout|błąd|ошибка|エラー|错误|錯誤)[\s:#!,-]*)*(404|410|500|502|503)(?:[\s:.!,()–—-]*(?:error|page|seite|not|found|gone|erreur|fehler|errore|erro|ошибка|エラー))*[\s.!)]*$/iu;
const ABOUT =
  /\b(?:how|why|what(?! you)|fix(?:ing)?|guide|wie|warum|comment|pourquoi|cómo|come|perché|como|hoe|jak|как)\b|方法|怎么/iu;

export function saysNotFound(title: string): boolean {
  return (NOT_FOUND.test(title) || /^4/.test(errorCodeIn(title))) && !isAboutErrors(title);
}

/** The HTTP status that is the whole title; '' if none is. */
export function errorCodeIn(title: string): string {
  return CODE.exec(title)?.[1] ?? '';
}

export function isAboutErrors(title: string): boolean {
  return ABOUT.test(title);
}
