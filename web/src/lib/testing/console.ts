import { format } from 'node:util';

const lines: string[] = [];

/** Records warnings and errors instead of printing them: set-up.ts fails a test that leaves any. */
export function recordConsole(): void {
  for (const level of ['warn', 'error'] as const) console[level] = (...parts) => void lines.push(format(...parts));
}

/** Returns and clears the warnings and errors of the current test; a test that expects one asserts them. */
export const drainConsole = (): string[] => lines.splice(0);
