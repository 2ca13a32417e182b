import { mdiImageOutline, mdiTrashCanOutline, mdiUndo, mdiUpload } from '@mdi/js';
import { saveBranding } from '@mission-control/contract/branding/calls';
import { useState } from 'react';
import { useRoleRefusal } from '../../../lib/who-may.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { FileButton } from '../../../ui/field/file-button.tsx';
import { FieldError, FieldHelp } from '../../../ui/field/field-parts.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { styled } from '../../../ui/theme/styled.ts';
import { color, radius } from '../../../ui/theme/tokens.ts';
import { logoFault, readLogo } from '../read-logo.ts';
import type { ChosenLogo } from '../state/edits.ts';

interface LogoFieldProps {
  /** Address of the saved logo; '' for none. */
  saved: string;
  chosen: ChosenLogo | null;
  /** What the server has against it. */
  error?: string | undefined;
  onChoose: (logo: ChosenLogo) => void;
  /** Takes the choice back, or the saved logo away. */
  onRemove: () => void;
}

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 });
/** A logo is made for a light page. */
const Plate = styled('div')({
  display: 'grid',
  placeItems: 'center',
  width: 168,
  height: 72,
  padding: 8,
  borderRadius: radius.control,
  border: `1px solid ${color.lineStrong}`,
  background: color.inset,
  color: color.text3,
  '&[data-filled]': { background: color.onAccent },
  '& img': { maxWidth: '100%', maxHeight: 54, display: 'block' },
});
const Facts = styled('div')({
  display: 'flex',
  flexDirection: 'column',
  gap: 8,
  flex: '1 1 200px',
  minWidth: 0,
  '& > div': { display: 'flex', flexWrap: 'wrap', gap: 8 },
  '& > p': { overflowWrap: 'anywhere' },
});

/** The logo: what is saved or chosen, another file, none [BRD-02, BRD-20]. */
export function LogoField({ saved, chosen, error, onChoose, onRemove }: LogoFieldProps) {
  const refusal = useRoleRefusal(saveBranding, 'change a branding');
  const [fault, setFault] = useState<string | null>(null);
  const shown = chosen?.data ?? saved;
  const choose = async (one: File) => {
    const refused = logoFault(one);
    setFault(refused);
    if (refused !== null) return;
    try {
      onChoose(await readLogo(one));
    } catch (cause) {
      setFault(cause instanceof Error ? cause.message : 'The file could not be read.');
    }
  };
  const said = fault ?? error;
  return (
    <Row>
      <Plate data-filled={shown === '' ? undefined : ''}>
        {shown === '' ? <Icon path={mdiImageOutline} size={24} /> : <img src={shown} alt="Logo" />}
      </Plate>
      <Facts>
        <div>
          <FileButton
            icon={mdiUpload}
            disabledReason={refusal}
            inputLabel="Logo file"
            accept="image/png,image/jpeg,image/webp,image/gif"
            onFile={(file) => void choose(file)}
          >
            {shown === '' ? 'Choose logo' : 'Replace logo'}
          </FileButton>
          {shown === '' ? null : (
            <ActionButton
              variant="ghost"
              icon={chosen ? mdiUndo : mdiTrashCanOutline}
              disabledReason={refusal}
              onClick={() => {
                setFault(null);
                onRemove();
              }}
            >
              {chosen ? 'Undo' : 'Remove'}
            </ActionButton>
          )}
        </div>
        {said ? <FieldError role="alert">{said}</FieldError> : <FieldHelp>{note(saved, chosen)}</FieldHelp>}
      </Facts>
    </Row>
  );
}

function note(saved: string, chosen: ChosenLogo | null): string {
  if (chosen) return `${chosen.file.name}, not saved yet`;
  return saved === '' ? 'PNG, JPEG, WebP or GIF, 2 MB at most' : 'The saved logo';
}
