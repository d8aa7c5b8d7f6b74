// Small values stored in this browser. If storage is blocked or full, they last until the page is closed.

interface KeptValues {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
  removeItem(name: string): void;
  /** Removes everything whose name begins with this. */
  removeAll(prefix: string): void;
}

/** For all tabs, until removed. The auth client stores its session here. */
export const keptInBrowser = keptIn(() => window.localStorage);

/** For this tab only. */
export const keptInTab = keptIn(() => window.sessionStorage);

function keptIn(open: () => Storage): KeptValues {
  const memory = new Map<string, string>();
  const attempt = <Result>(act: (storage: Storage) => Result): Result | null => {
    try {
      return act(open());
    } catch {
      return null;
    }
  };
  const removeItem = (name: string) => {
    memory.delete(name);
    attempt((storage) => storage.removeItem(name));
  };
  return {
    getItem: (name) => attempt((storage) => storage.getItem(name)) ?? memory.get(name) ?? null,
    setItem(name, value) {
      const isStored = attempt((storage) => {
        storage.setItem(name, value);
        return true;
      });
      if (isStored) memory.delete(name);
      else {
        // An older value that is still stored would be read instead.
        removeItem(name);
        memory.set(name, value);
      }
    },
    removeItem,
    removeAll(prefix) {
      const names = [...memory.keys(), ...(attempt((storage) => Object.keys(storage)) ?? [])];
      for (const name of names) if (name.startsWith(prefix)) removeItem(name);
    },
  };
}
