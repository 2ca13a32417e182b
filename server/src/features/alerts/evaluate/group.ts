import { KIND_WORDS, type AlertKind } from '@mission-control/contract/alerts/rules';
import { numberText } from '@mission-control/contract/numbers';
import type { Cause, Problem } from '../problems/problem.ts';

/** Subjects that share one alert. */
export interface Group {
  cause: string;
  title: string;
  problems: Problem[];
}

/** Minimum number of subjects with a common cause that are grouped into one alert. */
const MIN_COMMON = 3;
/** Minimum share of the subjects of a cause that must have a problem for it to count as the common cause. */
const MIN_SHARE = 0.5;
/** Maximum alerts that one rule opens at once: including resolutions, 1,000 simultaneous outages send at most 20 messages. */
export const MAX_GROUPS = 10;
/** Prefix of the cause of the alert that collects the excess. */
export const MANY = 'many:';

/**
 * Groups subjects whose problems began at the same time: by the cause that most of them share, then by tenant. What exceeds the maximum
 * number of alerts is merged into one.
 * @param now ms since 1970
 * @param totalOf total number of subjects of a cause; without it no minimum share is required
 */
export function groupProblems(
  kind: AlertKind,
  problems: readonly Problem[],
  { now, totalOf }: { now: number; totalOf?: (cause: string) => number },
): Group[] {
  const groups: Group[] = [];
  let rest = [...problems];
  for (let cause = commonCause(rest, totalOf); cause; cause = commonCause(rest, totalOf)) {
    const { key, label } = cause;
    const hasCause = ({ causes }: Problem) => causes.some((one) => one.key === key);
    const affected = rest.filter(hasCause);
    groups.push({ cause: key, title: manyTitle(kind, affected.length, ` on ${label}`), problems: affected });
    rest = rest.filter((problem) => !hasCause(problem));
  }
  const byOwner = Map.groupBy(rest, ({ fallbackCause }) => fallbackCause.key);
  for (const [cause, some] of byOwner) groups.push({ cause, title: titleOf(kind, some), problems: some });
  return capGroups(kind, groups, now);
}

function commonCause(problems: readonly Problem[], totalOf?: (cause: string) => number): Cause | undefined {
  const counts = new Map<string, { cause: Cause; count: number }>();
  for (const { causes } of problems)
    for (const cause of causes) {
      const seen = counts.get(cause.key);
      if (seen) seen.count += 1;
      else counts.set(cause.key, { cause, count: 1 });
    }
  let best: { cause: Cause; count: number } | undefined;
  for (const one of counts.values()) {
    if (one.count < MIN_COMMON || (totalOf && one.count < totalOf(one.cause.key) * MIN_SHARE)) continue;
    if (!best || one.count > best.count) best = one;
  }
  return best?.cause;
}

function capGroups(kind: AlertKind, groups: Group[], now: number): Group[] {
  if (groups.length <= MAX_GROUPS) return groups;
  const largest = groups.toSorted((a, b) => b.problems.length - a.problems.length);
  const rest = largest.slice(MAX_GROUPS - 1).flatMap(({ problems }) => problems);
  return [
    ...largest.slice(0, MAX_GROUPS - 1),
    { cause: `${MANY}${now}`, title: manyTitle(kind, rest.length, ' at once'), problems: rest },
  ];
}

const manyTitle = (kind: AlertKind, count: number, where: string): string =>
  `${numberText(count)} ${KIND_WORDS[kind].many}${where}`;

function titleOf(kind: AlertKind, problems: readonly Problem[]): string {
  const [first] = problems;
  if (!first) return KIND_WORDS[kind].title;
  return problems.length === 1
    ? `${KIND_WORDS[kind].title}: ${first.label}`
    : manyTitle(kind, problems.length, ` of ${first.fallbackCause.label}`);
}
