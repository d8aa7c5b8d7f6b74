// Comparison operators in vendors' filters.

/** Whether a value matches; undefined for an unknown operator. */
export function compare(value: unknown, operator: string, wanted: unknown): boolean | undefined {
  const [a, b] = [Number(value), Number(wanted)];
  switch (operator) {
    case '=':
      return value === wanted;
    case '<>':
      return value !== wanted;
    case '>':
      return a > b;
    case '>=':
      return a >= b;
    case '<':
      return a < b;
    case '<=':
      return a <= b;
    case 'in':
      return Array.isArray(wanted) && wanted.includes(value);
    case 'not_in':
      return Array.isArray(wanted) && !wanted.includes(value);
    default:
      return undefined;
  }
}
