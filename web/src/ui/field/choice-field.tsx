import { Combobox } from '@base-ui/react/combobox';
import { useRef, useState, type FocusEvent, type Key, type MouseEvent, type ReactNode, type RefObject } from 'react';
import { Input, listArrow } from './field-parts.ts';
import { Field, type FieldFrame } from './field.tsx';
import { styled } from '../theme/styled.ts';
import { color, radius, shadow } from '../theme/tokens.ts';

// Fixed, so that a dialog does not clip it.
const Place = styled(Combobox.Positioner)({ zIndex: 1400 });
const Popup = styled(Combobox.Popup)({
  width: 'var(--anchor-width)',
  background: color.raised,
  border: `1px solid ${color.lineStrong}`,
  borderRadius: radius.card,
  boxShadow: shadow.menu,
  fontSize: 13,
});
const List = styled(Combobox.List)({ maxHeight: 280, overflowY: 'auto', padding: 4, '&[data-empty]': { padding: 0 } });
const None = styled('div')({ padding: '14px 16px', color: color.text3 });
const Item = styled(Combobox.Item)({
  minHeight: 32,
  padding: '6px 10px',
  borderRadius: radius.control,
  color: color.text,
  overflowWrap: 'anywhere',
  cursor: 'pointer',
  '&[data-highlighted]': { background: color.press },
  '&[aria-selected="true"]': { background: color.accentTint },
});

interface ChoiceListProps<Option> {
  /** Plural name of the options, for screen readers. */
  label: string;
  /** The field; it contains the list, so that screen readers find it inside the main landmark or the dialog. */
  field: RefObject<HTMLElement | null>;
  keyOf: (option: Option) => Key;
  /** Shown instead of options. */
  none?: ReactNode;
  children: (option: Option) => ReactNode;
}

/** The suggestions below a combobox. */
export function ChoiceList<Option>({ label, field, keyOf, none, children }: ChoiceListProps<Option>) {
  return (
    <Combobox.Portal container={field}>
      <Place positionMethod="fixed" align="start" sideOffset={4}>
        <Popup>
          <Combobox.Empty>{none === undefined ? null : <None>{none}</None>}</Combobox.Empty>
          <List aria-label={label}>
            {(option: Option) => (
              <Item key={keyOf(option)} value={option}>
                {children(option)}
              </Item>
            )}
          </List>
        </Popup>
      </Place>
    </Combobox.Portal>
  );
}

/** Lets Esc close the list or the enclosing dialog instead of clearing the field. Returns whether Esc was pressed. */
export function leaveToEscape(details: Combobox.Root.ChangeEventDetails): boolean {
  if (details.reason !== 'escape-key') return false;
  details.cancel();
  details.allowPropagation();
  return true;
}

interface ChoiceFieldProps<Option> extends FieldFrame {
  /** Plural name of the options, for screen readers. */
  listLabel: string;
  options: readonly Option[];
  value: Option | null;
  onChange: (option: Option | null) => void;
  /** Text in the field. */
  nameOf: (option: Option) => string;
  keyOf: (option: Option) => Key;
  /** Options matching a text, best first; all for ''. */
  matches: (text: string) => readonly Option[];
  /** Renders an option; defaults to its name. */
  renderOption?: (option: Option) => ReactNode;
  placeholder?: string;
  noneText: string;
  loading?: boolean;
  loadingText?: string;
  mono?: boolean;
}

/** Selects one of many options by typing part of its name. */
export function ChoiceField<Option>(props: ChoiceFieldProps<Option>) {
  const { options, value, nameOf, keyOf, matches, renderOption = nameOf } = props;
  const field = useRef<HTMLDivElement>(null);
  // Text typed since the list opened; the name of the selected option is not a search.
  const [typed, setTyped] = useState('');
  return (
    <Field label={props.label} hideLabel={props.hideLabel} help={props.help} error={props.error}>
      {(control) => (
        <Combobox.Root<Option>
          items={options}
          filteredItems={[...matches(typed)]}
          value={value}
          onValueChange={(option, details) => {
            if (!leaveToEscape(details)) props.onChange(option);
          }}
          onInputValueChange={(text, details) => {
            if (!leaveToEscape(details)) setTyped(details.reason === 'input-change' ? text : '');
          }}
          onOpenChange={(open) => {
            if (!open) setTyped('');
          }}
          itemToStringLabel={nameOf}
          itemToStringValue={(option) => String(keyOf(option))}
          isItemEqualToValue={(a, b) => keyOf(a) === keyOf(b)}
          autoHighlight
        >
          <div ref={field}>
            <Combobox.Input
              {...control}
              {...selectOnFocus}
              placeholder={props.placeholder}
              spellCheck={false}
              render={<Input style={listArrow} data-mono={props.mono || undefined} />}
            />
          </div>
          <ChoiceList
            label={props.listLabel}
            field={field}
            keyOf={keyOf}
            none={props.loading ? props.loadingText : props.noneText}
          >
            {renderOption}
          </ChoiceList>
        </Combobox.Root>
      )}
    </Field>
  );
}

/** Entering the field selects its text, so that typing replaces it; the click that enters it keeps the selection. */
const selectOnFocus = {
  onFocus: ({ currentTarget }: FocusEvent<HTMLInputElement>) => currentTarget.select(),
  onMouseDown: (event: MouseEvent<HTMLInputElement>) => {
    if (document.activeElement === event.currentTarget) return;
    event.preventDefault();
    event.currentTarget.focus();
  },
};
