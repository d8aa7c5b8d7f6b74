// Like firstThatFinds, for lists that can be merged: after a source that covers only a small part of the web, the next one is
// asked as well.
import { type Call, firstThatFinds, ProviderError, worthWaitingFor } from '../provider.ts';
import type { FoundBacklink } from './found-backlink.ts';

interface Source {
  readonly source: string;
  readonly knowsLittle?: boolean;
}

/**
 * Without duplicates; the first source that states a page wins. Throws ProviderError if an answer is pending, or if a source could
 * not look and nothing was found or the caller can wait.
 */
export async function firstWithLittle<Of extends Source>(
  sources: readonly Of[],
  { enough, call }: { enough: number; call: Call },
  ask: (source: Of) => Promise<FoundBacklink[] | null>,
): Promise<FoundBacklink[]> {
  const little: FoundBacklink[] = [];
  async function askOne(source: Of): Promise<FoundBacklink[] | null> {
    const found = await ask(source);
    if (found === null || !source.knowsLittle) return found;
    little.push(...found);
    return little.length < enough ? null : [];
  }
  const more = await firstThatFinds(sources, call, askOne).catch((error: unknown) => {
    if (!(error instanceof ProviderError) || error.kind === 'pending' || little.length === 0) throw error;
    const failure = worthWaitingFor(error, call);
    if (failure) throw failure;
    return null;
  });
  const byUrl = new Map<string, FoundBacklink>();
  for (const found of [...little, ...(more ?? [])]) if (!byUrl.has(found.urlFrom)) byUrl.set(found.urlFrom, found);
  return [...byUrl.values()];
}
