import { foldName } from '@mission-control/contract/search/rules';
import type { SoapMethod } from '@mission-control/contract/soap/schema';
import { ChoiceField } from '../../../ui/choice-field.tsx';
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
  const matches = (text: string): SoapMethod[] => {
    const wanted = foldName(text.trim());
    const found = methods.filter(({ name, description }) => foldName(`${name} ${description}`).includes(wanted));
    const named = found.filter(({ name }) => foldName(name).includes(wanted));
    return [...named, ...found.filter((method) => !named.includes(method))];
  };
  return (
    <ChoiceField<SoapMethod>
      label="Method"
      help={chosen?.description}
      listLabel="Methods"
      options={methods}
      value={chosen}
      onChange={(method) => onChange(method?.name ?? '')}
      nameOf={({ name }) => name}
      keyOf={({ name }) => name}
      matches={matches}
      renderOption={({ name, description }, item) => (
        <Choice {...item} key={name}>
          <b>{name}</b>
          {description === '' ? null : <small>{description}</small>}
        </Choice>
      )}
      placeholder={`Choose one of ${methods.length} methods`}
      noneText="No method has this in its name."
      mono
    />
  );
}
