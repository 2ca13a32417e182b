import type { Gate } from './gate.ts';
import { isTest, readSources, type Source } from './sources.ts';
import { listCalls } from './syntax.ts';

const MAX_HANDLER_LINES = 10;

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** Transactions opened outside the platform, the ports and queries*.ts, by file and line. */
export function findTransactions({ path, text }: Source): string[] {
  if (!/^server\/src\/(app|features|fleet)\//.test(path) || /\/queries[\w-]*\.ts$/.test(path) || isTest(path))
    return [];
  return [...text.matchAll(/\.transaction\(/g)].map(
    ({ index }) => `${path}:${lineOf(text, index)} opens a transaction: use inTransaction or inUnauditedTransaction`,
  );
}

/** Handlers of calls that are too long, by file and line. */
export function findLongHandlers(source: Source): string[] {
  const { path, text } = source;
  if (!/^server\/src\/features\/[^/]+\/routes[\w-]*\.ts$/.test(path)) return [];
  return listCalls(source, /^(handle|handleRun|receiveReports)\(/)
    .map(({ start, end }) => ({ line: lineOf(text, start), lines: text.slice(start, end).split('\n').length }))
    .filter(({ lines }) => lines > MAX_HANDLER_LINES)
    .map(({ line, lines }) => `${path}:${line} has a handler of ${lines} lines, at most ${MAX_HANDLER_LINES}`);
}

/** Where transactions are opened, and how long a handler is. */
export const lawsGate: Gate = {
  name: 'laws',
  advice:
    'Run changes in inTransaction (audited) or inUnauditedTransaction (announced); a handler calls one service function.',
  run: () => readSources().flatMap((source) => [...findTransactions(source), ...findLongHandlers(source)]),
};
