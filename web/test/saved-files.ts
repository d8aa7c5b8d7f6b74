// Files that a web test downloads.
import { vi } from 'vitest';

export interface SavedFile {
  readonly name: string;
  readonly file: Blob;
}

/** Collects files saved from now on. */
export function watchSavedFiles(): SavedFile[] {
  const made = new Map<string, Blob>();
  const saved: SavedFile[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    const address = `blob:${made.size}`;
    made.set(address, file as Blob);
    return address;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: made.get(this.href) as Blob });
  });
  return saved;
}
