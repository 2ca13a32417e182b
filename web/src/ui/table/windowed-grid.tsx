import { useEffect, useRef, useState, type ReactNode } from 'react';
import { styled } from '../theme/styled.ts';
import { narrow } from '../theme/tokens.ts';
import { gridWindow, type GridWindow } from './grid-window.ts';

interface WindowedGridProps<Item> {
  /** Names the list for screen readers. */
  label: string;
  count: number;
  /** The item at an index; undefined while unknown. */
  itemAt: (index: number) => Item | undefined;
  keyOf: (item: Item) => string | number;
  /** Renders an item, or its placeholder while it is unknown. */
  render: (item: Item | undefined) => ReactNode;
  /** Called with the range of items that is rendered, whenever it changes. */
  onWindow?: (from: number, to: number) => void;
  /** Height of each item, in px. */
  itemHeight: number;
  /** Minimum item width in px, where the page is wide enough. */
  minWidth: number;
}

const GAP = 16;

const List = styled('ul')({
  display: 'grid',
  gap: GAP,
  alignContent: 'start',
  '& > li': { minWidth: 0 },
  [narrow]: { '& > li': { minWidth: '100%' } },
});

/** A virtualized grid of items of equal height. */
export function WindowedGrid<Item>(props: WindowedGridProps<Item>) {
  const { label, count, itemAt, keyOf, render, itemHeight, minWidth, onWindow } = props;
  const list = useRef<HTMLUListElement>(null);
  const shape = { count, itemHeight, minWidth, gap: GAP };
  const [view, setView] = useState({ width: 0, top: 0, height: 1_000 });
  useEffect(() => {
    const measure = () => {
      const box = list.current?.getBoundingClientRect();
      if (!box) return;
      const next = { width: box.width, top: Math.max(0, -box.top), height: window.innerHeight };
      // A shift within half a row would render the same items.
      setView((was) => (isNear(was, next, itemHeight / 2) ? was : next));
    };
    measure();
    const sizes = new ResizeObserver(measure);
    if (list.current) sizes.observe(list.current);
    window.addEventListener('scroll', measure, { passive: true });
    window.addEventListener('resize', measure);
    return () => {
      sizes.disconnect();
      window.removeEventListener('scroll', measure);
      window.removeEventListener('resize', measure);
    };
  }, [itemHeight]);
  const drawn: GridWindow = gridWindow(shape, view);
  const { from, to } = drawn;
  useEffect(() => onWindow?.(from, to), [onWindow, from, to]);
  return (
    <List
      ref={list}
      aria-label={label}
      style={{
        gridTemplateColumns: `repeat(${drawn.columns}, minmax(0, 1fr))`,
        gridAutoRows: itemHeight,
        height: drawn.height,
        paddingTop: drawn.before,
      }}
    >
      {Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at).map((index) => {
        const item = itemAt(index);
        return (
          <li key={item === undefined ? `at ${index}` : keyOf(item)} aria-posinset={index + 1} aria-setsize={count}>
            {render(item)}
          </li>
        );
      })}
    </List>
  );
}

interface View {
  width: number;
  top: number;
  height: number;
}

const isNear = (was: View, next: View, distance: number): boolean =>
  was.width === next.width && was.height === next.height && Math.abs(was.top - next.top) < distance;
