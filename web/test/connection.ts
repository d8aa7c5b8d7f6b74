// The browser's connection in a web test. A test that takes it away gets it back at its end.
import { onlineManager } from '@tanstack/react-query';
import { onTestFinished } from 'vitest';

/** Tells the page that the connection is gone. Calls fail because a test sets no answer, or one that rejects. */
export function goOffline() {
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
}

export function goOnline() {
  onlineManager.setOnline(true);
}
