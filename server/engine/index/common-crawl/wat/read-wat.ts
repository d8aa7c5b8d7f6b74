// Reads the pages of a WAT file: three records per page (request, response, metadata), of which the last two are used. The header
// of a record does not say which of them it is, so the JSON is searched for a name before it is parsed.
import { isUtf8 } from 'node:buffer';
import { noWarcCounts, readWarc, type WarcCounts } from '../warc/read-warc.ts';
import { fieldAt, textOf } from './json-fields.ts';
import { chooseLanguage, toWatText, type WatText } from './wat-language.ts';
import { toWatPage, type WatPage } from './wat-page.ts';

export interface WatCounts extends WarcCounts {
  pages: number;
  links: number;
  /** Responses that are not pages: errors, redirects, or unusable URLs. */
  notPages: number;
  badJson: number;
  /** Records with bytes that are not UTF-8, which are replaced. */
  badText: number;
}

export const noWatCounts = (): WatCounts => ({
  ...noWarcCounts(),
  ...{ pages: 0, links: 0, notPages: 0, badJson: 0, badText: 0 },
});

const marks = { html: Buffer.from('"HTML-Metadata"'), language: Buffer.from('languages-cld2') };
/** Above any metadata record of a page, so that pages are not searched for the second mark. */
const longestMetadata = 64 * 1024;

/** Yields each page with its links. Throws only what the source throws: everything else is counted and skipped. */
export async function* readWat(source: AsyncIterable<Uint8Array>, counts: WatCounts): AsyncGenerator<WatPage> {
  const pages = joinRecords(counts);
  for await (const records of readWarc(source, counts)) {
    for (const { body } of records) {
      const page = pages.add(body);
      if (page) yield page;
    }
  }
  const last = pages.end();
  if (last) yield last;
}

/** Takes the records in order. A page is complete with its metadata record, or else with the next page. */
function joinRecords(counts: WatCounts) {
  let open: { page: WatPage; declared: string; address: string } | null = null;
  const close = (text: WatText | null): WatPage | null => {
    if (open === null) return null;
    const { page, declared } = open;
    open = null;
    counts.pages += 1;
    counts.links += page.links.length;
    return { ...page, language: chooseLanguage(declared, text), words: text?.words ?? -1 };
  };
  const addPage = (body: Buffer): WatPage | null => {
    const json = parseJson(body, counts);
    if (json === undefined) return null;
    const before = close(null);
    const found = toWatPage(json);
    if (typeof found === 'string') counts.notPages += 1;
    else open = { ...found, address: addressOf(json) };
    return before;
  };
  return {
    add(body: Buffer): WatPage | null {
      if (body.includes(marks.html)) return addPage(body);
      if (open === null || body.length > longestMetadata || !body.includes(marks.language)) return null;
      const text = toWatText(parseJson(body, counts));
      return text?.url === open.address ? close(text) : null;
    },
    end: () => close(null),
  };
}

const addressOf = (json: unknown) => textOf(fieldAt(json, 'Envelope', 'WARC-Header-Metadata', 'WARC-Target-URI'));

function parseJson(body: Buffer, counts: WatCounts): unknown {
  if (!isUtf8(body)) counts.badText += 1;
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    counts.badJson += 1;
    return undefined;
  }
}
