/** The step a run is in, as its line `[2/5] Copy` says. */
export interface RunStep {
  at: number;
  of: number;
  title: string;
}

/** A piece of output: where it begins in the whole, in UTF-16 units, and when it was written (ISO). */
interface Piece {
  offset: number;
  at: string;
  text: string;
}

const STEP = /^\[(\d{1,3})\/(\d{1,3})\] (.*)$/;

/** The output of a run as lines. It only ever grows; pieces that come twice are taken once, and none after a gap is taken. */
export class RunLog {
  /** Offset after what is here. */
  next = 0;
  step: RunStep | null = null;
  readonly #lines: string[] = [];
  readonly #times: number[] = [];
  #open = '';
  #openAt = 0;
  #version = 0;
  readonly #listeners = new Set<() => void>();

  /** Adds what follows; false when something between is missing. */
  add(pieces: readonly Piece[]): boolean {
    const before = this.next;
    for (const piece of pieces) {
      if (piece.offset > this.next) break;
      const text = piece.text.slice(this.next - piece.offset);
      if (text !== '') this.#take(text, Date.parse(piece.at));
    }
    if (this.next > before) this.#tell();
    const last = pieces.at(-1);
    return last === undefined || last.offset + last.text.length <= this.next;
  }

  #take(text: string, at: number): void {
    this.next += text.length;
    const parts = text.split('\n');
    for (const [index, part] of parts.entries()) {
      if (this.#open === '') this.#openAt = at;
      this.#open += part;
      if (index < parts.length - 1) this.#endLine();
    }
  }

  #endLine(): void {
    const line = this.#open;
    const step = line.startsWith('[') ? STEP.exec(line) : null;
    if (step) this.step = { at: Number(step[1]), of: Number(step[2]), title: step[3] ?? '' };
    this.#lines.push(line);
    this.#times.push(this.#openAt);
    this.#open = '';
  }

  /** How many lines there are, the one that is being written included. */
  get count(): number {
    return this.#lines.length + (this.#open === '' ? 0 : 1);
  }

  /** Lines that will not change any more. */
  get ended(): number {
    return this.#lines.length;
  }

  /** A line by its number from 0; '' where there is none. */
  line(index: number): string {
    return this.#lines[index] ?? (index === this.#lines.length ? this.#open : '');
  }

  /** When a line began, in ms since 1970. */
  timeOf(index: number): number {
    return this.#times[index] ?? this.#openAt;
  }

  /** All of it. */
  text(): string {
    return this.#lines.length === 0 ? this.#open : `${this.#lines.join('\n')}\n${this.#open}`;
  }

  #tell(): void {
    this.#version += 1;
    for (const listener of this.#listeners) listener();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Another number after each change. */
  version = (): number => this.#version;
}
