import type { Gate } from './gate.ts';
import { readImports, type Import } from './imports.ts';
import { isTest, readSources } from './sources.ts';

const layerAndFeature = /^(contract\/src|server\/src\/features|web\/src\/features)\/([^/]+)\//;

/** Cycles of features within a layer, including type-only imports; one line each, with the files of the first step. */
export function findCycles(imports: readonly Import[]): string[] {
  const steps = new Map<string, Map<string, Import>>();
  for (const edge of imports) {
    const [, layer, from] = layerAndFeature.exec(edge.from) ?? [];
    const [, otherLayer, to] = layerAndFeature.exec(edge.to) ?? [];
    if (layer === undefined || from === undefined || to === undefined || layer !== otherLayer || from === to) continue;
    if (isTest(edge.from)) continue;
    const out = steps.get(`${layer}/${from}`) ?? new Map<string, Import>();
    out.set(`${layer}/${to}`, edge);
    steps.set(`${layer}/${from}`, out);
  }
  const cycles: string[] = [];
  const done = new Set<string>();
  const visit = (feature: string, trail: readonly string[]): void => {
    const start = trail.indexOf(feature);
    if (start !== -1) {
      const circle = trail.slice(start);
      const first = steps.get(circle[0] ?? '')?.get(circle[1] ?? feature);
      cycles.push(`${[...circle, feature].join(' -> ')} (${first?.from} imports ${first?.to})`);
      return;
    }
    if (done.has(feature)) return;
    for (const next of steps.get(feature)?.keys() ?? []) visit(next, [...trail, feature]);
    done.add(feature);
  };
  for (const feature of steps.keys()) visit(feature, []);
  return cycles;
}

/** Forbids cycles of features in the contract, the server or the browser. */
export const cyclesGate: Gate = {
  name: 'cycles',
  advice:
    'Move what both features need below them: ids and the catalogue to contract/src, tables of the fleet to server/src/fleet, primitives to web/src/lib. Move what composes several features above them.',
  run: () => findCycles(readSources().flatMap(readImports)),
};
