/** What of a tool that starts runs is in its address. */
export interface ToolSearch {
  /** Id of the chosen tenant. */
  tenant?: number;
  type?: string;
  branch?: string;
  /** The key of the click whose run is shown. */
  click?: string;
}

/** Reads the address; what makes no sense is left out. */
export function toolSearch({ tenant, type, branch, click }: Record<string, unknown>): ToolSearch {
  return {
    ...(typeof tenant === 'number' && Number.isSafeInteger(tenant) && tenant > 0 && { tenant }),
    ...(typeof type === 'string' && type !== '' && { type }),
    // A branch such as 4 reaches us as a number.
    ...((typeof branch === 'string' || typeof branch === 'number') && branch !== '' && { branch: String(branch) }),
    ...(typeof click === 'string' && click !== '' && { click }),
  };
}
