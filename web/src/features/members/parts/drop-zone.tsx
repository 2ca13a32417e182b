import { mdiFileTableOutline, mdiUpload } from '@mdi/js';
import { useRef, useState, type DragEvent } from 'react';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { Icon } from '../../../ui/display/icon.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, radius, visuallyHidden } from '../../../ui/theme/tokens.ts';
import { DROP_PX } from './sheet-parts.ts';

const Zone = styled('section')({
  display: 'flex',
  flexDirection: 'column',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 8,
  minHeight: DROP_PX,
  padding: '40px 24px',
  textAlign: 'center',
  borderRadius: radius.card,
  border: `1px dashed ${color.lineStrong}`,
  background: color.surface,
  transition: 'border-color 120ms ease-out, background-color 120ms ease-out',
  '&[data-over]': { borderColor: color.accent, background: color.raised },
  '& h2': { fontSize: 14, lineHeight: '20px', fontWeight: 600 },
  '& p': { fontSize: 13, lineHeight: '20px', color: color.text2, maxWidth: 420 },
  '& > div:last-of-type': { marginTop: 12 },
});
const Tile = styled('div')({
  display: 'grid',
  placeItems: 'center',
  width: 48,
  height: 48,
  marginBottom: 4,
  borderRadius: 10,
  border: `1px solid ${color.lineStrong}`,
  background: color.raised,
  color: color.text2,
});
const FileInput = styled('input')(visuallyHidden);

interface DropZoneProps {
  disabledReason: string | null;
  onFile: (file: File) => void;
}

/** Accepts a dropped or chosen spreadsheet [IMP-01]. */
export function DropZone({ disabledReason, onFile }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(disabledReason === null);
  };
  return (
    <Zone
      aria-label="Spreadsheet"
      data-over={over || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={(event) => {
        // Entering a child is not leaving the zone.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file && disabledReason === null) onFile(file);
      }}
    >
      <Tile>
        <Icon path={mdiFileTableOutline} size={24} />
      </Tile>
      <h2>Drop a spreadsheet of members here</h2>
      <p>Excel (.xlsx) or CSV with column names in its first row, up to 25 MB. The file is read and never kept.</p>
      <div>
        <ActionButton
          variant="primary"
          icon={mdiUpload}
          disabledReason={disabledReason}
          onClick={() => input.current?.click()}
        >
          Choose a file
        </ActionButton>
        <FileInput
          ref={input}
          type="file"
          aria-label="Spreadsheet file"
          tabIndex={-1}
          onChange={(event) => {
            const [file] = event.target.files ?? [];
            // Lets the same file be chosen again.
            event.target.value = '';
            if (file) onFile(file);
          }}
        />
      </div>
    </Zone>
  );
}
