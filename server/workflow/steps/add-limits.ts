export interface OrderLimit {
  /** What the order may cost from now on, as the user has set it; null if it has no limit. */
  limit: number | null;
  /** The most it can cost without one. */
  most: number;
}

/**
 * The limit of orders that run together: each of them was promised what it can cost, and together they cost no more than the sum.
 * Null if none of them has a limit.
 */
export function addLimits(orders: readonly OrderLimit[]): number | null {
  if (orders.every(({ limit }) => limit === null)) return null;
  return orders.reduce((sum, { limit, most }) => sum + (limit ?? most), 0);
}
