// The browser's connection in a web test. It is restored at the end of each test.
import { onlineManager } from '@tanstack/react-query';
import { onTestFinished } from 'vitest';

/** Tells the page that the connection is lost. Calls fail because a test sets no answer, or one that rejects. */
export function goOffline() {
  onTestFinished(() => onlineManager.setOnline(true));
  onlineManager.setOnline(false);
}

export function goOnline() {
  onlineManager.setOnline(true);
}
