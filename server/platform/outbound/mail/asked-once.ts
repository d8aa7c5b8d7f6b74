// DNS answers about mail servers, cached for a minute: a campaign contacts the same few hosts again and again, and their
// records rarely live for less. Whether an IP address may be dialed is still checked for each connection.

const KEEP_MS = 60_000;
const MOST = 5_000;

/** Shares one query between all callers within a minute. A failure rejects those who wait, and is not cached. */
export function askedOnce<Answer>(ask: (name: string) => Promise<Answer>): (name: string) => Promise<Answer> {
  const kept = new Map<string, { answer: Promise<Answer>; until: number }>();
  return (name) => {
    const known = kept.get(name);
    if (known && known.until > performance.now()) return known.answer;
    const asked = { answer: ask(name), until: performance.now() + KEEP_MS };
    kept.delete(name);
    kept.set(name, asked);
    const [oldest] = kept.keys();
    if (kept.size > MOST && oldest !== undefined) kept.delete(oldest);
    asked.answer.catch(() => {
      if (kept.get(name) === asked) kept.delete(name);
    });
    return asked.answer;
  };
}
