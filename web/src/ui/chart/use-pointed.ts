import { useState, type KeyboardEvent, type PointerEvent } from 'react';

/** A point that pointer and arrow keys reveal. */
export interface ChartPoint {
  /** Share of the width: 0 = left, 1 = right. */
  at: number;
  text: string;
}

interface PointedOptions {
  label: string;
  /** Text while no point is marked. */
  summary: string;
}

/** The marked point of a chart, and the attributes of the slider that marks it. */
export function usePointed<Point extends ChartPoint>(points: readonly Point[], { label, summary }: PointedOptions) {
  const [at, setAt] = useState<number | null>(null);
  // The marked point may be gone after an update.
  const place = at === null ? -1 : points.findIndex((point) => point.at === at);
  const marked = points[place];
  const text = marked?.text ?? summary;
  const last = points.length - 1;
  const goTo = (to: number) => setAt(points[Math.max(0, Math.min(to, last))]?.at ?? null);
  const slider = {
    role: 'slider',
    tabIndex: 0,
    'aria-label': label,
    'aria-readonly': true,
    'aria-valuemin': 0,
    'aria-valuemax': Math.max(0, last),
    'aria-valuenow': Math.max(0, marked ? place : last),
    'aria-valuetext': text,
    onPointerMove: (event: PointerEvent<HTMLElement>) => goTo(nearest(points, event)),
    onPointerLeave: () => setAt(null),
    onBlur: () => setAt(null),
    onKeyDown: (event: KeyboardEvent) => {
      const to = placeByKey(event, marked ? place : last + 1, last);
      if (to === undefined) return;
      event.preventDefault();
      goTo(to);
    },
  } as const;
  return { marked, text, slider };
}

/** Index of the point nearest to the pointer. */
function nearest(points: readonly ChartPoint[], event: PointerEvent<HTMLElement>): number {
  const { left, width } = event.currentTarget.getBoundingClientRect();
  const at = width === 0 ? 0 : (event.clientX - left) / width;
  const distance = (place: number) => Math.abs((points[place]?.at ?? 0) - at);
  return points.reduce((best, _, place) => (distance(place) < distance(best) ? place : best), 0);
}

function placeByKey(event: KeyboardEvent, place: number, last: number): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const places: Record<string, number> = {
    ArrowLeft: place - 1,
    ArrowDown: place - 1,
    ArrowRight: place + 1,
    ArrowUp: place + 1,
    PageDown: place - 10,
    PageUp: place + 10,
    Home: 0,
    End: last,
  };
  return places[event.key];
}
