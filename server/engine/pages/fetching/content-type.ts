// The Content-Type of an answer. Servers and the proxies before them each add one, on lines of their own or on one line
// with a comma; browsers take the last that is valid, and keep the charset of an earlier one of the same type.

const TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/;
const CHARSET = /;\s*charset\s*=/i;

export interface ContentType {
  /** Lower case, without parameters; '' when none is stated. */
  type: string;
  /** The whole value, with its charset. */
  value: string;
}

export function contentTypeOf(header: string | string[] | undefined): ContentType {
  let found: ContentType = { type: '', value: '' };
  for (const value of [header ?? []].flat().flatMap((line) => line.split(','))) {
    const type = TYPE.exec(value)?.[1]?.toLowerCase();
    if (type === undefined) continue;
    const keepsOld = type === found.type && CHARSET.test(found.value) && !CHARSET.test(value);
    if (!keepsOld) found = { type, value: value.trim() };
  }
  return found;
}
