import type { ESTree } from 'vite';

/** All nodes of a syntax tree, or of a part of it. */
export function* nodesIn(value: unknown): Generator<ESTree.Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value && typeof value.type === 'string') yield value as ESTree.Node;
  for (const inner of Object.values(value)) yield* nodesIn(inner);
}
