import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js';
import { useState, type CSSProperties } from 'react';
import { ActionButton } from '../../../../ui/action/action-button.tsx';
import { TextAreaField, TextField } from '../../../../ui/field/text-field.tsx';
import type { Draft } from '../../state/draft.ts';
import { useEditor } from './editor-context.ts';
import { Stack, Row } from './layout.ts';
import { RevealSecret } from './reveal-secret.tsx';

interface SecretButtonsProps {
  visible: boolean;
  onVisible: (visible: boolean) => void;
  /** The setting whose saved value can be revealed; null once there is a value here. */
  masked: string | null;
  onRevealed: (value: string) => void;
  /** Discards the typed value; null when it replaces nothing saved. */
  onKeep: (() => void) | null;
}

/** Actions on a hidden value: reveal the saved one, show the typed one, keep the saved one. */
function SecretButtons({ visible, onVisible, masked, onRevealed, onKeep }: SecretButtonsProps) {
  return (
    <Row gap={8}>
      {masked !== null ? (
        <RevealSecret name={masked} onRevealed={onRevealed} />
      ) : (
        <ActionButton
          size="small"
          icon={visible ? mdiEyeOffOutline : mdiEyeOutline}
          onClick={() => onVisible(!visible)}
        >
          {visible ? 'Hide' : 'Show'}
        </ActionButton>
      )}
      {onKeep ? (
        <ActionButton size="small" variant="ghost" onClick={onKeep}>
          Keep the saved value
        </ActionButton>
      ) : null}
    </Row>
  );
}

interface SecretFieldProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  error: string | null;
  autoFocus: boolean;
  /** For multi-line keys and certificates. */
  lines: boolean;
}

/** A secret's value: hidden while typed; the saved one is kept until something is typed, and revealed only by an audited click. */
export function SecretField({ draft, onDraft, error, autoFocus, lines }: SecretFieldProps) {
  const { editor } = useEditor();
  const [visible, setVisible] = useState(false);
  const { item, revealed } = draft;
  const wasSaved = editor.saved.get(item.key)?.masked ?? false;
  const shared = {
    label: 'Value',
    error,
    autoFocus,
    value: item.value,
    mono: true,
    spellCheck: false,
    autoComplete: 'new-password',
    placeholder: item.masked ? 'Unchanged. Type to replace it.' : '',
    help: helpText({ replaces: wasSaved && !item.masked, revealed: revealed !== null }),
    onChange: (event: { target: { value: string } }) =>
      onDraft({ ...draft, item: { ...item, value: event.target.value, masked: false } }),
  };
  const keep = () => onDraft({ item: { ...item, value: '', masked: true }, revealed: null });
  const hide: CSSProperties & { WebkitTextSecurity?: string } = visible ? {} : { WebkitTextSecurity: 'disc' };
  return (
    <Stack gap={6}>
      {lines ? (
        <TextAreaField {...shared} rows={6} style={hide} />
      ) : (
        <TextField {...shared} type={visible ? 'text' : 'password'} />
      )}
      <SecretButtons
        visible={visible}
        onVisible={setVisible}
        masked={item.masked ? item.key : null}
        onRevealed={(value) => {
          onDraft({ item: { ...item, value, masked: false }, revealed: value });
          setVisible(true);
        }}
        onKeep={wasSaved && !item.masked ? keep : null}
      />
    </Stack>
  );
}

function helpText({ replaces, revealed }: { replaces: boolean; revealed: boolean }): string {
  if (!replaces) return 'A secret: stored encrypted, masked in lists, diffs and downloads.';
  return revealed ? 'The saved value. Change it to replace it.' : 'Replaces the saved value when you save.';
}
