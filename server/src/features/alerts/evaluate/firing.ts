import type { AlertKind } from '@mission-control/contract/alerts/rules';
import { KINDS } from '../problems/kinds.ts';
import type { Problem } from '../problems/problem.ts';
import type { TenantViews } from '../view-tenants.ts';
import { createRuleIndex, type RuleIndex } from './match-rules.ts';
import type { StoredRule } from './queries-evaluate.ts';

type FiringRule = Pick<StoredRule, 'id' | 'kind' | 'scope' | 'limit' | 'minutes'>;

/** Which rules fire for which subjects. Unchanged subjects cost nothing. */
export interface Firing {
  /** @param views which views list a tenant */
  setRules(rules: readonly FiringRule[], views: TenantViews): void;
  /** Kinds that a rule watches. */
  kinds(): AlertKind[];
  /** The loosest limits of the rules of a kind; problems beyond them need not be read. */
  limitsOf(kind: AlertKind): { min: number; max: number };
  /** Replaces the problems of a kind; returns the rules whose subjects have changed. */
  setProblems(kind: AlertKind, problems: readonly Problem[]): ReadonlySet<number>;
  /** The problems that a rule fires for, by subject. */
  of(ruleId: number): ReadonlyMap<string, Problem> | undefined;
}

export function createFiring(): Firing {
  let index: RuleIndex<FiringRule> = createRuleIndex<FiringRule>([]);
  let limits = new Map<AlertKind, { min: number; max: number }>();
  const byRule = new Map<number, Map<string, Problem>>();
  /** By kind and subject: the problem, and the rules that fire for it. */
  const subjects = new Map<AlertKind, Map<string, { problem: Problem; rules: number[] }>>();

  function match(kind: AlertKind, problem: Problem): number[] {
    const { fires } = KINDS[kind];
    return index.of(kind, problem).flatMap((rule) => (fires(problem, rule) ? [rule.id] : []));
  }

  function put(kind: AlertKind, problem: Problem, before: readonly number[], changed: Set<number>): number[] {
    const rules = match(kind, problem);
    for (const id of before) if (!rules.includes(id) && byRule.get(id)?.delete(problem.subject)) changed.add(id);
    for (const id of rules) {
      let firing = byRule.get(id);
      if (!firing) byRule.set(id, (firing = new Map<string, Problem>()));
      if (!firing.has(problem.subject)) changed.add(id);
      firing.set(problem.subject, problem);
    }
    return rules;
  }

  return {
    setRules(rules, views) {
      index = createRuleIndex(rules, views);
      limits = new Map();
      for (const { kind, limit } of rules) {
        const { min, max } = limits.get(kind) ?? { min: Infinity, max: -Infinity };
        limits.set(kind, { min: Math.min(min, limit ?? 0), max: Math.max(max, limit ?? 0) });
      }
      byRule.clear();
      subjects.clear();
    },
    kinds: () => [...limits.keys()],
    limitsOf: (kind) => limits.get(kind) ?? { min: 0, max: 0 },
    setProblems(kind, problems) {
      const changed = new Set<number>();
      const before = subjects.get(kind) ?? new Map<string, { problem: Problem; rules: number[] }>();
      const now = new Map<string, { problem: Problem; rules: number[] }>();
      for (const problem of problems) {
        const known = before.get(problem.subject);
        if (known && isSame(known.problem, problem)) now.set(problem.subject, known);
        else now.set(problem.subject, { problem, rules: put(kind, problem, known?.rules ?? [], changed) });
      }
      for (const [subject, { rules }] of before) {
        if (now.has(subject)) continue;
        for (const id of rules) if (byRule.get(id)?.delete(subject)) changed.add(id);
      }
      subjects.set(kind, now);
      return changed;
    },
    of: (ruleId) => byRule.get(ruleId),
  };
}

function isSame(one: Problem, other: Problem): boolean {
  return (
    one.detail === other.detail &&
    one.label === other.label &&
    one.regionId === other.regionId &&
    one.values.join() === other.values.join() &&
    one.environmentIds.join() === other.environmentIds.join()
  );
}
