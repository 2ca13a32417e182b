import { mdiUpload } from '@mdi/js';
import { useState, type DragEvent, type ReactNode } from 'react';
import { Icon } from '../display/icon.tsx';
import { IconTile } from '../layout/state-panel.tsx';
import { styled } from '../theme/styled.ts';
import { color, radius } from '../theme/tokens.ts';
import { FileButton } from './file-button.tsx';

/** Minimum height, in px. */
export const DROP_PX = 300;

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

interface DropZoneProps {
  /** Names the zone for screen readers. */
  label: string;
  title: string;
  /** A path of @mdi/js. */
  icon: string;
  /** Names the file input for screen readers. */
  inputLabel: string;
  /** File types, as in the `accept` attribute. */
  accept?: string;
  disabledReason: string | null;
  onFile: (file: File) => void;
  /** What kind of file, how large, and what happens to it. */
  children: ReactNode;
}

/** Accepts a dropped or chosen file. */
export function DropZone({ label, title, icon, inputLabel, accept, disabledReason, onFile, children }: DropZoneProps) {
  const [over, setOver] = useState(false);
  const drag = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(disabledReason === null);
  };
  return (
    <Zone
      aria-label={label}
      data-over={over || undefined}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={(event) => {
        // Moving onto a child does not leave the zone.
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        const [file] = event.dataTransfer.files;
        if (file && disabledReason === null) onFile(file);
      }}
    >
      <IconTile>
        <Icon path={icon} size={24} />
      </IconTile>
      <h2>{title}</h2>
      <p>{children}</p>
      <div>
        <FileButton
          variant="primary"
          icon={mdiUpload}
          inputLabel={inputLabel}
          accept={accept}
          disabledReason={disabledReason}
          onFile={onFile}
        >
          Choose a file
        </FileButton>
      </div>
    </Zone>
  );
}
