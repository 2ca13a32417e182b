import { attributeOf, childrenOf, readXmlInChunks, type XmlElement } from '../xml/read-xml.ts';
import { ENCODING, VERSIONS, WSDL, WSDL_2, XML, XSD } from './namespaces.ts';
import { createSchemaSet, type SchemaSet } from './schema-set.ts';

/** Reads the text of a file. @throws an Error with the reason */
export type ReadFile = (url: string) => Promise<string>;

/** The parsed documents of a WSDL. */
export interface WsdlFiles {
  definitions: XmlElement[];
  schemas: SchemaSet;
  /** Total characters of all files. */
  size: number;
}

const MAX_FILES = 60;
const MAX_NODES = 200_000;
const MAX_CHARACTERS = 5 * 1024 * 1024;
/** Namespaces that are built in and never fetched. */
const BUILT_IN = new Set<string>([XSD, ENCODING, XML, VERSIONS['1.1'].envelope]);

/**
 * Loads a WSDL with all imports and includes. An unreadable schema is an error only if something refers to it.
 * @throws an Error with a user-facing message
 */
export async function loadWsdl(url: string, readFile: ReadFile): Promise<WsdlFiles> {
  const schemas = createSchemaSet();
  const definitions: XmlElement[] = [];
  const texts = new Map<string, XmlElement>();
  const seen = new Set<string>();
  let size = 0;
  const budget = { nodes: MAX_NODES };
  const read = async (address: string): Promise<XmlElement> => {
    const known = texts.get(address);
    if (known) return known;
    if (texts.size >= MAX_FILES) throw new Error(`The WSDL has more than ${MAX_FILES} files.`);
    const text = await readFile(address);
    if ((size += text.length) > MAX_CHARACTERS) throw new Error('The files of the WSDL exceed 5 MB in total.');
    const root = await readXmlInChunks(text, budget);
    texts.set(address, root);
    return root;
  };
  const follow = async (base: string, location: string, target: string, isNeeded = false): Promise<void> => {
    const address = URL.canParse(location, base) ? new URL(location, base).href.replace(/#.*$/, '') : location;
    if (seen.has(`${address} ${target}`)) return;
    seen.add(`${address} ${target}`);
    try {
      await take(await read(address), address, target);
    } catch (error) {
      if (isNeeded) throw error;
      schemas.miss(`${address.slice(0, 200)} could not be read: ${error instanceof Error ? error.message : ''}`);
    }
  };
  // A schema beyond the limit is missing, like one that cannot be read.
  let parts = 0;
  const takeSchema = async (node: XmlElement, base: string, target: string): Promise<void> => {
    // A file without a namespace is taken once for each that includes it.
    if ((parts += node.children.length) > MAX_NODES) throw new Error('The WSDL includes its files too often.');
    schemas.add(node, target);
    const namespace = attributeOf(node, 'targetNamespace') ?? target;
    for (const child of childrenOf(node, XSD)) {
      const location = attributeOf(child, 'schemaLocation');
      if (location === undefined || location === '') continue;
      const isPart = child.local === 'include' || child.local === 'redefine';
      const isOther = child.local === 'import' && !BUILT_IN.has(attributeOf(child, 'namespace') ?? '');
      if (isPart || isOther) await follow(base, location, isPart ? namespace : '');
    }
  };
  const take = async (root: XmlElement, base: string, target: string): Promise<void> => {
    if (root.uri === XSD && root.local === 'schema') return takeSchema(root, base, target);
    if (root.uri === WSDL_2) throw new Error('It is WSDL 2.0; only 1.1 is supported.');
    if (root.uri !== WSDL || root.local !== 'definitions') throw new Error('It is not a WSDL.');
    definitions.push(root);
    for (const types of childrenOf(root, WSDL, 'types'))
      for (const schema of childrenOf(types, XSD, 'schema')) await takeSchema(schema, base, '');
    for (const node of childrenOf(root, WSDL, 'import')) {
      const location = attributeOf(node, 'location');
      if (location !== undefined) await follow(base, location, '', true);
    }
  };
  seen.add(`${url} `);
  await take(await read(url), url, '');
  return { definitions, schemas, size };
}
