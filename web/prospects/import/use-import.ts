// Sends an import in pieces, so that a long one shows its progress and no request is large. Rows state their result, so a piece
// may be sent again.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { callApi } from '../../platform/api.ts';
import { shouldRetry } from '../../platform/query.ts';
import type { BadRow, MappedRows } from './map-columns.ts';

const rowsAtOnce = 1_000;
const pieceMs = 30_000;

export interface ImportResult {
  /** Lines sent so far. */
  sent: number;
  imported: number;
  bad: BadRow[];
  /** Why the rest was not imported. */
  problem: string | null;
}

export function useImport() {
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState(0);
  const { mutate, data, isPending } = useMutation({
    mutationFn: async ({ rows, bad }: MappedRows): Promise<ImportResult> => {
      const result: ImportResult = { sent: 0, imported: 0, bad: [...bad], problem: null };
      while (result.sent < rows.length) {
        const piece = rows.slice(result.sent, result.sent + rowsAtOnce);
        try {
          const answer = await sendPiece(piece.map(({ row }) => row));
          result.imported += answer.imported;
          for (const { line, text } of answer.bad) {
            result.bad.push({ line: piece[line - 1]?.line ?? 0, text, reason: 'does not belong to a site' });
          }
        } catch (error) {
          result.problem = (error as Error).message;
          break;
        }
        result.sent += piece.length;
        setProgress(result.sent);
      }
      result.bad.sort((a, b) => a.line - b.line);
      return result;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['prospects'] }),
  });
  return { start: mutate, result: data, progress, isPending };
}

async function sendPiece(rows: MappedRows['rows'][number]['row'][]) {
  for (let failures = 0; ; failures++) {
    try {
      return await callApi('POST /data/prospects/import', { body: { rows }, timeoutMs: pieceMs });
    } catch (error) {
      if (!shouldRetry(failures, error as Error)) throw error;
    }
  }
}
