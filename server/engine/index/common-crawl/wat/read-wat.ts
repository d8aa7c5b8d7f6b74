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
  let open: { page: WatPage; declared: string; address: string } | null = null;
  const close = (found: NonNullable<typeof open>, text: WatText | null): WatPage => {
    counts.pages += 1;
    counts.links += found.page.links.length;
    return { ...found.page, language: chooseLanguage(found.declared, text), words: text?.words ?? -1 };
  };
  for await (const { body } of readWarc(source, counts)) {
    const isPage = body.includes(marks.html);
    if (!isPage && (body.length > longestMetadata || !body.includes(marks.language))) continue;
    const json = parseJson(body, counts);
    if (json === undefined) continue;
    if (isPage) {
      if (open) yield close(open, null);
      open = null;
      const found = toWatPage(json);
      if (typeof found === 'string') counts.notPages += 1;
      else open = { ...found, address: addressOf(json) };
    } else if (open !== null) {
      const text = toWatText(json);
      if (text === null || text.url !== open.address) continue;
      yield close(open, text);
      open = null;
    }
  }
  if (open) yield close(open, null);
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
