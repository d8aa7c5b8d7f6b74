// What the steps of loading a graph share.
import type { Database } from '../../../../platform/db.ts';
import type { GraphRelease } from '../releases/list-releases.ts';
import type { ReadOptions } from '../source/read-file.ts';
import type { LoadState } from './load-state.ts';

export interface LoadGraph extends ReadOptions {
  graph: GraphRelease;
  diskBytes: number;
  /** After so many links, the state is written, and the load checks whether it should continue. */
  checkpointEdges?: number;
  /** How often a download checks whether it should continue. */
  checkMs?: number;
  buckets?: number;
  /** The most links that are sorted at once, 12 bytes each. */
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
  /** Writes the state. Throws if the load should not continue. */
  checkpoint(): Promise<void>;
  report(progress: Pick<GraphProgress, 'done' | 'expected'> & { step?: GraphProgress['step'] }): void;
}

export const graphPath = (release: string, kind: 'vertices' | 'edges') =>
  `projects/hyperlinkgraph/${release}/domain/${release}-domain-${kind}.txt.gz`;
