// A tiny safe template tag: every value is escaped unless it was created by the tag itself or marked as raw.

export interface Html {
  readonly markup: string;
}

type Value = Html | string | number | null | undefined | false | readonly Value[];

export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  let markup = parts[0] ?? '';
  values.forEach((value, index) => {
    markup += markupOf(value) + (parts[index + 1] ?? '');
  });
  return { markup };
}

/** Text that is already HTML, such as a style sheet or our own script. */
export function raw(markup: string): Html {
  return { markup };
}

export const nothing: Html = raw('');

function markupOf(value: Value): string {
  if (value === null || value === undefined || value === false) return '';
  if (typeof value === 'string') return escapeHtml(value);
  if (typeof value === 'number') return String(value);
  if (Array.isArray(value)) return value.map(markupOf).join('');
  return (value as Html).markup;
}

export function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
