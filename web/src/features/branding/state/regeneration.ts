/** A tenant whose branding is generated again. */
export interface BrandedTenant {
  id: number;
  name: string;
}

/** A tenant whose generation failed, and why. */
export interface FailedTenant extends BrandedTenant {
  reason: string;
  requestId: string | null;
}

export interface RegenerationState {
  /** Null before the first run. */
  branch: string | null;
  running: boolean;
  /** Null between runs. */
  current: BrandedTenant | null;
  /** Tenants that are done, failed ones among them. */
  done: number;
  total: number;
  failed: readonly FailedTenant[];
}

export const NOT_STARTED: RegenerationState = {
  branch: null,
  running: false,
  current: null,
  done: 0,
  total: 0,
  failed: [],
};

interface Hooks {
  /** Generates one tenant. @throws when that failed */
  generate: (tenant: BrandedTenant, branch: string) => Promise<unknown>;
  reasonOf: (error: unknown) => Pick<FailedTenant, 'reason' | 'requestId'>;
}

interface Listeners {
  onFailed: (tenant: BrandedTenant) => void;
  onEnd: () => void;
}

/** A run that screens can watch. */
export interface Regeneration {
  state: () => RegenerationState;
  subscribe: (listener: () => void) => () => void;
  run: (tenants: readonly BrandedTenant[], branch: string, listeners: Listeners) => Promise<void>;
}

/** The one run of this browser tab; it goes on while the person looks at other pages, and stops with the tab. */
export function createRegeneration({ generate, reasonOf }: Hooks): Regeneration {
  let state = NOT_STARTED;
  const listeners = new Set<() => void>();
  const set = (part: Partial<RegenerationState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** One tenant after the other [RGN-09]; a failed one counts and stops nothing [RGN-10, RGN-11]. */
    run: async (tenants: readonly BrandedTenant[], branch: string, { onFailed, onEnd }: Listeners): Promise<void> => {
      if (state.running) return;
      set({ branch, running: true, done: 0, total: tenants.length, failed: [] });
      for (const tenant of tenants) {
        set({ current: tenant });
        try {
          await generate(tenant, branch);
        } catch (error) {
          set({ failed: [...state.failed, { ...tenant, ...reasonOf(error) }] });
          onFailed(tenant);
        }
        set({ done: state.done + 1 });
      }
      set({ current: null, running: false });
      onEnd();
    },
  };
}
