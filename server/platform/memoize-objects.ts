/** Computes the answer once per object, and forgets it with the object. */
export function memoizeObjects<Key extends object, Answer extends object>(
  answer: (key: Key) => Answer,
): (key: Key) => Answer {
  return memoizeBy((key) => key, answer);
}

/** The same for an object that is a part of the first argument. What else the arguments hold counts only in the first call. */
export function memoizeBy<Parts, Options extends unknown[], Answer extends object>(
  keyOf: (parts: NoInfer<Parts>) => object,
  answer: (parts: Parts, ...options: Options) => Answer,
): (parts: Parts, ...options: Options) => Answer {
  const known = new WeakMap<object, Answer>();
  return (parts, ...options) => {
    const key = keyOf(parts);
    const found = known.get(key) ?? answer(parts, ...options);
    known.set(key, found);
    return found;
  };
}
