/** Says of one page after the other whether its domain has fewer than so many before it. */
export function placesPerDomain(most: number): (domain: string) => boolean {
  const counts = new Map<string, number>();
  return (domain) => {
    const count = (counts.get(domain) ?? 0) + 1;
    counts.set(domain, count);
    return count <= most;
  };
}
