/** In dependency order; removed in reverse order. */
export const ITEM_KINDS = [
  'region',
  'account',
  'certificate',
  'environment',
  'database_host',
  'config_key',
  'tenant',
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** `conflict`: changed both here and in the file or, with a reason, impossible. `refused`: in use, so it is not removed. */
export const PLAN_ACTIONS = ['add', 'change', 'remove', 'conflict', 'refused'] as const;
export type PlanAction = (typeof PLAN_ACTIONS)[number];

/** Maximum file size of the calls; import larger ones with `npm run inventory`. */
export const INVENTORY_FILE_BYTES = 12 * 1024 * 1024;
/** Maximum faults reported per file. */
export const MAX_FAULTS = 2000;

/** Result of a selected entry. `left`: not applied, with the reason. */
export const RESULTS = ['added', 'changed', 'removed', 'left'] as const;
export interface ItemResult {
  result: (typeof RESULTS)[number];
  kind: ItemKind;
  ref: string;
  /** Why it was not applied; '' otherwise. */
  reason: string;
}

const REASON_INDENT = '    ';
const RESULT_LINE = new RegExp(`^\\[\\d+/\\d+\\] (${RESULTS.join('|')}) (${ITEM_KINDS.join('|')}) (.+)$`);

/** Formats a result as the title of a step of its run. */
export const resultTitle = ({ result, kind, ref }: ItemResult): string => `${result} ${kind} ${ref}`;
/** The output line below that title. */
export const reasonText = ({ reason }: ItemResult): string =>
  reason === '' ? '' : `${REASON_INDENT}${reason.replaceAll(/\s+/g, ' ')}\n`;

/** Parses the results from the output of a run. */
export function readResults(output: string): ItemResult[] {
  const results: ItemResult[] = [];
  for (const line of output.split('\n')) {
    const [, result, kind, ref] = RESULT_LINE.exec(line) ?? [];
    const last = results.at(-1);
    if (ref !== undefined)
      results.push({ result: result as ItemResult['result'], kind: kind as ItemKind, ref, reason: '' });
    else if (last?.result === 'left' && last.reason === '' && line.startsWith(REASON_INDENT))
      last.reason = line.slice(REASON_INDENT.length);
  }
  return results;
}

/** Identifies an item within a plan. */
export const entryKey = ({ kind, ref }: { kind: ItemKind; ref: string }): string => `${kind} ${ref}`;

export const inventoryApplied = (file: string): string => `The inventory ${file} was applied.`;
export const inventoryFailed = (file: string, reason: string): string =>
  `The inventory ${file} was not applied completely - ${reason}`;
