import type { MonitorRow } from '@mission-control/contract/monitors/calls';
import { CHECK_DEFAULTS } from '@mission-control/contract/monitors/rules';

/** A monitor that is up and was never checked. */
export const testMonitor: MonitorRow = {
  id: 4,
  label: 'Brimham Active CoursePro',
  host: 'brimham.example',
  active: 1,
  closed: null,
  status: 1,
  warning_count: 0,
  last_online: null,
  last_offline: null,
  last_check: null,
  response_time: null,
  last_response: null,
  last_error: null,
  uptimepc: null,
  averageLatency: null,
  uptimeData: { values: [], labels: [] },
  latencyData: { values: [], labels: [] },
  tenant: 12,
};
/** The response of `getMonitor` about it. */
export const monitorDetail = (row: MonitorRow) => ({
  monitor: row,
  maintenance: { windows: [], minutes: 0, checks: 0, failures: 0 },
  outages: [],
  url: `https://${row.host}`,
  percentiles: { median: null, p95: null, labels: [], medians: [], p95s: [] },
  certificate_ends: null,
  checks: CHECK_DEFAULTS,
  prober: { running: true, faulty_since: null, last_check: null },
});
