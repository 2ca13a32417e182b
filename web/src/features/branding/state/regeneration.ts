import { createSignal } from '../../../ui/signal.ts';

export interface BrandedTenant {
  id: number;
  name: string;
}

interface FailedTenant extends BrandedTenant {
  reason: string;
  requestId: string | null;
}

export interface RegenerationState {
  /** Null before the first run. */
  branch: string | null;
  running: boolean;
  /** Null between runs. */
  current: BrandedTenant | null;
  /** Number of processed tenants, including failed ones. */
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

export interface RegenerationOrder {
  tenants: readonly BrandedTenant[];
  branch: string;
  /** Progress of a resumed order. */
  before?: Pick<RegenerationState, 'done' | 'failed'>;
}

interface Hooks {
  /** Stores the order before the first tenant; returns a function to call at the end. @throws on failure */
  prepare: () => Promise<(isBroken: boolean) => void>;
  /** @throws on failure */
  generate: (tenant: BrandedTenant) => Promise<unknown>;
  reasonOf: (error: unknown) => Pick<FailedTenant, 'reason' | 'requestId'>;
  /** The outcome is unknown; the next tenants would fail the same way. */
  isLost: (error: unknown) => boolean;
  onFailed: (tenant: BrandedTenant) => void;
  onEnd: () => void;
  /** The run stopped; the rest can be resumed. */
  onBroken: (error: unknown) => void;
}

interface Regeneration {
  state: () => RegenerationState;
  subscribe: (listener: () => void) => () => void;
  run: (order: RegenerationOrder, hooks: Hooks) => Promise<void>;
}

/** A run that continues while the user opens other pages. */
export function createRegeneration(): Regeneration {
  let state = NOT_STARTED;
  const changed = createSignal();
  const set = (part: Partial<RegenerationState>) => {
    state = { ...state, ...part };
    changed.emit();
  };

  /** Sequential [RGN-09]; failures are counted and do not stop the run [RGN-10, RGN-11]. */
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
    subscribe: changed.subscribe,
    run: async ({ tenants, branch, before = { done: 0, failed: [] } }, hooks) => {
      if (state.running) return;
      const { done, failed } = before;
      set({ done, failed, branch, running: true, current: tenants[0] ?? null, total: done + tenants.length });
      try {
        await runAll(tenants, hooks);
      } catch (error) {
        // The server stores the progress.
        set(NOT_STARTED);
        hooks.onBroken(error);
        return;
      }
      set({ current: null, running: false });
      hooks.onEnd();
    },
  };
}
