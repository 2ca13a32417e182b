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

/** What is to be regenerated, and what was done of it before. */
export interface RegenerationOrder {
  tenants: readonly BrandedTenant[];
  branch: string;
  before?: Pick<RegenerationState, 'done' | 'failed'>;
}

interface Hooks {
  /** Keeps the order before the first tenant; answers what is called in the end. @throws when that failed */
  prepare: () => Promise<(isBroken: boolean) => void>;
  /** Generates one tenant. @throws when that failed */
  generate: (tenant: BrandedTenant) => Promise<unknown>;
  reasonOf: (error: unknown) => Pick<FailedTenant, 'reason' | 'requestId'>;
  /** Nobody knows whether the tenant was generated: going on would fail the same way. */
  isLost: (error: unknown) => boolean;
  onFailed: (tenant: BrandedTenant) => void;
  onEnd: () => void;
  /** It cannot go on now; what is left can be taken up again. */
  onBroken: (error: unknown) => void;
}

/** A run that screens can watch. */
export interface Regeneration {
  state: () => RegenerationState;
  subscribe: (listener: () => void) => () => void;
  run: (order: RegenerationOrder, hooks: Hooks) => Promise<void>;
}

/** The one run of this browser tab; it goes on while the person looks at other pages. */
export function createRegeneration(): Regeneration {
  let state = NOT_STARTED;
  const listeners = new Set<() => void>();
  const set = (part: Partial<RegenerationState>) => {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  };

  /** One tenant after the other [RGN-09]; a failed one counts and stops nothing [RGN-10, RGN-11]. */
  async function runAll(tenants: readonly BrandedTenant[], hooks: Hooks): Promise<void> {
    const leave = await hooks.prepare();
    let isBroken = false;
    try {
      for (const tenant of tenants) {
        set({ current: tenant });
        try {
          await hooks.generate(tenant);
        } catch (error) {
          isBroken = hooks.isLost(error);
          if (isBroken) throw error;
          set({ failed: [...state.failed, { ...tenant, ...hooks.reasonOf(error) }] });
          hooks.onFailed(tenant);
        }
        set({ done: state.done + 1 });
      }
    } finally {
      leave(isBroken);
    }
  }

  return {
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    run: async ({ tenants, branch, before = { done: 0, failed: [] } }, hooks) => {
      if (state.running) return;
      const { done, failed } = before;
      set({ done, failed, branch, running: true, current: tenants[0] ?? null, total: done + tenants.length });
      try {
        await runAll(tenants, hooks);
      } catch (error) {
        // How far it is, the server knows.
        set(NOT_STARTED);
        hooks.onBroken(error);
        return;
      }
      set({ current: null, running: false });
      hooks.onEnd();
    },
  };
}
