import Autocomplete, { createFilterOptions } from '@mui/material/Autocomplete';
import type { KeyMeta } from '@mission-control/contract/config/schema';
import { styled } from '../../../../ui/theme/styled.ts';
import { Field } from '../../../../ui/field/field.tsx';
import { Input } from '../../../../ui/field/field-parts.ts';
import { color, monoText, radius, shadow } from '../../../../ui/theme/tokens.ts';
import { useEditor } from './editor-context.ts';

interface NameFieldProps {
  value: string;
  error: string | null;
  onChange: (key: string) => void;
}

const Option = styled('li')({
  '&.MuiAutocomplete-option': { display: 'block', padding: '6px 10px', borderRadius: radius.control, minHeight: 32 },
  '& b': { ...monoText, fontWeight: 500, color: color.text },
  '& small': { display: 'block', fontSize: 12, lineHeight: '16px', color: color.text3 },
});
const list = {
  paper: {
    sx: {
      mt: '4px',
      background: color.raised,
      border: `1px solid ${color.lineStrong}`,
      borderRadius: `${radius.card}px`,
      boxShadow: shadow.menu,
    },
  },
  listbox: { sx: { p: '4px', maxHeight: 280 } },
};
const filter = createFilterOptions<KeyMeta>({ limit: 50, stringify: (meta) => `${meta.key_name} ${meta.description}` });

/** Name of a new setting. Suggests unused known keys with their meaning; any other name is allowed. */
export function NameField({ value, error, onChange }: NameFieldProps) {
  const { editor } = useEditor();
  const taken = new Set(editor.local.map((item) => item.key));
  const free = [...editor.keys.values()].filter((meta) => !taken.has(meta.key_name));
  return (
    <Field label="Name" error={error} help={`${free.length} known settings are not in the config yet.`}>
      {(control) => (
        <Autocomplete<KeyMeta, false, true, true>
          freeSolo
          disableClearable
          id={control.id}
          options={free}
          filterOptions={filter}
          inputValue={value}
          onInputChange={(_, text) => onChange(text)}
          getOptionLabel={(option) => (typeof option === 'string' ? option : option.key_name)}
          slotProps={list}
          renderOption={({ key, ...props }, option) => (
            <Option key={key} {...props}>
              <b>{option.key_name}</b>
              {option.description ? <small>{option.description}</small> : null}
            </Option>
          )}
          renderInput={({ slotProps }) => (
            <div ref={slotProps.input.ref}>
              <Input
                {...slotProps.htmlInput}
                {...control}
                data-mono
                autoFocus
                spellCheck={false}
                placeholder="e.g. CENTRE_CACHE_TTL"
              />
            </div>
          )}
        />
      )}
    </Field>
  );
}
