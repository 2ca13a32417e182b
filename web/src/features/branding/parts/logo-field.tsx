import { mdiImageOutline, mdiTrashCanOutline, mdiUndo, mdiUpload } from '@mdi/js';
import { saveBranding } from '@mission-control/contract/branding/calls';
import { useRef, useState } from 'react';
import { useRoleRefusal } from '../../../lib/role-refusal.ts';
import { ActionButton } from '../../../ui/action/action-button.tsx';
import { FileButton } from '../../../ui/field/file-button.tsx';
import { FieldError, FieldHelp } from '../../../ui/field/field-parts.ts';
import { Icon } from '../../../ui/display/icon.tsx';
import { visibleText } from '../../../ui/display/visible-text.ts';
import { styled } from '../../../ui/theme/styled.ts';
import { color, radius } from '../../../ui/theme/tokens.ts';
import { logoFault, readLogo } from '../logo.ts';
import type { ChosenLogo } from '../state/fields.ts';
import type { EditedBranding } from '../use-branding-editor.ts';

interface LogoFieldProps {
  path: 'logo_url' | 'email.header.logoUrl';
  edited: EditedBranding;
}

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 12 });
/** Logos are made for light pages. */
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

/** Shows, replaces and removes the logo [BRD-02, BRD-20]. */
export function LogoField({ path, edited }: LogoFieldProps) {
  const saved = edited.text(path);
  const chosen = edited.logo;
  const refusal = useRoleRefusal(saveBranding, 'change a branding');
  const [fault, setFault] = useState<string | null>(null);
  const shown = chosen?.data ?? saved;
  const latest = useRef<File>(null);
  const choose = async (one: File) => {
    latest.current = one;
    const refused = logoFault(one);
    setFault(refused);
    if (refused !== null) return;
    try {
      const logo = await readLogo(one);
      if (latest.current === one) edited.chooseLogo(logo);
    } catch (cause) {
      setFault(cause instanceof Error ? cause.message : 'The file could not be read.');
    }
  };
  const message = fault ?? edited.faults.get(path);
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
                edited.removeLogo();
              }}
            >
              {chosen ? 'Undo' : 'Remove'}
            </ActionButton>
          )}
        </div>
        {message ? <FieldError role="alert">{message}</FieldError> : <FieldHelp>{note(saved, chosen)}</FieldHelp>}
      </Facts>
    </Row>
  );
}

function note(saved: string, chosen: ChosenLogo | null): string {
  if (chosen) return `${visibleText(chosen.file.name)}, not saved yet`;
  return saved === '' ? 'PNG, JPEG, WebP or GIF, at most 2 MB' : 'The saved logo';
}
