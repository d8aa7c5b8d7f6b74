// Ids for rows that are inserted together and listed by id: the same form as new_id() of the database, a millisecond apart,
// so that they keep their order.
import { randomUUID } from 'node:crypto';

export function orderedIds(count: number, now = Date.now()): string[] {
  return Array.from({ length: count }, (_, i) => {
    const time = (now + i).toString(16).padStart(12, '0');
    return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`;
  });
}
