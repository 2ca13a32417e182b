import { useRef } from 'react';
import { ActionButton, type ActionButtonProps } from '../action/action-button.tsx';
import { styled } from '../theme/styled.ts';
import { visuallyHidden } from '../theme/tokens.ts';

interface FileButtonProps extends Omit<ActionButtonProps, 'onClick'> {
  /** Names the file input for screen readers. */
  inputLabel: string;
  /** File types, as in the `accept` attribute. */
  accept?: string | undefined;
  onFile: (file: File) => void;
}

const Input = styled('input')(visuallyHidden);

/** A button that opens the browser's file chooser. */
export function FileButton({ inputLabel, accept, onFile, ...button }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <ActionButton {...button} onClick={() => input.current?.click()} />
      <Input
        ref={input}
        type="file"
        disabled={Boolean(button.disabledReason)}
        accept={accept}
        aria-label={inputLabel}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Allows choosing the same file again.
          event.target.value = '';
          if (file) onFile(file);
        }}
      />
    </>
  );
}
