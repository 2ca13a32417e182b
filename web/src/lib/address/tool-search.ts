import { wholeNumber } from './table-search.ts';
import { useUrlState } from './use-url-text.ts';

/** Tool state kept in the address. */
export interface ToolSearch {
  /** Id of the chosen tenant. */
  tenant?: number;
  type?: string;
  branch?: string;
  /** Idempotency key of the click whose run is shown. */
  click?: string;
}

/** Parses tool state from the address; invalid values are omitted. */
export function toolSearch({ tenant, type, branch, click }: Record<string, unknown>): ToolSearch {
  const tenantId = wholeNumber(tenant);
  return {
    ...(tenantId > 0 && { tenant: tenantId }),
    ...(typeof type === 'string' && type !== '' && { type }),
    // The router parses a numeric branch name such as 4 as a number.
    ...((typeof branch === 'string' || typeof branch === 'number') && branch !== '' && { branch: String(branch) }),
    ...(typeof click === 'string' && click !== '' && { click }),
  };
}

const CHOICES = ['tenant', 'type', 'branch'] as const;
type Change = { [Key in keyof ToolSearch]: ToolSearch[Key] | undefined };

/** Tool state from the address, and a setter for parts of it; undefined removes a key. */
export function useToolSearch(): [ToolSearch, (part: Change) => void] {
  const [url, set] = useUrlState(toolSearch);
  // Back undoes a choice; the run of a click adds no history entry, because it belongs to the choice.
  return [url, (part) => set(part, !CHOICES.some((key) => key in part && part[key] !== url[key]))];
}
