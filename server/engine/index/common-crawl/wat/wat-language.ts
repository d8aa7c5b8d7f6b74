// The language and the length of a page's text, as Common Crawl's language detection (CLD2) states them in the metadata record
// that follows a page.
import { parseJson } from '../../../../../shared/parse-json.ts';
import { languageOf } from '../../crawl/language.ts';
import { fieldAt, listOf, textOf } from './json-fields.ts';

export interface WatText {
  url: string;
  /** Two letters; '' if unknown. */
  language: string;
  isReliable: boolean;
  words: number;
}

/** Average length of a word with its space, in bytes. */
const bytesPerWord = 6;
const mostWords = 2_147_483_647;

/** Reads the JSON of a metadata record; null if it says nothing about the language. Never throws. */
export function toWatText(record: unknown): WatText | null {
  const envelope = fieldAt(record, 'Envelope');
  const records = listOf(fieldAt(envelope, 'Payload-Metadata', 'WARC-Metadata-Metadata', 'Metadata-Records'));
  const languages = records.find((one) => fieldAt(one, 'Name') === 'languages-cld2');
  // JSON within JSON.
  const detected = parseJson(textOf(fieldAt(languages, 'Value')));
  if (detected === null) return null;
  const bytes = Number(fieldAt(detected, 'text-bytes') ?? Number.NaN);
  return {
    url: textOf(fieldAt(envelope, 'WARC-Header-Metadata', 'WARC-Target-URI')),
    language: languageOf(textOf(fieldAt(listOf(fieldAt(detected, 'languages'))[0], 'code')), ''),
    isReliable: fieldAt(detected, 'reliable') === true,
    words: bytes >= 0 ? Math.min(mostWords, Math.round(bytes / bytesPerWord)) : -1,
  };
}

/** The detected language if it is certain, otherwise the declared one. */
export function chooseLanguage(declared: string, text: WatText | null): string {
  if (text?.isReliable && text.language !== '') return text.language;
  return languageOf(declared, '') || (text?.language ?? '');
}
