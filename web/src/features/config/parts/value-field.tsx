import { Suspense, useId } from 'react';
import { FieldError, FieldHelp, FieldLabel, FieldRoot } from '../../../ui/field-parts.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { TextAreaField } from '../../../ui/text-area-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { valueInput, valueOptions, type Draft } from '../state/draft.ts';
import { CodeFrame } from './code-frame.ts';
import { useEditor } from './editor-context.ts';
import { SecretField } from './secret-field.tsx';
import { lazyPart } from '../../../lib/lazy-part.ts';

// The code editor weighs more than the rest of the page: it is loaded when the first code block is opened.
const CodeEditor = lazyPart(() => import('./code-editor.tsx').then((module) => module.CodeEditor));

interface ValueFieldProps {
  draft: Draft;
  onDraft: (draft: Draft) => void;
  error: string | null;
  autoFocus: boolean;
}

/** The value of a setting, edited as its type and its key ask for. */
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
