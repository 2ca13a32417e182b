import Autocomplete from '@mui/material/Autocomplete';
import type { HTMLAttributes, Key, ReactNode } from 'react';
import { choicePaper } from './choice-paper.ts';
import { Input, listArrow } from './field-parts.ts';
import { Field, type FieldFrame } from './field.tsx';
import { MuiTheme } from './mui-theme.tsx';

interface ChoiceFieldProps<Option> extends FieldFrame {
  /** What is chosen from, in the plural: names the list for screen readers. */
  listLabel: string;
  options: readonly Option[];
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Its text in the field; no two options have the same key. */
  nameOf: (option: Option) => string;
  keyOf: (option: Option) => Key;
  /** The options for a text, the best first; all for ''. */
  matches: (text: string) => readonly Option[];
  /** Draws an option on the `li` of these attributes; without it, it is its name. */
  renderOption?: (option: Option, item: HTMLAttributes<HTMLLIElement>) => ReactNode;
  placeholder: string;
  noneText: string;
  loading?: boolean;
  loadingText?: string;
  mono?: boolean;
}

/** One choice out of many: type a part of its name. */
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
            // What is chosen stands in the field and is no search.
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
              // Inside the page's main part or the dialog, so that it is found there; fixed, so that the dialog does not cut it off.
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
