// What the steps of loading a graph share.
import type { Database } from '../../../../platform/db.ts';
import type { GraphRelease } from '../releases/list-releases.ts';
import type { ReadOptions } from '../source/read-file.ts';
import type { LoadState } from './load-state.ts';

export interface LoadGraph extends ReadOptions {
  graph: GraphRelease;
  diskBytes: number;
  /** How often the state is written, and whether to go on is checked. */
  checkpointEdges?: number;
  /** How often a download checks whether to go on. */
  checkMs?: number;
  buckets?: number;
  /** The most links that are sorted at once, 20 bytes each. */
  sortedAtOnce?: number;
  onProgress?(progress: GraphProgress): void;
}

export interface GraphProgress {
  step: 'download' | LoadState['step'];
  /** Bytes, names, links read or links sorted, and how many are expected. */
  done: number;
  expected: number;
  skipped: number;
}

export interface GraphLoad {
  db: Database;
  options: LoadGraph & Required<Pick<LoadGraph, 'checkpointEdges' | 'sortedAtOnce' | 'buckets'>>;
  /** The folder in which the graph is built. */
  work: string;
  state: LoadState;
  /** Reads a file of the release from its start; it is on disk already. */
  read(kind: 'vertices' | 'edges'): AsyncIterable<Uint8Array>;
  /** Writes the state, then checks whether to go on. Throws if not. */
  checkpoint(): Promise<void>;
  report(progress: Pick<GraphProgress, 'done' | 'expected'> & { step?: GraphProgress['step'] }): void;
}

export const graphPath = (release: string, kind: 'vertices' | 'edges') =>
  `projects/hyperlinkgraph/${release}/domain/${release}-domain-${kind}.txt.gz`;
