import { boundariesGate } from './boundaries.ts';
import { citationsGate } from './citations.ts';
import { configurationGate, inventorySchemaGate, permissionsGate } from './configuration.ts';
import type { Gate } from './gate.ts';
import { cyclesGate } from './cycles.ts';
import { handlersGate } from './handlers.ts';
import { pathsGate } from './paths.ts';
import { propertiesGate } from './properties.ts';
import { foldersGate } from './folders.ts';
import { toolGates } from './tools.ts';
import { vocabularyGate } from './vocabulary.ts';

/** All gates that do not run tests. */
export const gates: readonly Gate[] = [
  ...toolGates,
  boundariesGate,
  cyclesGate,
  handlersGate,
  foldersGate,
  pathsGate,
  propertiesGate,
  vocabularyGate,
  citationsGate,
  configurationGate,
  permissionsGate,
  inventorySchemaGate,
];

/** Duration and findings of a gate. */
export interface GateReport {
  readonly gate: Gate;
  readonly seconds: number;
  readonly faults: readonly string[];
}

/** Runs one gate; an exception fails the gate but not the whole run. */
export async function runGate(gate: Gate): Promise<GateReport> {
  const started = performance.now();
  const faults = await Promise.resolve()
    .then(gate.run)
    .catch((error: unknown) => [`the gate itself failed: ${error instanceof Error ? error.message : String(error)}`]);
  return { gate, seconds: (performance.now() - started) / 1000, faults };
}

const MAX_LINES = 200;

/** Prints one line for a gate, plus findings and advice if it failed. */
export function reportGate({ gate, seconds, faults }: GateReport): void {
  const time = `${seconds.toFixed(1)} s`.padStart(7);
  if (faults.length === 0) return console.log(`ok    ${gate.name.padEnd(14)}${time}`);
  console.log(`FAIL  ${gate.name.padEnd(14)}${time}`);
  for (const fault of faults.slice(0, MAX_LINES)) console.log(`        ${fault}`);
  if (faults.length > MAX_LINES) console.log(`        ... and ${faults.length - MAX_LINES} more lines`);
  console.log(`      -> ${gate.advice}`);
}
