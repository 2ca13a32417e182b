import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../../platform/context.ts';
import { jobMeasures } from '../../platform/jobs/measures.ts';
import type { Measure } from '../../platform/feature.ts';
import { featureMeasures } from '../features.ts';

/** Measures of the features and the job queue. */
export const FLEET_MEASURES: readonly Measure[] = [...jobMeasures, ...featureMeasures];

/** All scrapes within this time share one read of the database. */
const KEPT_MS = 10_000;

/**
 * Registers the measures; the returned function reads them before a scrape. One that cannot be read is omitted and named in
 * `metrics_unread`, so that a scrape still reports the process's own metrics while the database does not respond.
 */
export function fleetMetrics(
  registry: Registry,
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  measures: readonly Measure[] = FLEET_MEASURES,
): () => Promise<void> {
  const gaugeOf = (name: string, help: string, label: string | null) =>
    new Gauge<string>({ name, help, labelNames: label === null ? [] : [label], registers: [registry] });
  const unread = gaugeOf('metrics_unread', '1 for each metric that could not be read from the database.', 'metric');
  const gauges = measures.map((measure) => ({ measure, gauge: gaugeOf(measure.name, measure.help, measure.label) }));
  const readAll = async () => {
    const found: { name: string; label: string | null; gauge: Gauge; values: ReadonlyMap<string, number> | null }[] =
      [];
    for (const { measure, gauge } of gauges)
      found.push({ name: measure.name, label: measure.label, gauge, values: await valuesOf(measure, services) });
    // All at once, so that no scrape sees a partial set.
    unread.reset();
    for (const { name, label, gauge, values } of found) {
      gauge.reset();
      for (const [key, value] of values ?? []) gauge.set(label === null ? {} : { [label]: key }, value);
      if (values !== null) continue;
      unread.set({ metric: name }, 1);
      if (label === null) gauge.remove();
    }
  };
  let reading: { at: number; done: Promise<void> } | null = null;
  return () => {
    const now = services.clock.now().getTime();
    if (reading === null || now - reading.at >= KEPT_MS) reading = { at: now, done: readAll() };
    return reading.done;
  };
}

/** Null when they cannot be read. */
async function valuesOf(measure: Measure, services: Pick<Services, 'db' | 'clock' | 'log'>) {
  try {
    return await measure.read(services);
  } catch (error) {
    services.log.warn({ metric: measure.name, err: error }, 'a metric could not be read');
    return null;
  }
}
