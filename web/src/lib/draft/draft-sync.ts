import type { DraftBody, StoredDraft } from '@mission-control/contract/drafts/schema';

type Stored = Pick<StoredDraft, 'version'>;

/** Browser and server dependencies of a DraftSync; tests inject their own. */
export interface DraftSyncDeps {
  /** Identifies this open page. */
  writer: string;
  load: () => Promise<{ person: number; draft: StoredDraft | null }>;
  /** @param last the page is closing: the request must outlive it */
  save: (body: DraftBody, last: boolean) => Promise<Stored>;
  remove: (version: number, last: boolean) => Promise<unknown>;
  /** A conflict with another open page of the user, a transient failure, or a permanent one. */
  kindOf: (error: unknown) => 'conflict' | 'transient' | 'permanent';
  messageOf: (error: unknown) => string;
  /** Calls back after `ms`; returns the cancel function. */
  after: (ms: number, work: () => void) => () => void;
}

interface DraftState {
  /** Edits found on the server that are not in this page; the user keeps or discards them before new ones are stored. */
  offer: StoredDraft | null;
  /** Why the edits exist only in this page; null while they are stored. */
  problem: string | null;
}

/** Edits of the form as JSON, and the version they are based on. */
interface DraftContent {
  value: string;
  base: string;
}

const PAUSE_MS = 800;
const RETRY_MS = 10_000;

/**
 * Keeps the unsaved edits of one open page on the server: at most one request at a time, a pause after the first change. Nothing is stored
 * while another draft waits for a decision, so that no draft is lost silently.
 */
export class DraftSync {
  readonly #deps: DraftSyncDeps;
  readonly #onChange: () => void;
  #state: DraftState = { offer: null, problem: null };
  #person: number | null = null;
  #current: DraftContent | null = null;
  #stored: DraftContent | null = null;
  #storedVersion = 0;
  #turn = 0;
  #endsOnClose = false;
  #busy = false;
  #cancel: (() => void) | null = null;

  constructor(deps: DraftSyncDeps, onChange: () => void) {
    this.#deps = deps;
    this.#onChange = onChange;
  }

  readonly state = (): DraftState => this.#state;

  /** Looks for edits that the user left here. */
  readonly open = (): Promise<void> => this.#work(() => this.#load());

  /** The form's edits; null: none. */
  change(content: DraftContent | null): void {
    this.#current = content;
    if (!this.#isDone()) this.#schedule();
  }

  /** Stores at once, because the page is left or hidden. */
  readonly flush = (): void => {
    if (this.#person !== null && this.#mayStep()) void this.#work(() => this.#step(true));
  };

  /** The offered edits go into the form, which then reports them as its own. */
  keep(): void {
    this.#stored = this.#state.offer;
    this.#set({ offer: null });
    this.#schedule();
  }

  /** Deletes the offered edits. */
  readonly discard = (): void => {
    const version = this.#storedVersion;
    this.#set({ offer: null });
    void this.#work(() => this.#erase(version, false));
  };

  /** Whether closing the form ends the draft, not only a save. */
  endOnClose(on: boolean): void {
    this.#endsOnClose = on;
  }

  /** The form has closed. */
  close(): void {
    if (this.#endsOnClose) this.#current = null;
    this.flush();
    this.#cancel?.();
    this.#cancel = null;
  }

  #set(part: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...part };
    this.#onChange();
  }

  #isDone(): boolean {
    return this.#current?.value === this.#stored?.value;
  }

  #mayStep(): boolean {
    return this.#state.offer === null && !(this.#isDone() && this.#person !== null);
  }

  #schedule(ms = PAUSE_MS): void {
    this.#cancel ??= this.#deps.after(ms, () => {
      this.#cancel = null;
      if (this.#busy) this.#schedule();
      else if (this.#mayStep()) void this.#work(() => this.#step(false));
    });
  }

  async #work(request: () => Promise<void>): Promise<void> {
    this.#busy = true;
    try {
      await request().catch((error: unknown) => {
        if (this.#deps.kindOf(error) === 'conflict') return this.#load();
        throw error;
      });
      if (!this.#isDone()) this.#schedule();
    } catch (error) {
      this.#set({ problem: this.#deps.messageOf(error) });
      if (this.#deps.kindOf(error) === 'transient') this.#schedule(RETRY_MS);
    } finally {
      this.#busy = false;
    }
  }

  async #load(): Promise<void> {
    const { person, draft } = await this.#deps.load();
    this.#person = person;
    this.#storedVersion = draft?.version ?? 0;
    this.#set({ offer: draft?.writer === this.#deps.writer ? null : draft, problem: null });
  }

  /** Sends the next request to match the form's state. @param last the page is closing */
  async #step(last: boolean): Promise<void> {
    if (this.#person === null) await this.#load();
    else if (this.#current === null) await this.#erase(this.#storedVersion, last);
    else await this.#write(this.#current, this.#person, last);
    if (this.#state.problem !== null && this.#isDone()) this.#set({ problem: null });
  }

  async #write(content: DraftContent, person: number, last: boolean): Promise<void> {
    this.#turn += 1;
    const { writer } = this.#deps;
    const body = { ...content, person, writer, turn: this.#turn, known: this.#storedVersion };
    this.#storedVersion = (await this.#deps.save(body, last)).version;
    this.#stored = content;
  }

  async #erase(version: number, last: boolean): Promise<void> {
    if (version > 0) await this.#deps.remove(version, last);
    this.#storedVersion = 0;
    this.#stored = null;
  }
}
