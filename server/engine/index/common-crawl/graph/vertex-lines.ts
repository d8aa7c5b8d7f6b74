// Lines of a vertices file: id, reversed domain and number of hosts, separated by tabs. The file is in the order of its ids. It is sorted
// by name as well, but whether a hyphen comes before or after the end of a name has varied, so nothing relies on that.
import { isReversedName } from '../ranks/rank-lines.ts';

export interface Vertex {
  id: number;
  /** As people write it. */
  name: string;
}

/** Null for a line that is not understood, or whose id is not below `ids`. */
export function toVertex(line: string, ids: number): Vertex | null {
  const [id = '', reversed = ''] = line.split('\t', 2);
  const number = /^\d{1,10}$/.test(id) ? Number(id) : ids;
  if (number >= ids || !isReversedName(reversed)) return null;
  return { id: number, name: reversed.split('.').reverse().join('.') };
}
