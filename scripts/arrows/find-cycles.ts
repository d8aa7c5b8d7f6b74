// Finds import cycles by following each file's imports depth first.

/** Returns the files of each cycle in order. Finds at least one cycle if there is any. */
export function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const way: string[] = [];
  const visit = (file: string) => {
    if (done.has(file)) return;
    const at = way.indexOf(file);
    if (at >= 0) {
      cycles.push(way.slice(at));
      return;
    }
    way.push(file);
    for (const next of graph.get(file) ?? []) visit(next);
    way.pop();
    done.add(file);
  };
  for (const file of graph.keys()) visit(file);
  return cycles;
}
