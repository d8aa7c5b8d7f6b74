// Answers of DNS about mail servers, kept for a minute: a campaign calls the same few hosts again and again, and records of
// mail servers rarely live for less. Whether a number may be dialled is judged at each connection all the same.

const KEEP_MS = 60_000;
const MOST = 5_000;

/** The same question, asked once for all who ask it within a minute. A failure is told to those who wait, and not kept. */
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
