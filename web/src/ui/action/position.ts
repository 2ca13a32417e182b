export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface Size {
  width: number;
  height: number;
}

export type Side = 'top' | 'bottom' | 'left' | 'right';

const EDGE = 8;
const opposite: Record<Side, Side> = { top: 'bottom', bottom: 'top', left: 'right', right: 'left' };

/** Position in px of a bubble of `size` beside `anchor`: on the preferred side, flipped when it does not fit, clamped to the view. */
export function positionBeside(
  anchor: Box,
  size: Size,
  view: Size,
  side: Side,
  gap: number,
): { left: number; top: number } {
  const room: Record<Side, number> = {
    top: anchor.top - size.height,
    bottom: view.height - anchor.bottom - size.height,
    left: anchor.left - size.width,
    right: view.width - anchor.right - size.width,
  };
  const chosen = room[side] >= gap + EDGE || room[side] >= room[opposite[side]] ? side : opposite[side];
  const middleX = (anchor.left + anchor.right - size.width) / 2;
  const middleY = (anchor.top + anchor.bottom - size.height) / 2;
  const spots: Record<Side, [number, number]> = {
    top: [middleX, anchor.top - size.height - gap],
    bottom: [middleX, anchor.bottom + gap],
    left: [anchor.left - size.width - gap, middleY],
    right: [anchor.right + gap, middleY],
  };
  const [left, top] = spots[chosen];
  return { left: clamp(left, view.width - size.width), top: clamp(top, view.height - size.height) };
}

function clamp(value: number, max: number): number {
  return Math.round(Math.max(EDGE, Math.min(value, max - EDGE)));
}
