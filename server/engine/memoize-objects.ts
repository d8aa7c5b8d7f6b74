/** Computes the answer once per object, and forgets it with the object. */
export function memoizeObjects<Key extends object, Answer extends object>(
  answer: (key: Key) => Answer,
): (key: Key) => Answer {
  const known = new WeakMap<Key, Answer>();
  return (key) => {
    const found = known.get(key) ?? answer(key);
    known.set(key, found);
    return found;
  };
}
