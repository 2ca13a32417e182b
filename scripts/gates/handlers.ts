import { parseSync } from 'oxc-parser';
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

const isFeature = (path: string): boolean => /^server\/src\/features\/[^/]+\/feature\.ts$/.test(path);
const listHandlers = (source: Source) =>
  listCalls(source, /^(handle|handleRun|receiveReports)\(/).map(({ start, end }) => ({
    line: lineOf(source.text, start),
    text: source.text.slice(start, end),
  }));

/** Handlers of calls that use queries, tables or the database themselves, by file and line. */
export function findHandlersOfQueries(source: Source): string[] {
  const { path, text } = source;
  if (!isFeature(path)) return [];
  const names = parseSync(path, text)
    .module.staticImports.filter(({ moduleRequest: { value } }) =>
      /\/(queries|tables)[\w-]*\.ts$|\/platform\/database\//.test(value),
    )
    .flatMap(({ entries }) => entries.filter(({ isType }) => !isType).map(({ localName }) => localName.value));
  return listHandlers(source).flatMap((handler) =>
    names
      .filter((name) => new RegExp(`\\b${name}\\b`).test(handler.text))
      .map((name) => `${path}:${handler.line} has a handler that uses ${name}: call a service function`),
  );
}

/** Handlers of calls that are too long, by file and line. */
export function findLongHandlers(source: Source): string[] {
  const { path } = source;
  if (!isFeature(path)) return [];
  return listHandlers(source)
    .map(({ line, text }) => ({ line, lines: text.split('\n').length }))
    .filter(({ lines }) => lines > MAX_HANDLER_LINES)
    .map(({ line, lines }) => `${path}:${line} has a handler of ${lines} lines, at most ${MAX_HANDLER_LINES}`);
}

/** Checks where transactions are opened, and that handlers are short and go through a service function. */
export const handlersGate: Gate = {
  name: 'handlers',
  advice:
    'Run changes in inTransaction (audited) or inUnauditedTransaction (announced); a handler calls one service function.',
  run: () =>
    readSources().flatMap((source) => [
      ...findTransactions(source),
      ...findLongHandlers(source),
      ...findHandlersOfQueries(source),
    ]),
};
