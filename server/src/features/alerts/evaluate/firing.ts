import type { AlertKind } from '@mission-control/contract/alerts/rules';
import { KINDS } from '../troubles/kinds.ts';
import type { Trouble } from '../troubles/trouble.ts';
import type { TenantViews } from '../view-tenants.ts';
import { createRuleIndex, type RuleIndex } from './match-rules.ts';
import type { StoredRule } from './queries-evaluate.ts';

type FiringRule = Pick<StoredRule, 'id' | 'kind' | 'scope' | 'limit' | 'minutes'>;

/** Which rules fire for which subjects. Unchanged subjects cost nothing. */
export interface Firing {
  /** @param views which views list a tenant */
  setRules(rules: readonly FiringRule[], views: TenantViews): void;
  /** Kinds that a rule watches, or that still fire. */
  kinds(): AlertKind[];
  /** The loosest limits of the rules of a kind; troubles beyond them need not be read. */
  limitsOf(kind: AlertKind): { least: number; most: number };
  /** Replaces the troubles of a kind; returns the rules whose subjects have changed. */
  setTroubles(kind: AlertKind, troubles: readonly Trouble[]): ReadonlySet<number>;
  /** The troubles that a rule fires for, by subject. */
  of(ruleId: number): ReadonlyMap<string, Trouble> | undefined;
}

export function createFiring(): Firing {
  let index: RuleIndex<FiringRule> = createRuleIndex<FiringRule>([]);
  let limits = new Map<AlertKind, { least: number; most: number }>();
  const byRule = new Map<number, Map<string, Trouble>>();
  /** By kind and subject: the trouble, and the rules that fire for it. */
  const subjects = new Map<AlertKind, Map<string, { trouble: Trouble; rules: number[] }>>();

  function match(kind: AlertKind, trouble: Trouble): number[] {
    const { fires } = KINDS[kind];
    return index.of(kind, trouble).flatMap((rule) => (fires(trouble, rule) ? [rule.id] : []));
  }

  function put(kind: AlertKind, trouble: Trouble, before: readonly number[], changed: Set<number>): number[] {
    const rules = match(kind, trouble);
    for (const id of before) if (!rules.includes(id) && byRule.get(id)?.delete(trouble.subject)) changed.add(id);
    for (const id of rules) {
      let own = byRule.get(id);
      if (!own) byRule.set(id, (own = new Map<string, Trouble>()));
      if (!own.has(trouble.subject)) changed.add(id);
      own.set(trouble.subject, trouble);
    }
    return rules;
  }

  return {
    setRules(rules, views) {
      index = createRuleIndex(rules, views);
      limits = new Map();
      for (const { kind, limit } of rules) {
        const { least, most } = limits.get(kind) ?? { least: Infinity, most: -Infinity };
        limits.set(kind, { least: Math.min(least, limit ?? 0), most: Math.max(most, limit ?? 0) });
      }
      byRule.clear();
      subjects.clear();
    },
    kinds: () => [...limits.keys()],
    limitsOf: (kind) => limits.get(kind) ?? { least: 0, most: 0 },
    setTroubles(kind, troubles) {
      const changed = new Set<number>();
      const before = subjects.get(kind) ?? new Map<string, { trouble: Trouble; rules: number[] }>();
      const now = new Map<string, { trouble: Trouble; rules: number[] }>();
      for (const trouble of troubles) {
        const known = before.get(trouble.subject);
        if (known && isSame(known.trouble, trouble)) now.set(trouble.subject, known);
        else now.set(trouble.subject, { trouble, rules: put(kind, trouble, known?.rules ?? [], changed) });
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

function isSame(one: Trouble, other: Trouble): boolean {
  return (
    one.detail === other.detail &&
    one.label === other.label &&
    one.regionId === other.regionId &&
    one.values.join() === other.values.join() &&
    one.environmentIds.join() === other.environmentIds.join()
  );
}
