// Comparison operators in vendors' filters.
const checks: Record<string, (value: unknown, wanted: unknown) => boolean> = {
  '=': (value, wanted) => value === wanted,
  '<>': (value, wanted) => value !== wanted,
  '>': (value, wanted) => Number(value) > Number(wanted),
  '>=': (value, wanted) => Number(value) >= Number(wanted),
  '<': (value, wanted) => Number(value) < Number(wanted),
  '<=': (value, wanted) => Number(value) <= Number(wanted),
};

/** Whether a value matches; undefined for an unknown operator. */
export const compare = (value: unknown, operator: string, wanted: unknown): boolean | undefined =>
  checks[operator]?.(value, wanted);
