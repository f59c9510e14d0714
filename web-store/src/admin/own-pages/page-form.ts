import type { Language } from 'contract/languages'
import { isBlockType, type ShownBlock, spoken, type Words } from 'contract/pages/blocks'
import type { Page } from 'contract/pages/pages'
import { PageBody } from 'contract/pages/sections'
import type { Resolver } from 'react-hook-form'
import type { VersionPart } from '../forms/version-parts.ts'
import { completed, type FormBlock, labelOf } from './block-fields.ts'

export type PageForm = { title: string; description: string; blocks: FormBlock[] }
export type PageSave = {
  title: string
  description: string
  order: string[]
  sections: Page['sections']
  publish: boolean
}

export const toForm = ({ title, description, order, sections }: Page): PageForm => ({
  title,
  description,
  blocks: order.flatMap((id) => {
    const section = sections[id]
    return section ? [{ id, ...section, settings: completed(section.type, section.settings) }] : []
  }),
})

export const bodyOf = ({ title, description, blocks }: PageForm): PageSave => ({
  title,
  description,
  order: blocks.map(({ id }) => id),
  sections: Object.fromEntries(blocks.map(({ id, ...section }) => [id, section])),
  publish: true,
})

/** Problems of the page by block, the page itself under an empty id: the message of each field by its path. */
export function problemsOf(form: PageForm): Map<string, Map<string, string>> {
  const found = new Map<string, Map<string, string>>()
  const read = PageBody.safeParse(bodyOf(form))
  for (const { path, message } of read.error?.issues ?? []) {
    const ofBlock = path[0] === 'sections' && path.length > 1
    const id = ofBlock ? String(path[1]) : ''
    const field = (ofBlock ? path.slice(3) : path).join('.')
    found.set(id, (found.get(id) ?? new Map()).set(field, message))
  }
  return found
}

export const pageResolver: Resolver<PageForm, unknown, PageSave> = async (form) => {
  const problems = problemsOf(form)
  if (problems.size === 0) return { values: bodyOf(form), errors: {} as Record<string, never> }
  const [message = ''] = [...problems.values()].flatMap((fields) => [...fields.values()])
  return { values: {}, errors: { blocks: { type: 'custom', message } } }
}

/** The blocks as a page in this language shows them. */
export const shownBlocks = (blocks: readonly FormBlock[], language: Language): ShownBlock[] =>
  blocks.flatMap(({ id, type, hidden, settings }) =>
    hidden || !isBlockType(type) ? [] : [{ id, type, settings: spoken(settings, language) } as unknown as ShownBlock],
  )

const isWords = (value: unknown): value is Words => typeof value === 'object' && value !== null && 'en' in value

/** All texts of a block, in the order of its form. */
export function wordsIn(value: unknown): Words[] {
  if (isWords(value)) return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(wordsIn)
}

/** Returns true if an English text of the block has no translation. */
export const lacksLanguage = ({ settings }: FormBlock, language: Language): boolean =>
  wordsIn(settings).some((words) => words.en !== '' && words[language] === '')

/** The first words of a block, for its row. */
export const firstWords = ({ settings }: FormBlock): string =>
  wordsIn(settings)
    .find(({ en }) => en !== '')
    ?.en.replaceAll('*', '') ?? ''

const partOf = (body: Pick<PageSave, 'title' | 'description' | 'order' | 'sections'>, part: string): unknown => {
  if (part === 'title' || part === 'description') return body[part]
  if (part === 'order') return body.order.map((id) => labelOf(body.sections[id]?.type ?? ''))
  const section = body.sections[part.slice(1)]
  if (!section) return ''
  const texts = wordsIn(section.settings).map(({ en }) => en)
  return [section.hidden ? 'Hidden' : 'Shown', ...texts.filter(Boolean)].join('\n')
}

/** Compares this admin's page with the stored one, block by block; `base` is the page that the edit began with. */
export function pageParts(mine: PageSave, theirs: Page, base: Page): VersionPart[] {
  const ids = [...new Set([...mine.order, ...theirs.order])]
  // The database orders the fields in its own way.
  const exact = ({ sections }: Pick<PageSave, 'sections'>, id: string) => {
    const section = sections[id]
    return section ? JSON.stringify([section.type, section.hidden, completed(section.type, section.settings)]) : ''
  }
  const named = (['title', 'description', 'order'] as const).flatMap((part): VersionPart[] => {
    const [here, there, was] = [mine, theirs, base].map((body) => JSON.stringify(body[part]))
    if (here === there) return []
    const label = { title: 'Title', description: 'Description', order: 'Order of the blocks' }[part]
    return [{ id: part, label, mine: partOf(mine, part), theirs: partOf(theirs, part), changedHere: here !== was }]
  })
  const blocks = ids.flatMap((id): VersionPart[] => {
    if (exact(mine, id) === exact(theirs, id)) return []
    const label = labelOf(mine.sections[id]?.type ?? theirs.sections[id]?.type ?? '')
    const changedHere = exact(mine, id) !== exact(base, id)
    return [{ id: `#${id}`, label, mine: partOf(mine, `#${id}`), theirs: partOf(theirs, `#${id}`), changedHere }]
  })
  return [...named, ...blocks]
}

/** Returns this admin's page with the named parts of the stored one; a block that either of them lacks then is left out. */
export function mergedPage(mine: PageSave, theirs: Page, taken: ReadonlySet<string>): PageSave {
  const ids = [...new Set([...mine.order, ...theirs.order])]
  const sections = Object.fromEntries(
    ids.flatMap((id) => {
      const section = taken.has(`#${id}`) ? theirs.sections[id] : mine.sections[id]
      return section ? [[id, section] as const] : []
    }),
  )
  const order = [...(taken.has('order') ? theirs.order : mine.order), ...ids]
  return {
    ...mine,
    ...(taken.has('title') && { title: theirs.title }),
    ...(taken.has('description') && { description: theirs.description }),
    sections,
    order: [...new Set(order)].filter((id) => sections[id]),
  }
}
