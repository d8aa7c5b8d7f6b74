// Finds the circles in which files import each other, by following each file's imports in depth.

/** Gives each circle once, as the files on it in order. */
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
