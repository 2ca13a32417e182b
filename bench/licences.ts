import { readLicence, writeLicence } from '../server/src/features/licences/licence-file.ts';
import { mutationsOf } from '../server/src/features/licences/testing/mutations.ts';
import { createSigning } from '../server/src/ports/signing.ts';

// 100,000 modified copies of a valid licence: none may be accepted or throw (issue 7).
// node bench/licences.ts [count] [seed]
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
const found = { accepted: 0, exceptions: 0 };
const began = performance.now();
for (const changed of mutationsOf(file, count, seed)) {
  try {
    if ('licence' in readLicence(signing, changed)) found.accepted += 1;
  } catch {
    found.exceptions += 1;
  }
}
const original = 'licence' in readLicence(signing, file);
process.stdout.write(
  `${JSON.stringify({ mutations: count, seed, ...found, originalAccepted: original, ms: Math.round(performance.now() - began) })}\n`,
);
if (found.accepted + found.exceptions > 0 || !original) process.exitCode = 1;
