import { Autocomplete } from '@base-ui/react/autocomplete';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { useRef } from 'react';
import { ChoiceList, leaveToEscape } from '../../../../ui/field/choice-field.tsx';
import { Field } from '../../../../ui/field/field.tsx';
import { Input } from '../../../../ui/field/field-parts.ts';
import { styled } from '../../../../ui/theme/styled.ts';
import { color, monoText } from '../../../../ui/theme/tokens.ts';
import { useEditor } from './editor-context.ts';

interface NameFieldProps {
  value: string;
  error: string | null;
  onChange: (key: string) => void;
}

const Option = styled('span')({
  '& b': { ...monoText, fontWeight: 500, color: color.text },
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', color: color.text3 },
});

/** Name of a new setting. Suggests unused known keys with their meaning; any other name is allowed. */
export function NameField({ value, error, onChange }: NameFieldProps) {
  const { editor } = useEditor();
  const field = useRef<HTMLDivElement>(null);
  const { contains } = Autocomplete.useFilter({ sensitivity: 'base' });
  const taken = new Set(editor.local.map((item) => item.key));
  const free = [...editor.keys.values()].filter((meta) => !taken.has(meta.key_name));
  return (
    <Field label="Name" error={error} help={`${free.length} known settings are not in the config yet.`}>
      {(control) => (
        <Autocomplete.Root<KeyMeta>
          items={free}
          filter={(meta, text) => contains(`${meta.key_name} ${meta.description}`, text)}
          limit={50}
          itemToStringValue={({ key_name }) => key_name}
          value={value}
          onValueChange={(text, details) => {
            if (!leaveToEscape(details)) onChange(text);
          }}
        >
          <div ref={field}>
            <Autocomplete.Input
              {...control}
              autoFocus
              spellCheck={false}
              placeholder="e.g. CENTRE_CACHE_TTL"
              render={<Input data-mono />}
            />
          </div>
          <ChoiceList<KeyMeta> label="Known settings" field={field} keyOf={({ key_name }) => key_name}>
            {({ key_name, description }) => (
              <Option>
                <b>{key_name}</b>
                {description ? <small>{description}</small> : null}
              </Option>
            )}
          </ChoiceList>
        </Autocomplete.Root>
      )}
    </Field>
  );
}
