import { describe, expect, it } from 'vitest';
import { Fixture } from '../testing/fixtures.ts';

const enumeration = (base: string, ...values: string[]): string =>
  `<xs:restriction base="${base}">${values.map((value) => `<xs:enumeration value="${value}"/>`).join('')}</xs:restriction>`;
const simple = (content: string): string => `<xs:simpleType>${content}</xs:simpleType>`;
const DAYS = simple(`<xs:list>${simple(enumeration('xs:string', 'Mon', 'Tue', 'any day'))}</xs:list>`);

/** A method that takes an element `x` of a type, and the request with a value of it. */
async function taking(type: string, occurs = '') {
  const fixture = await Fixture.taking(`<xs:element name="x" ${occurs}>${type}</xs:element>`);
  const [field] = fixture.form('op');
  return {
    field,
    sent: (...values: string[]) =>
      fixture
        .request('op', new Map(values.map((value, at) => [field?.name.replace('[]', `[${at}]`) ?? '', value])))
        .match(/<x>.*<\/x>|<x\/>/)?.[0],
  };
}

describe('an enumerated type', () => {
  it('is a choice of its distinct values', async () => {
    const { field, sent } = await taking(simple(enumeration('xs:string', 'Mr', '', 'Mr')));
    expect(field).toMatchObject({ options: ['Mr', ''], several: false, required: true });
    expect([sent('Mr'), sent('')]).toEqual(['<x>Mr</x>', '<x/>']);
  });

  it('is a choice in each repetition', async () => {
    const { field, sent } = await taking(simple(enumeration('xs:string', 'a', 'b')), 'minOccurs="0" maxOccurs="3"');
    expect(field).toMatchObject({ options: ['a', 'b'], several: false, repeats: { min: 0, max: 3 }, required: false });
    expect(sent('b', 'a', 'b')).toBe('<x>b</x><x>a</x><x>b</x>');
  });

  it('is a choice of several in a list, without values that a list cannot contain', async () => {
    const { field, sent } = await taking(DAYS);
    expect(field).toMatchObject({ options: ['Mon', 'Tue'], several: true, description: '' });
    expect([sent('Tue Mon'), sent('')]).toEqual(['<x>Tue Mon</x>', '<x/>']);
    expect(() => sent('Mon any day')).toThrow();
  });

  it('states how many values of a list are allowed', async () => {
    const { field, sent } = await taking(simple(`<xs:restriction>${DAYS}<xs:length value="1"/></xs:restriction>`));
    expect(field).toMatchObject({ options: ['Mon', 'Tue'], several: true, description: '1 items.' });
    expect(() => sent('')).toThrow();
  });

  it('is a choice of whole lists if a list is restricted to these', async () => {
    const lists = `<xs:restriction>${simple('<xs:list itemType="xs:int"/>')}<xs:enumeration value="1 2"/></xs:restriction>`;
    const { field, sent } = await taking(simple(lists));
    expect(field).toMatchObject({ options: ['1 2'], several: false });
    expect(sent('1 2')).toBe('<x>1 2</x>');
  });

  it('is text in a union with a list', async () => {
    const { field, sent } = await taking(
      simple(`<xs:union>${DAYS}${simple(enumeration('xs:string', 'never'))}</xs:union>`),
    );
    expect(field).toMatchObject({ options: null, several: false });
    expect(sent('Mon Tue')).toBe('<x>Mon Tue</x>');
  });

  it('is text in the attributes beyond the size of a form', async () => {
    const options = Array.from({ length: 1_000 }, (_, at) => `v${at}`);
    const attributes = Array.from(
      { length: 21 },
      (_, at) => `<xs:attribute name="a${at}">${simple(enumeration('xs:string', ...options))}</xs:attribute>`,
    );
    const type = `<xs:complexType>${attributes.join('')}</xs:complexType>`;
    const form = (await Fixture.taking(`<xs:element name="x">${type}</xs:element>`)).form('op');
    expect(form.map((field) => field.options?.length)).toEqual([...Array<number>(20).fill(1_000), undefined]);
  });

  it.each([
    ['many', Array.from({ length: 1_001 }, (_, at) => `v${at}`)],
    ['long', ['short', 'x'.repeat(501)]],
  ])('is text for values too %s to offer', async (_, values) => {
    const { field, sent } = await taking(simple(enumeration('xs:string', ...values)));
    expect(field?.options).toBeNull();
    const last = values.at(-1) ?? '';
    expect(sent(last)).toBe(`<x>${last}</x>`);
  });
});
