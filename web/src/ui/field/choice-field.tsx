import Autocomplete from '@mui/material/Autocomplete';
import type { HTMLAttributes, Key, ReactNode } from 'react';
import { Input, listArrow } from './field-parts.ts';
import { Field, type FieldFrame } from './field.tsx';
import { MuiTheme } from '../theme/mui-theme.tsx';
import { color, radius, shadow } from '../theme/tokens.ts';

/** Styles of the suggestion list of a field. */
export const choicePaper = {
  marginTop: '4px',
  background: color.raised,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: `${radius.card}px`,
  boxShadow: shadow.menu,
  color: color.text3,
  fontSize: 13,
  '& .MuiAutocomplete-listbox': { padding: '4px', maxHeight: 280 },
  '& .MuiAutocomplete-option': {
    minHeight: 32,
    padding: '4px 10px',
    borderRadius: `${radius.control}px`,
    fontSize: 13,
    color: color.text,
    overflowWrap: 'anywhere',
    '&[aria-selected="true"], &[aria-selected="true"].Mui-focused': { background: color.accentTint },
    '&.Mui-focused': { background: color.press },
  },
} as const;

interface ChoiceFieldProps<Option> extends FieldFrame {
  /** Plural name of the options, for screen readers. */
  listLabel: string;
  options: readonly Option[];
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Text in the field; also the unique key. */
  nameOf: (option: Option) => string;
  keyOf: (option: Option) => Key;
  /** Options matching a text, best first; all for ''. */
  matches: (text: string) => readonly Option[];
  /** Renders an option on an `li` with these attributes; defaults to its name. */
  renderOption?: (option: Option, item: HTMLAttributes<HTMLLIElement>) => ReactNode;
  placeholder: string;
  noneText: string;
  loading?: boolean;
  loadingText?: string;
  mono?: boolean;
}

/** Selects one of many options by typing part of its name. */
export function ChoiceField<Option>(props: ChoiceFieldProps<Option>) {
  const { options, value, nameOf, keyOf, matches, renderOption } = props;
  return (
    <MuiTheme>
      <Field label={props.label} hideLabel={props.hideLabel ?? false} help={props.help} error={props.error}>
        {(control) => (
          <Autocomplete<Option>
            id={control.id}
            options={options as Option[]}
            value={value}
            onChange={(_event, option) => props.onChange(option)}
            // The selected value in the field is not a search.
            filterOptions={(_all, { inputValue }) => [
              ...matches(value !== null && inputValue === nameOf(value) ? '' : inputValue),
            ]}
            getOptionLabel={nameOf}
            getOptionKey={(option) => String(keyOf(option))}
            isOptionEqualToValue={(a, b) => keyOf(a) === keyOf(b)}
            {...(renderOption
              ? { renderOption: ({ key: _key, ...item }, option) => renderOption(option, item) }
              : null)}
            autoHighlight
            selectOnFocus
            handleHomeEndKeys
            loading={props.loading ?? false}
            loadingText={props.loadingText}
            noOptionsText={props.noneText}
            slotProps={{
              paper: { sx: choicePaper },
              // Rendered inside the main part or the dialog for screen readers; fixed, so that the dialog does not clip it.
              popper: { disablePortal: true, popperOptions: { strategy: 'fixed' } },
              listbox: { 'aria-label': props.listLabel, 'aria-labelledby': undefined },
            }}
            renderInput={({ slotProps }) => (
              <div ref={slotProps.input.ref}>
                <Input
                  {...slotProps.htmlInput}
                  {...control}
                  style={listArrow}
                  {...(props.mono ? { 'data-mono': true } : null)}
                  placeholder={props.placeholder}
                  spellCheck={false}
                />
              </div>
            )}
          />
        )}
      </Field>
    </MuiTheme>
  );
}
