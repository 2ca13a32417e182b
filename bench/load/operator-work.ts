import { randomInt, randomUUID } from 'node:crypto';
import { countAlerts } from '../../contract/src/alerts/calls.ts';
import { listAttention } from '../../contract/src/attention/calls.ts';
import { commitConfig, getConfig, getConfigState, getKeys, saveConfig } from '../../contract/src/config/calls.ts';
import { getControl } from '../../contract/src/control/calls.ts';
import { listCron } from '../../contract/src/cron/calls.ts';
import {
  getAgeStatistics,
  getGenderStatistics,
  getMemberStatistics,
  listDashboardTenants,
  listSddErrors,
} from '../../contract/src/dashboard/calls.ts';
import { deleteDraft, getDraft, saveDraft } from '../../contract/src/drafts/calls.ts';
import { searchMonitors } from '../../contract/src/monitors/calls.ts';
import { endPresence, getPresence, setPresence } from '../../contract/src/presence/calls.ts';
import { getRun, listRuns, readRunOutput } from '../../contract/src/runs/calls.ts';
import { omnisearch, searchPalette } from '../../contract/src/search/calls.ts';
import { listDeletedServices } from '../../contract/src/services/calls.ts';
import { getTenant, listTenants, updateTenant } from '../../contract/src/tenants/calls.ts';
import { listViews } from '../../contract/src/views/calls.ts';
import type { Asked, Tab } from './tab.ts';

/** A setting that each operator changes. */
const KEY = 'LOAD';
const TEXT = 2;

/** Calls of the frame of every page. */
const FRAME: readonly Asked[] = [{ call: countAlerts }, { call: listRuns, query: { untold: '1' } }];
const PAGE = 10;
const listPage = (tenant: () => number): readonly Asked[] => [
  { call: listTenants },
  { call: listAttention, query: { tenants: Array.from({ length: PAGE }, tenant).join(',') } },
  { call: listViews },
];
const DASHBOARD: readonly Asked[] = [
  { call: listDashboardTenants },
  { call: getMemberStatistics },
  { call: getGenderStatistics },
  { call: getAgeStatistics },
  { call: listSddErrors },
  { call: listAttention },
];
const MONITORS: readonly Asked[] = [{ call: searchMonitors, query: { from: 0, count: 60 } }];
const CRON: readonly Asked[] = [{ call: listCron }];

const tenantPage = (id: number): readonly Asked[] => [
  { call: getTenant, params: { id } },
  { call: listDeletedServices, params: { id } },
  { call: getControl, params: { id } },
  ...(['coursepro', 'licence'] as const).map((service) => ({ call: getConfigState, params: { id, service } })),
];

const configPage = (id: number): readonly Asked[] => [
  { call: getTenant, params: { id } },
  { call: getConfigState, params: { id, service: 'coursepro' } },
  { call: getConfig, params: { id, service: 'coursepro' } },
  { call: getKeys, params: { service: 'coursepro' } },
  { call: getDraft, params: { page: `config:${id}:coursepro` } },
];

/** An operator at an open tab. */
export interface Operator {
  tab: Tab;
  /** A tenant of the fleet. */
  tenant(): number;
  /** A tenant that no other tab edits: the second draft of a person for a page is refused. */
  ownTenant(): number;
  /** The letters typed to find a tenant. */
  name(): string;
  /** Time to read and think. */
  think(): Promise<void>;
}

type Work = (operator: Operator) => Promise<void>;

const show = (tab: Tab, page: readonly Asked[]) => tab.show([...page, ...FRAME]);

async function search({ tab, name, think }: Operator): Promise<void> {
  const word = name();
  for (let length = 2; length <= Math.min(4, word.length); length += 1) {
    const val = word.slice(0, length);
    await Promise.all([
      tab.ask({ call: omnisearch, query: { val } }),
      tab.ask({ call: searchPalette, query: { val } }),
    ]);
    await think();
  }
}

async function switchOnce({ tab, tenant, think }: Operator): Promise<void> {
  const id = tenant();
  await show(tab, tenantPage(id));
  await think();
  for (const maintenance of [true, false]) {
    await tab.ask({ call: updateTenant, params: { id } }, { coursepro_tenant: { maintenance } });
    await think();
  }
}

/** Opens a config, edits it with a draft kept meanwhile, saves and commits it. */
async function editConfig({ tab, ownTenant, think }: Operator): Promise<void> {
  const id = ownTenant();
  const page = `config:${id}:coursepro`;
  const config = { id, service: 'coursepro' };
  const answers = await show(tab, [...configPage(id), { call: getPresence, params: { page }, query: { tab: tab.id } }]);
  await tab.ask({ call: setPresence, params: { page } }, { tab: tab.id, editing: false });
  const { person, draft } = JSON.parse(answers[4]?.text ?? '') as { person: number; draft: { version: number } | null };
  const items = JSON.parse(answers[2]?.text ?? '') as { key: string }[];
  await think();
  const item = { key: KEY, value: `${Date.now()}`, type: TEXT };
  let version = draft?.version ?? 0;
  const writer = randomUUID();
  await tab.ask({ call: setPresence, params: { page } }, { tab: tab.id, editing: true });
  for (const turn of [1, 2]) {
    const body = { person, value: JSON.stringify([item, turn]), base: '1', writer, turn, known: version };
    const kept = await tab.ask({ call: saveDraft, params: { page } }, body);
    version = (JSON.parse(kept.text) as { version?: number }).version ?? version;
    await think();
  }
  const isThere = items.some(({ key }) => key === KEY);
  const body = { added: isThere ? [] : [item], changed: isThere ? [item] : [], removed: [] };
  await tab.ask({ call: saveConfig, params: config }, body);
  await tab.ask({ call: deleteDraft, params: { page }, query: { version } });
  await think();
  await tab.ask({ call: commitConfig, params: config });
  await think();
  await tab.ask({ call: endPresence, params: { page }, query: { tab: tab.id } });
}

async function followRun({ tab, think }: Operator): Promise<void> {
  const [answer] = await show(tab, [{ call: listRuns }]);
  const { runs } = JSON.parse(answer?.text ?? '') as { runs: { id: number }[] };
  const run = runs[randomInt(Math.max(1, runs.length))];
  if (!run) return;
  await think();
  await show(tab, [{ call: getRun, params: { id: run.id } }]);
  await tab.ask({ call: readRunOutput, params: { id: run.id }, query: { from: 0 } });
  await think();
}

const look =
  (page: (operator: Operator) => readonly Asked[]): Work =>
  async (operator) => {
    await show(operator.tab, page(operator));
    await operator.think();
  };

/** The jobs of operators, with their share in percent. */
const WORK: readonly (readonly [share: number, work: Work])[] = [
  [20, look(({ tenant }) => listPage(tenant))],
  [20, search],
  [24, look(({ tenant }) => tenantPage(tenant()))],
  [14, switchOnce],
  [12, editConfig],
  [6, followRun],
  [8, look(() => DASHBOARD)],
  [2, look(() => MONITORS)],
  [2, look(() => CRON)],
];

/** One job of an operator, chosen by its share. */
export async function work(operator: Operator): Promise<void> {
  let drawn = randomInt(WORK.reduce((sum, [share]) => sum + share, 0));
  for (const [share, one] of WORK) {
    drawn -= share;
    if (drawn < 0) return one(operator);
  }
}
