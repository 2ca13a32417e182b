import { IGNORE, IMPORTABLE_COLUMNS, REPEATABLE_COLUMN, type ImportableColumn } from './columns.ts';

/** Columns chosen more than once that must be unique, each listed once [IMP-14, IMP-15]. */
export function duplicateColumns(chosen: readonly string[]): string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const name of chosen) {
    if (name === '' || name === IGNORE || name === REPEATABLE_COLUMN) continue;
    if (seen.has(name)) twice.add(name);
    seen.add(name);
  }
  return [...twice];
}

/** Alternative column names found in exports, in lower case without spaces. */
const SYNONYMS: Readonly<Partial<Record<ImportableColumn, string>>> = {
  Title: 'salutation prefix honorific nametitle',
  Pronouns: 'pronoun preferredpronouns',
  'First Name': 'forename givenname firstnames forenames fname christianname first',
  'Last Name': 'surname familyname lname secondname last',
  Gender: 'sex genderidentity',
  'Date of Birth': 'dob birthdate birthday dateofbirthddmmyyyy born birth',
  Address: 'fulladdress postaladdress homeaddress',
  'Address 1': 'addressline1 addr1 add1 street streetaddress street1 line1 addressone addresslineone',
  'Address 2': 'addressline2 addr2 add2 street2 line2 addresstwo addresslinetwo',
  'Address 3': 'addressline3 addr3 add3 street3 line3 addressthree addresslinethree',
  'Address 4': 'addressline4 addr4 add4 street4 line4 addressfour addresslinefour',
  City: 'town towncity citytown posttown cityortown townorcity',
  County: 'state region countystate',
  Postcode: 'postalcode zip zipcode pcode postzip postcodezip',
  'Medical Details':
    'medical medicalinfo medicalinformation medicalnotes medicalconditions medicalcondition healthnotes health conditions',
  'Dietary Requirements': 'diet dietary dietaryneeds dietaryrequirement dietaryinfo allergiesdietary foodallergies',
  'Contact Info': 'contactinformation contactdetails contact contactnotes',
  'Home Telephone':
    'telephone phone tel telephonenumber phonenumber homephone hometel telno phoneno landline telephonehome phonehome hometelephonenumber homephonenumber contactnumber',
  'Work Telephone': 'workphone worktel telephonework phonework daytimetelephone daytimephone officephone worknumber',
  'Mobile Telephone':
    'mobile mobilephone mobilenumber mobiletel mobileno cell cellphone cellnumber telephonemobile phonemobile mobiletelephonenumber mobilephonenumber',
  'Emergency Telephone':
    'emergencyphone emergencytel emergencynumber emergencycontactnumber emergencycontacttelephone emergencycontactphone icephone',
  'Email Address':
    'email mail emails emailaddresses primaryemail secondaryemail homeemail workemail otheremail alternativeemail parentemail contactemail personalemail primaryemailaddress secondaryemailaddress',
  Notes: 'note comments comment remarks memo generalnotes additionalinformation additionalinfo',
  'Home Centre':
    'centre center homecenter site homesite location venue club homeclub centrename centername sitename facility homelocation',
};

/** Names that look like a misspelt column but mean something else. */
const OTHERS = new Set(['country', 'names', 'username', 'status', 'emergencycontact']);

/** Prefixes that only state whose value it is. */
const OWNERS =
  /^(?:member|customer|client|participant|person|pupil|swimmer|child|student|learner|attendee)(?:s)?\b(?=.)/;

interface Candidate {
  column: ImportableColumn;
  /** 0 for the name itself, 1 for a synonym, plus 1 for each typo. */
  score: number;
}

const KNOWN: ReadonlyMap<string, Candidate> = new Map(
  IMPORTABLE_COLUMNS.flatMap((column): [string, Candidate][] => [
    [compact(column), { column, score: 0 }],
    ...(SYNONYMS[column]?.split(' ') ?? []).map((name): [string, Candidate] => [name, { column, score: 1 }]),
  ]),
);

/**
 * Guesses the importable column of each spreadsheet column by its name; '' for no match. Each column is suggested
 * once, for the most similar name; only e-mail addresses may repeat.
 */
export function suggestMapping(header: readonly string[]): string[] {
  const suggested = header.map(() => '');
  const candidates = header.flatMap((name, place) => candidatesOf(name).map((found) => ({ ...found, place })));
  const taken = new Set<string>();
  for (const { column, place } of candidates.toSorted((a, b) => a.score - b.score || a.place - b.place)) {
    if (suggested[place] !== '' || taken.has(column)) continue;
    suggested[place] = column;
    if (column !== REPEATABLE_COLUMN) taken.add(column);
  }
  return suggested;
}

/** Longer headings are sentences and not worth matching. */
const MAX_NAME_LENGTH = 60;

function candidatesOf(header: string): Candidate[] {
  if (header.length > MAX_NAME_LENGTH) return [];
  const spaced = words(header);
  const names = [...new Set([spaced, spaced.replace(OWNERS, ''), spaced.replace(/ ?\d+$/, '')].map(squeeze))];
  const [whole = ''] = names;
  if (OTHERS.has(whole)) return [];
  for (const [index, name] of names.entries()) {
    const known = KNOWN.get(name);
    // A trailing number distinguishes several columns of a kind; only e-mail addresses may repeat.
    const fits = known && (index < 1 || known.column === REPEATABLE_COLUMN || !/\d$/.test(spaced));
    if (fits) return [known];
  }
  return misspelt(whole);
}

function misspelt(name: string): Candidate[] {
  const maxDistance = name.length < 5 ? 0 : name.length < 9 ? 1 : 2;
  if (maxDistance === 0) return [];
  const best = new Map<ImportableColumn, number>();
  for (const [known, { column, score }] of KNOWN) {
    // Numbers are not typos: Address 1 is not Address 2.
    if (known.length < 5 || known.replaceAll(/\D/g, '') !== name.replaceAll(/\D/g, '')) continue;
    const distance = editDistance(name, known, maxDistance);
    if (distance <= maxDistance) best.set(column, Math.min(best.get(column) ?? Infinity, score + distance + 1));
  }
  return [...best].map(([column, score]) => ({ column, score }));
}

/** Normalises to lower-case words and digits: `FirstName` and `first_name` become `first name`. */
function words(text: string): string {
  return text
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function squeeze(spaced: string): string {
  return spaced.replaceAll(' ', '');
}

function compact(text: string): string {
  return squeeze(words(text));
}

/** Damerau-Levenshtein distance; stops early above `max`. */
function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1;
  let [before, last] = [[] as number[], Array.from({ length: other.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i++) {
    const row = [i];
    for (let j = 1; j <= other.length; j++) {
      const changed = (last[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      const moved = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, changed);
      const swapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row.push(swapped ? Math.min(moved, (before[j - 2] ?? Infinity) + 1) : moved);
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? max + 1;
}
