// Values in ClickHouse's SQL. Servers before 2019 have no parameters, so values are written into the statement, here and nowhere else.

export type Value = string | number | bigint | readonly (string | number | bigint)[];

/** Already SQL: the name of a table, or a part of a statement. */
export class Raw {
  readonly sql: string;
  constructor(sql: string) {
    this.sql = sql;
  }
}

export const raw = (sql: string): Raw => new Raw(sql);

/** A statement whose values are escaped; lists are written in parentheses. */
export const statement = (parts: TemplateStringsArray, ...values: (Value | Raw)[]): Raw =>
  raw(parts.reduce((sql, part, index) => sql + literal(values[index - 1] as Value | Raw) + part));

function literal(value: Value | Raw): string {
  if (value instanceof Raw) return value.sql;
  if (typeof value === 'number' || typeof value === 'bigint') return String(value);
  if (typeof value === 'string') return quoted(value);
  return `(${value.map(literal).join(', ')})`;
}

const special: Record<string, string> = {
  '\\': '\\\\',
  "'": "\\'",
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
};

const quoted = (text: string): string => `'${text.replace(/[\\'\n\r\t\0]/g, (found) => special[found] ?? '')}'`;

/** An array, where ClickHouse wants one rather than a list. */
export const arrayOf = (values: readonly string[]): Raw => raw(`[${values.map(quoted).join(', ')}]`);

export const joined = (parts: readonly Raw[], separator: ' and ' | ' or '): Raw =>
  raw(`(${parts.map(({ sql }) => sql).join(separator)})`);

/** 64-bit keys are decimal digits, because JavaScript's numbers can't hold them. */
export const keysOf = (keys: readonly string[]): readonly bigint[] => keys.map(BigInt);
