// Like firstThatFinds, for lists that can be put together: a source that knows a small part of the web does not keep the next
// one from being asked.
import { type Call, firstThatFinds, ProviderError } from '../provider.ts';
import type { FoundBacklink } from './found-backlink.ts';

interface Source {
  readonly source: string;
  readonly knowsLittle?: boolean;
}

/**
 * Each page once, as the first source states it. Throws ProviderError when the answer is on its way, and when nobody found
 * anything and somebody could not look.
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
    if (error instanceof ProviderError && error.kind !== 'pending' && little.length > 0) return null;
    throw error;
  });
  const byUrl = new Map<string, FoundBacklink>();
  for (const found of [...little, ...(more ?? [])]) if (!byUrl.has(found.urlFrom)) byUrl.set(found.urlFrom, found);
  return [...byUrl.values()];
}
