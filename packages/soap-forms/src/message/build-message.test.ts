import { beforeAll, describe, expect, it } from 'vitest';
import type { FormError } from '../fields.ts';
import { Fixture } from '../testing/fixtures.ts';

const FOLDERS = [
  '01-wrapped',
  '02-bare',
  '04-asmx',
  '08-rpc-encoded',
  '10-soap12',
  '12-choices',
  '13-inheritance',
] as const;
type Folder = (typeof FOLDERS)[number];
const fixtures = new Map<string, Fixture>();
beforeAll(async () => {
  for (const folder of FOLDERS) fixtures.set(folder, await Fixture.open(folder));
});

/** The request built from these values. */
function requestOf(folder: Folder, method: string, values: Record<string, string>): string {
  const fixture = fixtures.get(folder);
  if (!fixture) throw new Error(`${folder} is not open.`);
  return fixture.request(method, new Map(Object.entries(values)));
}

/** The content of the body built from these values; names are relative to `body/METHOD/`. */
function bodyOf(folder: Folder, method: string, values: Record<string, string>): string {
  const named = Object.entries(values).map(([name, value]) => [`body/${method}/${name}`, value] as const);
  const body = /<soap:Body>(.*)<\/soap:Body>/.exec(requestOf(folder, method, Object.fromEntries(named)))?.[1] ?? '';
  return body.replaceAll(/<(\/?)ns\d+:/g, '<$1');
}

function faultsOf(folder: Folder, method: string, values: Record<string, string>): object {
  try {
    bodyOf(folder, method, values);
    return {};
  } catch (error) {
    return (error as FormError).fields;
  }
}

