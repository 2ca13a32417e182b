import { expect } from '@playwright/test';
import type { Operator } from './operator.ts';

interface Written {
  version: number;
  staging: boolean;
}

/** Toggles a tenant until stopped; writes without a response may or may not have been applied, and are retried. */
class Writer {
  readonly #operator: Operator;
  readonly #id: number;
  readonly #onAcknowledged: () => void;
  #acknowledged: Written = { version: 0, staging: false };
  #unanswered = 0;
  stopped = false;

  constructor(operator: Operator, id: number, onAcknowledged: () => void) {
    [this.#operator, this.#id, this.#onAcknowledged] = [operator, id, onAcknowledged];
  }

  async work(): Promise<void> {
    for (let staging = false; !this.stopped; staging = !staging) {
      const answer = await this.#operator.call('PATCH', `/api/tenant/${this.#id}`, { staging }).catch(() => null);
      if (answer?.status === 200) {
        this.#acknowledged = (answer.body as { tenant: Written }).tenant;
        this.#onAcknowledged();
      } else this.#unanswered += 1;
    }
  }

  /** Every acknowledged change increments the version, so none is missing if the last one is present. */
  async check(): Promise<void> {
    const { tenant } = (await this.#operator.call('GET', `/api/tenant/${this.#id}`)).body as { tenant: Written };
    expect(tenant.version).toBeGreaterThanOrEqual(this.#acknowledged.version);
    expect(tenant.version).toBeLessThanOrEqual(this.#acknowledged.version + this.#unanswered);
    if (tenant.version === this.#acknowledged.version) expect(tenant.staging).toBe(this.#acknowledged.staging);
  }
}

/** Runs an action while an operator writes to each of the tenants, before and after; then checks all acknowledged writes. */
export async function whileWriting(
  operator: Operator,
  ids: readonly number[],
  does: () => Promise<unknown>,
): Promise<void> {
  let [count, target] = [0, 0];
  let reached = (): void => undefined;
  const acknowledgements = (more: number): Promise<void> => {
    target = count + more;
    return new Promise((resolve) => (reached = resolve));
  };
  const writers = ids.map(
    (id) =>
      new Writer(operator, id, () => {
        count += 1;
        if (count === target) reached();
      }),
  );
  const working = Promise.all(writers.map((writer) => writer.work()));
  try {
    await acknowledgements(ENOUGH);
    await does();
    await acknowledgements(ENOUGH);
  } finally {
    for (const writer of writers) writer.stopped = true;
    await working;
  }
  for (const writer of writers) await writer.check();
}

/** Number of changes before and after the action. */
const ENOUGH = 30;
