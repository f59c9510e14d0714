import { isSalesSection, SALES_SECTIONS, type SalesPage } from 'contract/courses/sales-page'
import { courseOfPage, coursePageOf, isBlockType, MOST_SECTIONS } from 'contract/pages/blocks'
import type { Section } from 'contract/pages/sections'
import type { Db } from '../../context.ts'
import { invalidField } from '../../errors.ts'
import { findCourse } from '../courses/courses.queries.ts'
import { findPublished, insertRow, lockRow, type PageText, type StoredPage, storeVersion } from './own-pages.queries.ts'
import { findFacts, needsOf } from './page-facts.ts'

const noWords = { en: '', hi: '', mr: '' }

type Blocks = Pick<PageText, 'order' | 'sections'>

/** Adds the sections of a course's fields that a page does not name, each after the one that it usually follows. */
function completed({ order, sections }: Blocks): Blocks {
  const whole = { order: [...order], sections: { ...sections } }
  const typeAt = (id: string) => whole.sections[id]?.type
  for (const [place, type] of SALES_SECTIONS.entries()) {
    if (whole.order.some((id) => typeAt(id) === type)) continue
    let id = type.replaceAll('_', '-')
    while (whole.sections[id]) id = `${id}-own`
    const after = whole.order.findIndex((one) => typeAt(one) === SALES_SECTIONS[place - 1])
    whole.order.splice(after + 1, 0, id)
    whole.sections[id] = { type, settings: { heading: noWords, second: noWords }, hidden: false }
  }
  return whole
}

/**
 * Completes the page of a course before a save. 422 when its offer is not first or is hidden, when a section of its fields is there twice, and
 * beyond 25 blocks.
 */
export function coursePageText(text: Blocks): Blocks {
  const whole = completed(text)
  const refuse = (message: string) => invalidField('order', message)
  const types = whole.order.flatMap((id) => whole.sections[id]?.type ?? [])
  const [first = ''] = whole.order
  if (types[0] !== 'offer' || whole.sections[first]?.hidden) throw refuse('The offer stays first')
  const own = types.filter(isSalesSection)
  if (new Set(own).size < own.length) throw refuse('A section of the course is there once')
  if (types.length > MOST_SECTIONS) throw refuse(`A page has at most ${MOST_SECTIONS} blocks`)
  return whole
}

/** Reads the page of a course: its stored version, or the usual order. Undefined for an unknown course. */
export async function readCoursePage(
  db: Db,
  slug: string,
  find: () => Promise<StoredPage | undefined>,
  lockedAt?: Date,
): Promise<StoredPage | undefined> {
  const courseId = courseOfPage(slug)
  const stored = await findCourse(db, courseId)
  if (!stored) return undefined
  const { name: title } = stored.course
  // The row is made before its first version, so that two first saves meet.
  if (lockedAt) await insertRow(db, slug, lockedAt, courseId)
  const row = lockedAt ? await lockRow(db, slug) : undefined
  const page = await find()
  if (page) return { ...page, title, ...completed(page) }
  const changed_at = new Date(0).toISOString()
  const usual = { slug, title, description: '', version: 0, published_version: null, changed_at }
  return { ...usual, page_id: row?.page_id ?? '0', ...completed({ order: [], sections: {} }) }
}

type Shown = SalesPage['sections'][string]

/** Returns a section as visitors read it, in all languages; headings that are the usual ones are left out. */
function shown({ type, settings }: Section): Shown {
  if (!isSalesSection(type)) return { type, settings }
  const own = Object.entries(settings).filter(([, words]) => (words as typeof noWords).en !== '')
  return { type, settings: Object.fromEntries(own) }
}

/** Finds the order in which a course is shown to visitors; undefined for the usual one. */
export async function shownCoursePage(db: Db, courseId: string): Promise<SalesPage | undefined> {
  const page = await findPublished(db, coursePageOf(courseId))
  return page && visiblePage(db, page)
}

/** Returns what visitors see of a course's page, with the facts of its blocks. */
export async function visiblePage(db: Db, page: Blocks): Promise<SalesPage> {
  const { order, sections } = completed(page)
  const entries = order.flatMap((id): [string, Section][] => {
    const section = sections[id]
    const isKnown = section && (isSalesSection(section.type) || isBlockType(section.type))
    return isKnown && !section.hidden ? [[id, section]] : []
  })
  const blocks = entries.map(([, section]) => section).filter(({ type }) => isBlockType(type))
  return {
    order: entries.map(([id]) => id),
    sections: Object.fromEntries(entries.map(([id, section]) => [id, shown(section)])),
    ...(blocks.length > 0 && { facts: await findFacts(db, needsOf(blocks)) }),
  }
}

/** Copies the published page of a course to a new one. */
export async function copyCoursePage(trx: Db, { from, to, now }: { from: string; to: string; now: Date }) {
  const page = await findPublished(trx, coursePageOf(from))
  if (!page) return
  await insertRow(trx, coursePageOf(to), now, to)
  const row = await lockRow(trx, coursePageOf(to))
  if (row) await storeVersion(trx, row, page, { now, publish: true })
}
