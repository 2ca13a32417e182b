import { findService, serviceName } from '@mission-control/contract/catalogue';
import { lockTenant } from '../../fleet/queries-tenants.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/database/database.ts';
import type { Work } from '../../platform/database/transaction.ts';
import { AppError } from '../../platform/errors.ts';
import { listControlled, restoreLevelIn, setLevelIn, type Controlled } from '../control/public.ts';
import { setDeploymentGroup, switchService, switchTenant } from '../tenants/public.ts';
import { MINUTE_MS } from '../../platform/clock.ts';
import {
  planned,
  type ChangeHandler,
  type ControlChange,
  type Facet,
  type LevelFacet,
  type Planned,
  type SwitchFacet,
  type UndoStates,
} from './facets.ts';

/** Switches, deployment groups and log levels, and their undo. @param back for an undo: the states to restore */
export function changeControl(ctx: Ctx, db: Db, change: ControlChange, back: UndoStates | null): ChangeHandler {
  const planOne = (controlled: Controlled | undefined, id: number): Planned => {
    const now = controlled && currentOf(change, controlled);
    if (!controlled || !now) return planned('refused', controlled ? noServiceText(change) : 'There is no such tenant.');
    const wanted = back ? undoTargetOf(back.get(id)?.before, ctx.clock.now()) : targetOf(ctx, change);
    if (!wanted) return planned('unchanged', 'Nothing was changed.');
    const expected = back?.get(id)?.after;
    const facts = {
      before: textOf(now, controlled),
      after: textOf(wanted, controlled),
      environmentIds: environmentsOf(change, controlled),
      seen: serializeFacet(now),
    };
    if (isSame(now, wanted)) return planned('unchanged', 'No change is needed.', { ...facts, environmentIds: [] });
    if (expected && !isSame(now, expected))
      return planned('conflict', `It has changed since: it is now ${facts.before}.`, facts);
    return planned('change', null, facts);
  };
  return {
    async plan(ids) {
      const found = await listControlled(db, ids);
      return new Map(ids.map((id) => [id, planOne(found.get(id), id)]));
    },
    async apply(work, tenantId, _plan, seen) {
      const tenant = await lockTenant(work.db, tenantId);
      const controlled = (await listControlled(work.db, [tenantId])).get(tenantId);
      const { check, note } = planOne(controlled, tenantId);
      const now = controlled && currentOf(change, controlled);
      if (!now || check !== 'change') throw new AppError('conflict', note ?? 'It was changed at the same time.');
      if (seen !== null && seen !== serializeFacet(now))
        throw new AppError('conflict', `It has changed since the preview: it is now ${textOf(now, controlled)}.`);
      const wanted = back ? undoTargetOf(back.get(tenantId)?.before, ctx.clock.now()) : targetOf(ctx, change);
      if (!wanted) throw new AppError('conflict', 'There is no previous value to restore.');
      await apply(ctx, work, tenant, change, wanted);
      return { before: now, after: wanted, revision: null, commits: false };
    },
  };
}

const isSame = (one: Facet, other: Facet): boolean => serializeFacet(one) === serializeFacet(other);

/** Serializes a facet with sorted keys, since jsonb does not preserve key order. */
const serializeFacet = (facet: Facet): string =>
  JSON.stringify(Object.fromEntries(Object.entries(facet).toSorted(([a], [b]) => (a < b ? -1 : 1))));

const isoOf = (text: string | undefined): string | null => (text === undefined ? null : new Date(text).toISOString());

function targetOf(ctx: Ctx, change: ControlChange): Facet {
  switch (change.kind) {
    case 'switch':
    case 'active':
      return { on: change.on, until: isoOf(change.until) };
    case 'deployment-group':
      return { group: change.group };
    case 'log-level': {
      const until = new Date(ctx.clock.now().getTime() + change.minutes * MINUTE_MS);
      return { level: change.level, until: until.toISOString() };
    }
  }
}

/** The state that an undo restores now: a switch or level whose time has passed has already reverted. */
function undoTargetOf(before: Facet | undefined, now: Date): Facet | undefined {
  if (!before || !('until' in before) || before.until === null || Date.parse(before.until) > now.getTime())
    return before;
  return 'on' in before ? { on: !before.on, until: null } : { level: null, until: null };
}

/** The tenant's current state; undefined without the service. */
function currentOf(change: ControlChange, controlled: Controlled): Facet | undefined {
  switch (change.kind) {
    case 'active':
      return { on: controlled.active, until: endOf(controlled, '', 'active') };
    case 'deployment-group':
      return { group: controlled.group };
    case 'log-level':
      if (!controlled.services.some(({ service }) => service === 'coursepro')) return undefined;
      return { level: controlled.level?.level ?? null, until: controlled.level?.until.toISOString() ?? null };
    case 'switch': {
      const service = controlled.services.find((one) => one.service === change.service);
      return service && { on: service[change.name], until: endOf(controlled, change.service, change.name) };
    }
  }
}

const endOf = ({ ends }: Controlled, service: string, name: string): string | null =>
  ends.find((end) => end.service === service && end.name === name)?.until.toISOString() ?? null;

const noServiceText = (change: ControlChange): string => {
  const slug = change.kind === 'switch' ? change.service : 'coursepro';
  return `It has no ${serviceName(slug)} service.`;
};

function environmentsOf(change: ControlChange, { services }: Controlled): number[] {
  const affected = change.kind === 'switch' ? services.filter(({ service }) => service === change.service) : services;
  return affected.flatMap(({ web, worker }) => [web, worker]).filter((one) => one !== null);
}

function textOf(facet: Facet, controlled: Controlled | undefined): string {
  if ('group' in facet) return facet.group;
  if ('revision' in facet) return `r${facet.revision}`;
  const until = facet.until === null ? '' : ` until ${facet.until.slice(0, 16).replace('T', ' ')} UTC`;
  if ('on' in facet) return `${facet.on ? 'on' : 'off'}${until}`;
  return `${facet.level ?? controlled?.logLevel ?? 'INFO'}${until}`;
}

async function apply(
  ctx: Ctx,
  work: Work,
  tenant: Awaited<ReturnType<typeof lockTenant>>,
  change: ControlChange,
  wanted: Facet,
): Promise<void> {
  if (change.kind === 'deployment-group')
    return setDeploymentGroup(ctx, work, tenant, (wanted as { group: string }).group);
  if (change.kind === 'log-level') return setLevel(ctx, work, tenant.id, wanted as LevelFacet);
  const { on, until } = wanted as SwitchFacet;
  const end = until === null ? undefined : new Date(until);
  if (change.kind === 'active') return switchTenant(ctx, work, tenant, { active: on }, end);
  const service = findService(change.service);
  if (!service) throw new AppError('not_found', noServiceText(change));
  return switchService(ctx, work, tenant, service, change.name === 'cron' ? { cron: on } : { maintenance: on }, end);
}

async function setLevel(ctx: Ctx, work: Work, tenantId: number, { level, until }: LevelFacet): Promise<void> {
  if (level !== null && until !== null) await setLevelIn(ctx, work, tenantId, level, new Date(until));
  else if (!(await restoreLevelIn(ctx, work, tenantId)))
    throw new AppError('conflict', 'The level was restored in the meantime.');
}