describe('a message', () => {
  const paid = { '*~4[0]/from': '2026-01-01', '*~4[0]/to': '2026-01-02', '*/voucher': 'v' };

  it('omits empty optional elements, and writes empty required ones if the type allows it', () => {
    const given = { courseId: ' 7 ', 'member/name': '', 'member/born': '2017-02-03', notes: '', 'member/phone[0]': '' };
    expect(bodyOf('01-wrapped', 'BookPlace', given)).toBe(
      '<BookPlace><courseId>7</courseId><member><name/><born>2017-02-03</born></member></BookPlace>',
    );
    expect(faultsOf('01-wrapped', 'BookPlace', { courseId: '', 'member/born': '2017-02-30' })).toEqual({
      'body/BookPlace/courseId': 'is required',
      'body/BookPlace/member/name': 'is required',
      'body/BookPlace/member/born': 'is not a valid date',
    });
  });

  it('writes repetitions ordered by index, ignoring gaps, up to the maximum', () => {
    const phones = (...numbers: number[]) => Object.fromEntries(numbers.map((at) => [`member/phone[${at}]`, `p${at}`]));
    const given = { courseId: '1', 'member/name': 'A', 'member/born': '2017-02-03' };
    expect(bodyOf('01-wrapped', 'BookPlace', { ...given, ...phones(10, 2) })).toContain(
      '<phone>p2</phone><phone>p10</phone>',
    );
    expect(faultsOf('01-wrapped', 'BookPlace', { ...given, ...phones(0, 1, 2, 3) })).toEqual({
      'body/BookPlace/member/phone[3]': 'can occur at most 3 times',
    });
  });

  it('requires a complete optional group once any of its values is given', () => {
    expect(bodyOf('12-choices', 'Pay', paid)).toBe(
      '<Pay><voucher>v</voucher><from>2026-01-01</from><to>2026-01-02</to></Pay>',
    );
    expect(faultsOf('12-choices', 'Pay', { ...paid, '*~2/giftFrom': 'me' })).toEqual({
      'body/Pay/*~2/giftText': 'is required',
    });
  });

  it('accepts an unticked checkbox as a value when nothing else is given', () => {
    const gym = { '*/place~Gym/id': '1', '*/place~Gym/*/closed': 'false' };
    expect(bodyOf('13-inheritance', 'AddPlace', gym)).toContain('<closed>false</closed>');
    expect(bodyOf('13-inheritance', 'AddPlace', { ...gym, '*/place~Gym/*/machines': '3' })).toContain(
      '<machines>3</machines>',
    );
  });

  it('writes one alternative of a choice', () => {
    expect(bodyOf('12-choices', 'Find', { '*/email': 'a@b' })).toBe('<Find><email>a@b</email></Find>');
    expect(bodyOf('12-choices', 'Find', { '*/everybody': 'true' })).toBe('<Find><everybody/></Find>');
    expect(bodyOf('12-choices', 'Find', { '*/id': '1', '*/everybody': 'false' })).toBe('<Find><id>1</id></Find>');
    expect(faultsOf('12-choices', 'Find', { '*/id': '1', '*/everybody': 'true' })).toEqual({
      'body/Find/*': 'Fill in only one of: Id or Email or Everybody.',
    });
    expect(bodyOf('12-choices', 'Search', {})).toBe('<Search/>');
    expect(bodyOf('12-choices', 'Search', { '*/name[0]': 'a', '*/name[1]': 'b' })).toContain(
      '<name>a</name><name>b</name>',
    );
  });

  it('writes nil only where allowed', () => {
    const batch = '6f9619ff-8b86-d011-b42d-00c04fc964ff';
    expect(bodyOf('04-asmx', 'SaveMembers', { batch })).toBe(
      `<SaveMembers><batch>${batch}</batch><expires xsi:nil="true"/></SaveMembers>`,
    );
    expect(bodyOf('04-asmx', 'SaveMembers', { batch, expires: '2026-11-21' })).toContain(
      '<expires>2026-11-21T00:00:00</expires>',
    );
  });

  it('fills in defaults and fixed values', () => {
    expect(bodyOf('10-soap12', 'GetWater', { pool: '12' })).toBe(
      '<GetWater><pool>12</pool><unit>celsius</unit><api>v2</api></GetWater>',
    );
    expect(faultsOf('10-soap12', 'GetWater', { pool: '9', unit: 'kelvin', api: 'v3' })).toEqual({
      'body/GetWater/pool': 'must be at least 10',
      'body/GetWater/unit': 'must be one of the listed values',
    });
  });

  it('names the concrete type of an abstract one', () => {
    const given = { 'place/Gym/id': '1' };
    expect(Object.keys(faultsOf('13-inheritance', 'AddPlace', given))).toEqual(
      expect.arrayContaining(['body/AddPlace/place/Gym/id']),
    );
    const body = bodyOf('13-inheritance', 'AddPlace', { '*/place~Gym/id': '1', '*/place~Gym/*/machines': '4' });
    expect(body).toMatch(
      /^<AddPlace><place xsi:type="ns\d:Gym"><id>1<\/id><machines>4<\/machines><\/place><\/AddPlace>$/,
    );
  });

  it('counts the items of an encoded array', () => {
    const body = requestOf('08-rpc-encoded', 'store', {
      'body/items/item[0]/id': '1',
      'body/items/item[0]/label': 'a',
      'body/first/id': '2',
      'body/first/label': 'b',
      'body/note': 'n',
    });
    expect(body).toMatch(
      /<items xsi:type="enc:Array" enc:arrayType="ns\d:Item\[1\]"><item xsi:type="ns\d:Item"><id xsi:type="xsd:int">1</,
    );
    expect(body).toMatch(/<words xsi:type="enc:Array" enc:arrayType="xsd:string\[0\]"\/>/);
  });

  it.each([
    [
      'of an element',
      '<xs:element name="x" type="xs:string" nillable="true" minOccurs="999999" maxOccurs="unbounded"/>',
    ],
    ['of a choice', '<xs:choice minOccurs="601"><xs:element name="x" type="xs:string" minOccurs="0"/></xs:choice>'],
    [
      'of nested parts',
      '<xs:sequence minOccurs="30" maxOccurs="30"><xs:element name="x" type="xs:string" minOccurs="30" maxOccurs="30"/></xs:sequence>',
    ],
    ['of a wildcard', '<xs:any minOccurs="601" maxOccurs="unbounded"/>'],
  ])('is limited in size: a minimum %s multiplies its fields', async (_of, particles) => {
    const fixture = await Fixture.taking(particles);
    expect(() => fixture.request('op', new Map())).toThrow('op has more than 600 required fields.');
  });

  it('has secrets as typed and as sent', async () => {
    const fixture = await Fixture.taking('<xs:element name="apiKey" type="xs:token"/>');
    const secretsOf = (typed: string) => fixture.message('op', new Map([['body/Req/apiKey', typed]])).secrets;
    expect(secretsOf(' k3y  secret ')).toEqual([' k3y  secret ', 'k3y secret']);
    expect(secretsOf(' ')).toEqual([' ']);
  });

  it('keeps the namespaces that typed XML declares', async () => {
    const fixture = await Fixture.taking('<xs:any/>');
    const sent = (typed: string) => fixture.request('op', new Map([['body/Req/any', typed]]));
    expect(
      sent('<v xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:q="urn:q" xsi:type="q:Thing">1</v>'),
    ).toContain('<v xmlns:q="urn:q" xsi:type="q:Thing">1</v>');
  });

  it('has a form that states lengths in items, bytes or characters', async () => {
    const form = (await Fixture.open('14-simple-types')).form('Save');
    const described = (name: string) => form.find((field) => field.name === `body/Save/${name}`)?.description;
    expect(described('twoSizes')).toBe('Several, separated by spaces, at most 2 items.');
    expect(described('hex')).toBe('2 bytes.');
    expect(described('code')).toBe('At least 2 characters, at most 4 characters.');
  });

  it('is written from values in many nested repetitions', async () => {
    const levels = 30;
    const fixture = await Fixture.taking(
      `${'<xs:element name="a" maxOccurs="2"><xs:complexType><xs:sequence>'.repeat(levels)}<xs:element name="x" type="xs:string"/>${'</xs:sequence></xs:complexType></xs:element>'.repeat(levels)}`,
    );
    const value = [`body/Req${'/a[0]'.repeat(levels)}/x`, 'deep'] as const;
    expect(fixture.request('op', new Map([value]))).toContain('<a><x>deep</x></a>');
  });

  it('reports unknown fields, whatever their names', async () => {
    const fixture = await Fixture.taking('<xs:element name="x" type="xs:string" minOccurs="0"/>');
    const names = ['constructor', '__proto__', 'body/Req/y'];
    try {
      fixture.request('op', new Map(names.map((name) => [name, '1'])));
      expect.unreachable();
    } catch (error) {
      expect(Object.keys((error as FormError).fields)).toEqual(names);
    }
  });

  it('reports fields of another method', () => {
    expect(faultsOf('02-bare', 'cancel', { x: '1' })).toEqual({
      'body/orderNumber': 'is required',
      'body/cancel/x': 'is not a field of this method, or conflicts with other fields',
    });
  });
});
