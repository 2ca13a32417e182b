import { Suspense, useId } from 'react';
import { lazyPart } from '../../../../lib/lazy-part.ts';
import { FieldError, FieldHelp, FieldLabel, FieldRoot } from '../../../../ui/field/field-parts.ts';
import { SelectField } from '../../../../ui/field/select-field.tsx';
import { Skeleton } from '../../../../ui/layout/skeleton.tsx';
import { styled } from '../../../../ui/theme/styled.ts';
import { TextAreaField, TextField } from '../../../../ui/field/text-field.tsx';
import { color, radius } from '../../../../ui/theme/tokens.ts';
import { valueInput, valueOptions, type Draft } from '../../state/draft.ts';
import { useEditor } from './editor-context.ts';
import { SecretField } from './secret-field.tsx';

/** The sunk box around the code editor; it keeps its height while the editor is loaded. */
const CodeFrame = styled('div')({
  minHeight: 162,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.control,
  background: color.inset,
  overflow: 'hidden',
  '&:focus-within': { borderColor: color.accent, boxShadow: `0 0 0 1px ${color.accent}` },
});

// The code editor outweighs the rest of the page: it is loaded with the first code block.
const CodeEditor = lazyPart(() => import('./code-editor.tsx').then((module) => module.CodeEditor));

interface ValueFieldProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  error: string | null;
  autoFocus: boolean;
}

/** The value of a setting, with a control for its type and key. */
export function ValueField({ draft, onDraft, error, autoFocus }: ValueFieldProps) {
  const { editor } = useEditor();
  const { item } = draft;
  const kind = valueInput(item, editor.keys, editor.isSecret(item.key));
  const meta = editor.keys.get(item.key);
  const set = (value: string) => onDraft({ ...draft, item: { ...item, value, masked: false } });
  const common = { label: 'Value', error, autoFocus, value: item.value } as const;
  if (kind === 'secret' || kind === 'secret-lines') {
    return (
      <SecretField
        draft={draft}
        onDraft={onDraft}
        error={error}
        autoFocus={autoFocus}
        lines={kind === 'secret-lines'}
      />
    );
  }
  if (kind === 'options' && meta) {
    return (
      <SelectField
        {...common}
        placeholder="Choose a value"
        options={valueOptions(meta, item.value)}
        onChange={(event) => set(event.target.value)}
      />
    );
  }
  if (kind === 'code') return <CodeField value={item.value} onChange={set} error={error} />;
  if (kind === 'lines') {
    return <TextAreaField {...common} mono rows={8} spellCheck={false} onChange={(event) => set(event.target.value)} />;
  }
  return (
    <TextField {...common} mono spellCheck={false} autoComplete="off" onChange={(event) => set(event.target.value)} />
  );
}

interface CodeFieldProps {
  value: string;
  error: string | null;
  onChange: (value: string) => void;
}

function CodeField({ value, error, onChange }: CodeFieldProps) {
  const id = useId();
  return (
    <FieldRoot>
      <FieldLabel as="span" id={id}>
        Value (PHP, as it stands in the file)
      </FieldLabel>
      <CodeFrame>
        <Suspense fallback={<Skeleton height={160} />}>
          <CodeEditor initialValue={value} labelledBy={id} describedBy={`${id}-help`} onChange={onChange} />
        </Suspense>
      </CodeFrame>
      <FieldHelp id={`${id}-help`}>Tab indents. Esc, then Tab leaves the code.</FieldHelp>
      {error === null ? null : <FieldError role="alert">{error}</FieldError>}
    </FieldRoot>
  );
}
