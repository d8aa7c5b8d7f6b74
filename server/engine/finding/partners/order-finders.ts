// In which order partners are asked: by what a valid address has cost on this instance. Pure.

/** What a partner's answers were worth. */
export interface FinderCounts {
  valid: number;
  dollars: number;
}

// A partner without results yet is judged by its price, as if 10 answers at that price had brought 6 valid addresses. So a
// partner needs some dozens of answers before luck no longer decides.
const ASSUMED = { answers: 10, valid: 6 };

/** The cheapest first. Those that cost the same keep their order. */
export function orderFinders<Finder extends { maxDollars: number }>(
  finders: readonly Finder[],
  countsOf: (finder: Finder) => FinderCounts | undefined,
): Finder[] {
  const dollarsPerValid = (finder: Finder) => {
    const { valid = 0, dollars = 0 } = countsOf(finder) ?? {};
    return (dollars + ASSUMED.answers * finder.maxDollars) / (valid + ASSUMED.valid);
  };
  return finders
    .map((finder) => ({ finder, cost: dollarsPerValid(finder) }))
    .sort((a, b) => a.cost - b.cost)
    .map(({ finder }) => finder);
}
