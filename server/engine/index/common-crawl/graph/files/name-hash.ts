// Hashes of domain names: 32-bit FNV-1a with a final mix, and another one for tables that need more bits.

/** Names are ASCII. */
export function nameHash(name: string, seed = 0x811c9dc5): number {
  let hash = seed;
  for (let at = 0; at < name.length; at += 1) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** 52 bits, never 0. */
export const longNameHash = (name: string): number =>
  1 + (nameHash(name) & 0xfffff) * 2 ** 32 + nameHash(name, 0x9747b28c);
