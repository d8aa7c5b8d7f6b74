// What the stories need of a browser. Each neighbour file drives one browser by the protocol it speaks.
export interface Driver {
  open(url: string): Promise<void>;
  /** Calls a function in the page; it and its arguments must make sense as text. */
  run<Answer>(act: (...given: never[]) => Answer, ...given: readonly Given[]): Promise<Awaited<Answer>>;
  /** Clicks with the pointer on the element that the function finds; false if there is none. */
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
  /** A folder of the browser's own. */
  readonly home: string;
  /** Where files go that the page saves. */
  readonly downloads: string;
}
