import { Gauge, type Registry } from 'prom-client';
import type { Services } from '../../platform/context.ts';
import { jobMetrics } from '../../platform/jobs/metrics.ts';
import type { Metric } from '../../platform/feature.ts';
import { featureMetrics } from '../features.ts';

/** Metrics of the features and the job queue. */
export const FLEET_METRICS: readonly Metric[] = [...jobMetrics, ...featureMetrics];

/** All scrapes within this time share one read of the database. */
const KEPT_MS = 10_000;

/**
 * Registers the metrics; the returned function reads them before a scrape. One that cannot be read is omitted and named in
 * `metrics_unread`, so that a scrape still reports the process's own metrics while the database does not respond.
 */
export function fleetMetrics(
  registry: Registry,
  services: Pick<Services, 'db' | 'clock' | 'log'>,
  metrics: readonly Metric[] = FLEET_METRICS,
): () => Promise<void> {
  const gaugeOf = (name: string, help: string, label: string | null) =>
    new Gauge<string>({ name, help, labelNames: label === null ? [] : [label], registers: [registry] });
  const unread = gaugeOf('metrics_unread', '1 for each metric that could not be read from the database.', 'metric');
  const gauges = metrics.map((metric) => ({ metric, gauge: gaugeOf(metric.name, metric.help, metric.label) }));
  const readAll = async () => {
    const found: { name: string; label: string | null; gauge: Gauge; values: ReadonlyMap<string, number> | null }[] =
      [];
    for (const { metric, gauge } of gauges)
      found.push({ name: metric.name, label: metric.label, gauge, values: await valuesOf(metric, services) });
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
    const age = reading === null ? Infinity : now - reading.at;
    // Below 0 after the clock was set back.
    if (reading === null || age < 0 || age >= KEPT_MS) reading = { at: now, done: readAll() };
    return reading.done;
  };
}

/** Null when they cannot be read. */
async function valuesOf(metric: Metric, services: Pick<Services, 'db' | 'clock' | 'log'>) {
  try {
    return await metric.read(services);
  } catch (error) {
    services.log.warn({ metric: metric.name, err: error }, 'a metric could not be read');
    return null;
  }
}
