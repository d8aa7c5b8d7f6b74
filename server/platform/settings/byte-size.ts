// Sizes as operators write them: 500MB, 50GB, 1.5TB.
export const sizePattern = /^\d+(\.\d+)?\s*(KB|MB|GB|TB)$/i;

const units: Record<string, number> = { KB: 1e3, MB: 1e6, GB: 1e9, TB: 1e12 };

/** In bytes; NaN if it is not a size. */
export function parseSize(text: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)\s*(\w\w)$/.exec(text.trim()) ?? [];
  return sizePattern.test(text.trim()) ? Number(number) * (units[unit.toUpperCase()] ?? Number.NaN) : Number.NaN;
}
