import { type Block, Blocks, LetterLink, LetterSubject } from 'contract/letter-blocks'
import { type Letter, LetterBody, type LetterTemplate } from 'contract/letters'
import type { SegmentRule } from 'contract/segments'

/** A WhatsApp template as it is chosen and filled; empty name: none yet. Its button leads to `course`, where one is chosen. */
export type TemplateForm = { name: string; language: string; parameters: string[]; body: string; course: string }

/** A letter as it is typed. */
export type LetterForm = {
  name: string
  subject: string
  blocks: Block[]
  rules: SegmentRule[]
  channel: 'email' | 'whatsapp'
  template: TemplateForm
  notice: boolean
}

export const channels = { email: 'Email', whatsapp: 'WhatsApp' }
export const CHANNELS = Object.entries(channels) as [keyof typeof channels, string][]

export type BlockKind = 'text' | 'image' | 'course' | 'button' | 'code'

/** Each kind of block with its label and how it begins. */
export const blockKinds: Record<BlockKind, { label: string; begun: Block }> = {
  text: { label: 'Text', begun: { text: '' } },
  image: { label: 'Image', begun: { image: '', alt: '' } },
  course: { label: 'Course card', begun: { course: '' } },
  button: { label: 'Button', begun: { button: { label: '', url: '' } } },
  code: { label: 'Code', begun: { code: '' } },
}

export const kindOf = (block: Block): BlockKind =>
  (Object.keys(blockKinds) as BlockKind[]).find((kind) => kind in block) ?? 'text'

export const NO_TEMPLATE: TemplateForm = { name: '', language: '', parameters: [], body: '', course: '' }

export const emptyLetter = (rules: SegmentRule[]): LetterForm => ({
  name: '',
  subject: '',
  blocks: [blockKinds.text.begun],
  rules,
  channel: 'email',
  template: NO_TEMPLATE,
  notice: false,
})

export function formOf({ name, subject, blocks, segment, channel, template, notice }: Letter): LetterForm {
  // A name that only repeats the subject follows it.
  const shared = { ...emptyLetter(segment.all), notice, name: name === subject ? '' : name }
  if (channel === 'email' || !template) return { ...shared, subject, blocks }
  return { ...shared, channel, template: templateFormOf(template, blocks) }
}

/** Reads a stored template with its text and its course, which are the blocks of its letter. */
export function templateFormOf(template: LetterTemplate, blocks: readonly Block[]): TemplateForm {
  const course = blocks.find((block) => 'course' in block)?.course ?? ''
  const body = blocks.find((block) => 'text' in block)?.text ?? ''
  return { ...template, body, course }
}

/** Converts a template to the wire: its name is the subject, its text or course the blocks. */
export function byWhatsapp({ body, course, ...template }: TemplateForm) {
  const blocks: Block[] = course ? [{ course }] : [{ text: body || template.name }]
  return { subject: template.name, blocks, channel: 'whatsapp' as const, template }
}

/** Converts what is typed to the wire; a letter without a name is listed by its subject, or by its template. */
export function bodyOf({ name, subject, blocks, rules, channel, template, notice }: LetterForm) {
  const segment = { all: rules }
  if (channel === 'email') return { name: name.trim() || subject, subject, blocks, segment, channel, notice }
  return { name: name.trim() || template.name, segment, notice: false, ...byWhatsapp(template) }
}

/** Returns an address of the shop itself as a path, which holds wherever the shop moves; any other as it is. */
export function asPath(typed: string, shop: string): string {
  const address = URL.parse(typed.trim())
  return address?.origin === shop ? `${address.pathname}${address.search}${address.hash}` : typed
}

/** Names what a block lacks, as an instruction; undefined when it is whole. */
export function blockProblem(block: Block): string | undefined {
  if (Blocks.safeParse([block]).success) return undefined
  if ('text' in block) return 'Write some words'
  if ('image' in block) return block.image === '' ? 'Choose an image' : 'Describe the image'
  if ('course' in block) return 'Choose a course'
  if ('code' in block) return 'Choose a code'
  const { label, url } = block.button
  if (label.trim() === '') return 'Write the words on the button'
  const link = LetterLink.safeParse(url)
  return link.success ? 'Write the words on the button in one line' : link.error.issues[0]?.message
}

/** Returns what is wrong, by field: the whole of it is checked by the contract's schema. */
export function letterProblems(form: LetterForm): Partial<Record<keyof LetterForm, string>> {
  const problems = form.channel === 'email' ? wordProblems(form) : templateProblems(form.template)
  const whole = LetterBody.safeParse(bodyOf(form))
  if (whole.success || Object.keys(problems).length > 0) return problems
  return { name: whole.error.issues[0]?.message ?? '' }
}

function wordProblems({ subject, blocks }: LetterForm) {
  const read = LetterSubject.safeParse(subject)
  const at = blocks.findIndex((block) => blockProblem(block) !== undefined)
  const broken = blocks[at]
  return {
    ...(read.success ? {} : { subject: read.error.issues[0]?.message ?? '' }),
    ...(blocks.length === 0 ? { blocks: 'Add a block' } : {}),
    ...(broken ? { blocks: `Block ${at + 1}: ${blockProblem(broken)}` } : {}),
  }
}

/** Names what a template lacks; undefined when it is whole. */
export function templateProblem({ name, parameters }: TemplateForm): string | undefined {
  if (name === '') return 'Choose a template'
  const at = parameters.findIndex((value) => value.trim() === '')
  return at < 0 ? undefined : `Fill value ${at + 1}`
}

function templateProblems(template: TemplateForm) {
  const problem = templateProblem(template)
  return problem ? { template: problem } : {}
}
