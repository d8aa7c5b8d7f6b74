// Parses what the stripe package sends: form fields with bracketed names, such as line_items[0][price].

export interface Fields {
  [name: string]: Field;
}
export type Field = string | Fields | Field[] | undefined;

/** The fields as nested objects; numeric names become arrays. */
export function readForm(text: string): Fields {
  const root: Fields = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) {
    const [first = '', ...rest] = name.replaceAll(']', '').split('[');
    place(root, [first, ...rest], value);
  }
  return toLists(root) as Fields;
}

function place(into: Fields, [name = '', ...rest]: string[], value: string): void {
  const key = name === '' ? String(Object.keys(into).length) : name;
  if (rest.length === 0) {
    into[key] = value;
    return;
  }
  if (typeof into[key] !== 'object') into[key] = Object.create(null) as Fields;
  place(into[key] as Fields, rest, value);
}

function toLists(field: Field): Field {
  if (typeof field !== 'object' || Array.isArray(field)) return field;
  const entries = Object.entries(field).map(([name, value]) => [name, toLists(value)] as const);
  const isList = entries.length > 0 && entries.every(([name]) => /^\d+$/.test(name));
  return isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

export const text = (field: Field) => (typeof field === 'string' ? field : undefined);
export const fields = (field: Field): Fields => (typeof field === 'object' && !Array.isArray(field) ? field : {});
export const items = (field: Field): Fields[] => (Array.isArray(field) ? field.map(fields) : []);
