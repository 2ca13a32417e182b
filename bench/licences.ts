// 100,000 modified copies of a valid licence: none may be accepted, and none may cause an exception (issue 7).
// Run: node bench/licences.ts [count] [seed]
import { readLicence, writeLicence } from '../server/src/features/licences/licence-file.ts';
import { mutationsOf } from '../server/src/features/licences/testing/mutations.ts';
import { createSigning } from '../server/src/ports/signing.ts';
import { report } from './measure/figures.ts';

const count = Number(process.argv[2] ?? 100_000);
const seed = Number(process.argv[3] ?? 20_261_121);

const signing = createSigning([Buffer.alloc(32, 2), Buffer.alloc(32, 1)].map((key) => key.toString('base64')));
const entries = {
  client: 'Brimham Active – Ö',
  expires: '2027-03-31',
  centres: 12,
  unlimited: true,
  product: 'coursepro',
};
const { file } = writeLicence(signing, entries);
let [accepted, exceptions] = [0, 0];
for (const changed of mutationsOf(file, count, seed)) {
  try {
    if ('licence' in readLicence(signing, changed)) accepted += 1;
  } catch {
    exceptions += 1;
  }
}
report(`${count} changed copies, ${accepted} accepted, ${exceptions} exceptions`, accepted + exceptions === 0);
report('the original is accepted', 'licence' in readLicence(signing, file));
