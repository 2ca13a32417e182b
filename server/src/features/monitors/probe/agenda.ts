/** A priority queue of monitors by due time. */
export interface Agenda {
  /** Adds or moves a monitor. */
  put(id: number, due: number): void;
  drop(id: number): void;
  has(id: number): boolean;
  /** Removes and returns the monitors due by now, earliest first, at most `limit`. */
  takeDue(now: number, limit: number): { id: number; due: number }[];
  /** Due time of the next monitor; null when empty. */
  nextAt(): number | null;
}

interface Entry {
  id: number;
  due: number;
}

/** A heap with lazy deletion: moved or dropped entries stay until they reach the top. */
export function createAgenda(): Agenda {
  const heap: Entry[] = [];
  const current = new Map<number, Entry>();
  const stale = (entry: Entry | undefined): boolean => entry !== undefined && current.get(entry.id) !== entry;
  const clean = (): void => {
    while (stale(heap[0])) popEntry(heap);
  };
  return {
    put(id, due) {
      const entry = { id, due };
      current.set(id, entry);
      pushEntry(heap, entry);
    },
    drop: (id) => void current.delete(id),
    has: (id) => current.has(id),
    takeDue(now, limit) {
      const taken: Entry[] = [];
      for (clean(); taken.length < limit && heap[0] !== undefined && heap[0].due <= now; clean()) {
        const entry = popEntry(heap);
        if (!entry) break;
        current.delete(entry.id);
        taken.push(entry);
      }
      return taken;
    },
    nextAt() {
      clean();
      return heap[0]?.due ?? null;
    },
  };
}

function pushEntry(heap: Entry[], entry: Entry): void {
  let at = heap.push(entry) - 1;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const parent = heap[above];
    if (!parent || parent.due <= entry.due) break;
    heap[at] = parent;
    at = above;
  }
  heap[at] = entry;
}

function popEntry(heap: Entry[]): Entry | undefined {
  const top = heap[0];
  const last = heap.pop();
  if (!last || heap.length === 0) return top;
  let at = 0;
  for (;;) {
    const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]];
    const child = right && left && right.due < left.due ? right : left;
    if (!child || child.due >= last.due) break;
    heap[at] = child;
    at = child === left ? 2 * at + 1 : 2 * at + 2;
  }
  heap[at] = last;
  return top;
}
