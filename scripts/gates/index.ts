import { boundariesGate } from './boundaries.ts';
import { citationsGate } from './citations.ts';
import type { Gate } from './gate.ts';
import { readmeGate } from './readme.ts';
import { toolGates } from './tools.ts';
import { vocabularyGate } from './vocabulary.ts';

/** Every gate that needs no test to run. */
export const gates: readonly Gate[] = [...toolGates, boundariesGate, vocabularyGate, citationsGate, readmeGate];

/** A gate that ran: how long it took, and what it found. */
export interface GateReport {
  readonly gate: Gate;
  readonly seconds: number;
  readonly faults: readonly string[];
}

/** Runs one gate; a gate that breaks is a failed gate, never an end of the whole run. */
export async function runGate(gate: Gate): Promise<GateReport> {
  const started = performance.now();
  const faults = await Promise.resolve()
    .then(gate.run)
    .catch((error: unknown) => [`the gate itself broke: ${error instanceof Error ? error.message : String(error)}`]);
  return { gate, seconds: (performance.now() - started) / 1000, faults };
}

const mostLines = 200;

/** Prints one line for a gate that passed; for one that failed also what it found and what to do. */
export function reportGate({ gate, seconds, faults }: GateReport): void {
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  if (faults.length === 0) return console.log(`ok    ${gate.name.padEnd(12)}${time}`);
  console.log(`FAIL  ${gate.name.padEnd(12)}${time}`);
  for (const fault of faults.slice(0, mostLines)) console.log(`        ${fault}`);
  if (faults.length > mostLines) console.log(`        ... and ${faults.length - mostLines} more lines`);
  console.log(`      -> ${gate.advice}`);
}
