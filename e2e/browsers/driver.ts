// What the stories need from a browser. Each file next to this one drives one browser through its protocol.
export interface Driver {
  open(url: string): Promise<void>;
  /** Calls a function in the page; the function and its arguments must be serializable. */
  run<Answer>(act: (...given: never[]) => Answer, ...given: readonly Given[]): Promise<Awaited<Answer>>;
  /** Clicks the element that the function finds; false if there is none. */
  click(find: (...given: never[]) => Element | null, ...given: readonly Given[]): Promise<boolean>;
  /** Types a text, or presses one key by its name. */
  type(text: string): Promise<void>;
  press(key: Key): Promise<void>;
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

export type Given = string | number | boolean | null;

/** Names as in `KeyboardEvent.key`. */
export type Key = 'Enter' | 'Tab' | 'Escape' | ' ' | 'ArrowLeft' | 'ArrowRight' | 'ArrowDown' | 'k' | 'r' | 'u';

export interface DriverOptions {
  /** The browser's own folder. */
  readonly home: string;
  /** Where downloads go. */
  readonly downloads: string;
}
