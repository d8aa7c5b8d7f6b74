// What stand-ins remember, apart for each practice web of a process.
import type { World } from '../data/types.ts';

/** A value for each world, made when it is first needed. */
export function perWorld<Value extends object>(make: (world: World) => Value): (world: World) => Value {
  const values = new WeakMap<World, Value>();
  return (world) => {
    const value = values.get(world) ?? make(world);
    values.set(world, value);
    return value;
  };
}

/** Whether something was seen before, such as a question that is charged once. */
export function createSeen(): (world: World, what: string) => boolean {
  const seenIn = perWorld(() => new Set<string>());
  return (world, what) => {
    const seen = seenIn(world);
    const isKnown = seen.has(what);
    seen.add(what);
    return isKnown;
  };
}
