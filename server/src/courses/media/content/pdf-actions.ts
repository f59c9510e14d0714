import type { PdfDictionary, PdfValue } from './pdf-objects.ts'

/** Names that stand in every object that runs something. */
export const WORDS_OF_ACTIONS = /\/(?:JavaScript|JS|Launch|XFA|RichMedia|EmbeddedFiles?|EF)(?![A-Za-z0-9])/

/** Files that an action or a file specification names. */
const FILE_KEYS = ['F', 'UF', 'DOS', 'Mac', 'Unix', 'Win']

/** A place in the document: `[3 0 R /XYZ 0 700 0]`. Programs name such places after headings. */
const isPlace = (value: PdfValue) => value.type === 'array' && /^nnRN[nx]*$/.test(value.shape)
/** Something that can be more than a name or a place, such as a text or a reference. */
const isContent = (value: PdfValue) => value.type !== 'name' && value.type !== 'array'
const isData = (value: PdfValue) => value.type !== 'name' && value.type !== 'other' && !isPlace(value)
const isNamed = (name: string) => (value: PdfValue) => value.type === 'name' && value.name === name

/**
 * Why a dictionary of a PDF is refused; undefined for all others. The roles of names decide: one of the same spelling may be a place, a
 * style or a font.
 */
export function activeReason(dictionary: PdfDictionary): string | undefined {
  const has = (key: string, test: (value: PdfValue) => boolean) => dictionary.get(key)?.some(test) ?? false
  const namesFile = FILE_KEYS.some((key) => has(key, isContent))
  // An action has its kind under S, maybe by a reference.
  if (dictionary.has('S') && has('JS', isContent)) {
    return 'This PDF holds scripts. Print it into a new PDF, which has none, and upload that.'
  }
  if (namesFile && has('S', (kind) => isNamed('Launch')(kind) || kind.type === 'number')) {
    return 'This PDF starts programs when it is opened. Print it into a new PDF and upload that.'
  }
  if (has('XFA', isData)) {
    return 'This PDF holds a form that runs scripts. Print it into a new PDF and upload that.'
  }
  if (has('Subtype', isNamed('RichMedia')) || (dictionary.has('Subtype') && has('RichMediaContent', isContent))) {
    return 'This PDF holds a player of films. Print it into a new PDF and upload the film beside it.'
  }
  if (has('Type', isNamed('EmbeddedFile')) || has('EmbeddedFiles', isData) || (namesFile && has('EF', isContent))) {
    return 'This PDF holds other files. Print it into a new PDF and upload them beside it.'
  }
  return undefined
}
