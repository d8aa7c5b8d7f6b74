// Reads the Content-Type header, which some servers send twice (often once more by a proxy), as separate lines or joined
// by a comma. Like browsers, we use the last valid one, but keep the charset of an earlier one of the same type.

const TYPE = /^\s*([\w!#$&^.+-]+\/[\w!#$&^.+-]+)\s*(?:;|$)/;
const CHARSET = /;\s*charset\s*=/i;

export interface ContentType {
  /** Lower case, without parameters; '' if there is none. */
  type: string;
  /** The full value, including the charset. */
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
