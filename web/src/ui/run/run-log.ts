import { createSignal } from '../signal.ts';

/** The current step of a run, from a line such as `[2/5] Copy`. */
export interface RunStep {
  at: number;
  of: number;
  title: string;
}

/** A chunk of output: its offset in UTF-16 units, and when it was written (ISO). */
interface Piece {
  offset: number;
  at: string;
  text: string;
}

const STEP = /^\[(\d{1,6})\/(\d{1,6})\] (.*)$/;

/** The output of a run as lines. Append-only; repeated chunks are taken once, and chunks after a gap are rejected. */
export class RunLog {
  /** Offset after the last chunk. */
  next = 0;
  step: RunStep | null = null;
  readonly #lines: string[] = [];
  readonly #times: number[] = [];
  #open = '';
  #openAt = 0;
  #version = 0;
  readonly #changed = createSignal();

  /** Appends chunks; false when there is a gap before one of them. */
  add(pieces: readonly Piece[]): boolean {
    const before = this.next;
    for (const piece of pieces) {
      if (piece.offset > this.next) break;
      const text = piece.text.slice(this.next - piece.offset);
      if (text !== '') this.#take(text, Date.parse(piece.at));
    }
    if (this.next > before) this.#notify();
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

  /** Number of lines, including the unfinished one. */
  get count(): number {
    return this.#lines.length + (this.#open === '' ? 0 : 1);
  }

  /** Number of finished lines. */
  get ended(): number {
    return this.#lines.length;
  }

  /** A line by its 0-based number; '' when out of range. */
  line(index: number): string {
    return this.#lines[index] ?? (index === this.#lines.length ? this.#open : '');
  }

  /** When a line began, in ms since 1970. */
  timeOf(index: number): number {
    return this.#times[index] ?? this.#openAt;
  }

  /** The whole output. */
  text(): string {
    return this.#lines.length === 0 ? this.#open : `${this.#lines.join('\n')}\n${this.#open}`;
  }

  #notify(): void {
    this.#version += 1;
    this.#changed.emit();
  }

  subscribe = this.#changed.subscribe;

  /** Changes with each append. */
  version = (): number => this.#version;
}
