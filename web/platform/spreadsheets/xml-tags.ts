// Reads XML tag by tag, in one pass and without a document: a sheet can have millions of cells.

export interface Tag {
  /** Without its prefix. */
  name: string;
  isEnd: boolean;
  attributes: string;
  /** The text up to the next tag. */
  after: string;
}

export function* tagsOf(xml: string): Generator<Tag> {
  let at = xml.indexOf('<');
  while (at !== -1) {
    const close = xml.indexOf('>', at);
    if (close === -1) return;
    const next = xml.indexOf('<', close);
    const inside = xml.slice(at + 1, close);
    const [, slash, name] = /^(\/?)(?:[\w.-]+:)?([\w.-]+)/.exec(inside) ?? [];
    if (name !== undefined) {
      const attributes = inside.slice(inside.search(/\s|$/));
      yield { name, isEnd: slash === '/', attributes, after: xml.slice(close + 1, next === -1 ? undefined : next) };
      if (inside.endsWith('/')) yield { name, isEnd: true, attributes: '', after: '' };
    }
    at = next;
  }
}

/** The attribute with or without a prefix, unescaped; null if there is none. */
export function attributeOf(attributes: string, name: string): string | null {
  const [, double, single] =
    new RegExp(`\\s(?:[\\w.-]+:)?${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  const value = double ?? single;
  return value === undefined ? null : unescapeXml(value);
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(
    /&(?:#x([0-9a-f]{1,6})|#(\d{1,7})|(\w+));/gi,
    (whole, hex?: string, decimal?: string, name?: string) => {
      if (name !== undefined) return named[name] ?? whole;
      const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    },
  );
}
