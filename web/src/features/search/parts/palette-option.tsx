import { Icon } from '../../../ui/icon.tsx';
import type { PaletteItem } from '../palette-groups.ts';
import { Option } from './palette-parts.ts';

interface PaletteOptionProps {
  id: string;
  item: PaletteItem;
  active: boolean;
  onPoint: (item: PaletteItem) => void;
  onChoose: (item: PaletteItem) => void;
}

/** One thing to choose, with what was typed marked. */
export function PaletteOption({ id, item, active, onPoint, onChoose }: PaletteOptionProps) {
  return (
    <Option
      id={id}
      role="option"
      aria-selected={active}
      title={item.title}
      // A list that moves under a mouse at rest is not pointed at.
      onMouseMove={({ movementX, movementY }) => {
        if (!active && (movementX !== 0 || movementY !== 0)) onPoint(item);
      }}
      onClick={() => onChoose(item)}
    >
      <Icon path={item.icon} />
      <span>{item.pieces.map(({ text, met }, place) => (met ? <mark key={place}>{text}</mark> : text))}</span>
    </Option>
  );
}
