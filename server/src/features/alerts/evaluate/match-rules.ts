import type { AlertKind } from '@mission-control/contract/alerts/rules';
import type { AlertScope } from '@mission-control/contract/alerts/schema';
import type { Problem } from '../problems/problem.ts';
import { NO_VIEWS, type TenantViews } from '../view-tenants.ts';

interface ScopedRule {
  id: number;
  kind: AlertKind;
  scope: AlertScope;
}

/** Finds the rules whose scope contains a subject, without testing every rule. */
export interface RuleIndex<Rule extends ScopedRule> {
  of(kind: AlertKind, problem: Pick<Problem, 'tenantId' | 'regionId' | 'environmentIds'>): Rule[];
}

/** Each rule is indexed by the narrowest part of its scope. */
export function createRuleIndex<Rule extends ScopedRule>(
  rules: readonly Rule[],
  views: TenantViews = NO_VIEWS,
): RuleIndex<Rule> {
  const rulesByKey = new Map<string, Rule[]>();
  const add = (key: string, rule: Rule): void => {
    const bucket = rulesByKey.get(key);
    if (bucket) bucket.push(rule);
    else rulesByKey.set(key, [rule]);
  };
  for (const rule of rules) for (const part of narrowest(rule.scope)) add(`${rule.kind} ${part}`, rule);
  return {
    of(kind, problem) {
      const viewIds = viewsOf(views, problem);
      const parts = [
        EVERYTHING,
        ...viewIds.map((id) => `view ${id}`),
        ...(problem.tenantId === null ? [] : [`tenant ${problem.tenantId}`]),
        ...problem.environmentIds.map((id) => `environment ${id}`),
        ...(problem.regionId === null ? [] : [`region ${problem.regionId}`]),
      ];
      const found = new Set<Rule>();
      for (const part of parts)
        for (const rule of rulesByKey.get(`${kind} ${part}`) ?? [])
          if (inScope(rule.scope, problem, viewIds)) found.add(rule);
      return [...found];
    },
  };
}

const EVERYTHING = 'everything';

function narrowest({ tenants, environments, regions, views = [] }: AlertScope): string[] {
  if (tenants.length > 0) return tenants.map((id) => `tenant ${id}`);
  if (views.length > 0) return views.map((id) => `view ${id}`);
  if (environments.length > 0) return environments.map((id) => `environment ${id}`);
  if (regions.length > 0) return regions.map((id) => `region ${id}`);
  return [EVERYTHING];
}

/** The views that list the tenant of a subject. */
export const viewsOf = (views: TenantViews, { tenantId }: Pick<Problem, 'tenantId'>): readonly number[] =>
  (tenantId === null ? undefined : views.get(tenantId)) ?? [];

/** A subject is in scope if each list contains it; empty lists do not restrict. @param viewIds of the views that list its tenant */
export function inScope(
  { tenants, environments, regions, views = [] }: AlertScope,
  { tenantId, regionId, environmentIds }: Pick<Problem, 'tenantId' | 'regionId' | 'environmentIds'>,
  viewIds: readonly number[],
): boolean {
  return (
    (views.length === 0 || views.some((id) => viewIds.includes(id))) &&
    (tenants.length === 0 || (tenantId !== null && tenants.includes(tenantId))) &&
    (environments.length === 0 || environmentIds.some((id) => environments.includes(id))) &&
    (regions.length === 0 || (regionId !== null && regions.includes(regionId)))
  );
}
