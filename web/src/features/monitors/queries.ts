import { getMonitor, listMonitors, switchMonitor } from '@mission-control/contract/monitors/calls';
import type { MonitorRange } from '@mission-control/contract/monitors/rules';
import { api } from '../../lib/api.ts';
import { queryOf } from '../../lib/query.ts';

/** All monitors, and the state of the prober. */
export const monitorsQuery = queryOf(listMonitors, {}, ['monitors', 'tenants']);

/** One monitor with its charts over a range. */
export const monitorQuery = (id: number, range: MonitorRange) =>
  queryOf(getMonitor, { params: { id }, query: { range } }, [`monitor:${id}`, 'tenants']);

/** Switches the checks of a monitor; answers the monitor or why not. */
export const sendActive = (id: number, active: boolean) =>
  api.send(switchMonitor, { params: { id }, body: { active } });
