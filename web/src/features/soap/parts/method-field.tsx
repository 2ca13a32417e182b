import { foldName } from '@mission-control/contract/search/rules';
import type { SoapMethod } from '@mission-control/contract/soap/schema';
import Autocomplete from '@mui/material/Autocomplete';
import { choicePaper } from '../../../ui/choice-paper.ts';
import { Input, listArrow } from '../../../ui/field-parts.ts';
import { Field } from '../../../ui/field.tsx';
import { styled } from '../../../ui/styled.ts';
import { color, font } from '../../../ui/tokens.ts';

interface MethodFieldProps {
  methods: readonly SoapMethod[] | undefined;
  /** '' for none. */
  value: string;
  onChange: (method: string) => void;
}

const Choice = styled('li')({
  '&&': { display: 'block' },
  '& > b': { display: 'block', fontFamily: font.mono, fontSize: 12.5, fontWeight: 500 },
  '& > small': { display: 'block', fontFamily: font.sans, fontSize: 12, lineHeight: '16px', color: color.text3 },
});

/** A method out of many: type a part of its name or of what it is for [SOAP-01]. */
export function MethodField({ methods = [], value, onChange }: MethodFieldProps) {
  const chosen = methods.find(({ name }) => name === value) ?? null;
  const matches = (input: string): SoapMethod[] => {
    const wanted = foldName(input === value ? '' : input.trim());
    const found = methods.filter(({ name, description }) => foldName(`${name} ${description}`).includes(wanted));
    const named = found.filter(({ name }) => foldName(name).includes(wanted));
    return [...named, ...found.filter((method) => !named.includes(method))];
  };
  return (
    <Field label="Method" help={chosen?.description}>
      {(control) => (
        <Autocomplete<SoapMethod>
          id={control.id}
          options={methods as SoapMethod[]}
          value={chosen}
          onChange={(_event, method) => onChange(method?.name ?? '')}
          filterOptions={(_all, { inputValue }) => matches(inputValue)}
          getOptionLabel={({ name }) => name}
          getOptionKey={({ name }) => name}
          isOptionEqualToValue={(a, b) => a.name === b.name}
          renderOption={({ key, ...item }, { name, description }) => (
            <Choice {...item} key={key}>
              <b>{name}</b>
              {description === '' ? null : <small>{description}</small>}
            </Choice>
          )}
          autoHighlight
          selectOnFocus
          handleHomeEndKeys
          noOptionsText="No method has this in its name."
          slotProps={{ paper: { sx: choicePaper }, listbox: { 'aria-label': 'Methods', 'aria-labelledby': undefined } }}
          renderInput={({ slotProps }) => (
            <div ref={slotProps.input.ref}>
              <Input
                {...slotProps.htmlInput}
                {...control}
                style={listArrow}
                data-mono
                placeholder={`Choose one of ${methods.length} methods`}
                spellCheck={false}
              />
            </div>
          )}
        />
      )}
    </Field>
  );
}
