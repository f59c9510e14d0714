import { createHmac } from 'node:crypto'
import type { Language } from 'contract/languages'
import { courseOfPage, isBlockType, MOST_PAGES, type PageFacts, type ShownPage, spoken } from 'contract/pages/blocks'
import type { Page, PageVersion } from 'contract/pages/pages'
import type { PageBody, Section } from 'contract/pages/sections'
import type { Context, Db } from '../../context.ts'
import { plainError } from '../../errors.ts'
import { requirePresent } from '../../platform/net/require-present.ts'
import { isSameSecret } from '../../platform/net/same-secret.ts'
import { noteChange } from '../../shop/activity/note-change.ts'
import { type CatalogueTrx, writeCatalogue } from '../../shop/catalogue/catalogue.queries.ts'
import { previewedCourse } from '../courses/catalogue-answers.ts'
import { publishFilesIn } from '../media/media.queries.ts'
import { requireFiles } from '../media/require-files.ts'
import { coursePageText, readCoursePage, visiblePage } from './course-page.ts'
import {
  countPages,
  deletePage,
  findPage,
  findPublished,
  findVersion,
  insertPage,
  listVersions,
  type StoredPage,
  storeVersion,
  withdrawPage,
} from './own-pages.queries.ts'
import { findFacts, needsOf } from './page-facts.ts'

type Write = Pick<Context, 'db' | 'now'>

export const pageNotFound = () => plainError('not_found', 'Page not found')

export const pageEtag = ({ slug, version }: Pick<Page, 'slug' | 'version'>) => `"page-${slug}-${version}"`

const toPage = ({ page_id: _id, ...page }: StoredPage): Page => page

/** Finds a page in its newest version. 404. */
export async function readPage(db: Db, slug: string): Promise<Page> {
  return toPage(await requirePage(db, slug))
}

/** Finds a page; `lockedAt` locks it until the transaction ends. 404. */
async function requirePage(db: Db, slug: string, lockedAt?: Date): Promise<StoredPage> {
  const find = () => findPage(db, slug, lockedAt !== undefined)
  const page = await (courseOfPage(slug) ? readCoursePage(db, slug, find, lockedAt) : find())
  if (!page) throw pageNotFound()
  return page
}

/** Creates an empty draft. 409 when the slug is taken, or the shop has 50 pages. */
export async function createPage({ db, now }: Write, slug: string, title: string): Promise<Page> {
  return db.transaction(async (trx) => {
    if ((await countPages(trx)) >= MOST_PAGES) throw plainError('conflict', `A shop has at most ${MOST_PAGES} pages`)
    if (!(await insertPage(trx, slug, title, now()))) throw plainError('conflict', 'There is a page at this address')
    await noteChange(trx, { kind: 'settings', id: slug, name: title, after: { slug, title } })
    return readPage(trx, slug)
  })
}

/** Changes a locked page in a transaction, and returns it as it is then. */
async function changePage(ctx: Write, slug: string, work: (trx: CatalogueTrx, page: StoredPage) => Promise<void>) {
  return writeCatalogue(ctx.db, async (trx) => {
    await work(trx, await requirePage(trx, slug, ctx.now()))
    return readPage(trx, slug)
  })
}

/** Saves a version; the page of a course has its name. 404; 422 as `coursePageText` and `requireFiles` say; 409 `edit_conflict` with the present page when `ifMatch` names another version. */
export async function savePage(
  ctx: Write,
  slug: string,
  { publish, ...body }: PageBody,
  ifMatch: string | undefined,
): Promise<Page> {
  return changePage(ctx, slug, async (trx, page) => {
    requirePresent(ifMatch, pageEtag(page), 'this page', toPage(page))
    await requireFiles(trx, 'sections', body.sections)
    const text = courseOfPage(slug) ? { ...body, title: page.title, ...coursePageText(body) } : body
    await storeVersion(trx, page, text, { now: ctx.now(), publish })
    if (publish) await publishFilesIn(trx, JSON.stringify(text.sections))
    const [before, after] = [page, text].map(({ title, order }) => ({ title, blocks: order.length }))
    await noteChange(trx, {
      kind: 'settings',
      id: slug,
      name: text.title,
      before: before ?? null,
      after: { ...after, publish },
    })
  })
}

/** Hides a page from visitors. 404. */
export const withdraw = (ctx: Write, slug: string): Promise<Page> =>
  changePage(ctx, slug, async (trx, page) => {
    await withdrawPage(trx, page.page_id, ctx.now())
    await noteChange(trx, { kind: 'settings', id: slug, name: page.title, after: { published: false } })
  })

/** Deletes a page with its versions. 404. */
export async function removePage(ctx: Write, slug: string): Promise<void> {
  await writeCatalogue(ctx.db, async (trx) => {
    const page = await requirePage(trx, slug, ctx.now())
    await deletePage(trx, page.page_id)
    await noteChange(trx, { kind: 'settings', id: slug, name: page.title, before: { slug, title: page.title } })
  })
}

export async function versionsOf(db: Db, slug: string): Promise<PageVersion[]> {
  return listVersions(db, (await requirePage(db, slug)).page_id)
}

/** Finds a version with the page as it was. 404. */
export async function versionOf(db: Db, slug: string, version: number): Promise<PageVersion & { page: Page }> {
  const page = await requirePage(db, slug)
  const found = await findVersion(db, page.page_id, version)
  if (!found) throw plainError('not_found', 'Version not found')
  return { ...found.about, page: { ...toPage(page), ...found.text, version, changed_at: found.about.at } }
}

/** Saves an earlier version again, as a draft. 404; 409 `edit_conflict`. */
export const restoreVersion = (ctx: Write, slug: string, version: number, ifMatch: string | undefined): Promise<Page> =>
  changePage(ctx, slug, async (trx, present) => {
    requirePresent(ifMatch, pageEtag(present), 'this page', toPage(present))
    const { page } = await versionOf(trx, slug, version)
    await storeVersion(trx, present, page, { now: ctx.now(), publish: false })
    await noteChange(trx, { kind: 'settings', id: slug, name: page.title, after: { version } })
  })

const PREVIEW_DAYS = 7
const SECONDS_A_DAY = 86_400

type Signing = Pick<Context, 'now'> & { config: Pick<Context['config'], 'mediaKey'> }

const markOf = ({ config }: Signing, slug: string, until: string) =>
  createHmac('sha256', config.mediaKey).update(`page preview ${slug} ${until}`).digest('base64url').slice(0, 22)

/** Signs an address that shows the newest save of a page to whoever has it. */
export function previewOf(ctx: Signing & { config: Pick<Context['config'], 'storeUrl'> }, slug: string) {
  const until = Math.floor(ctx.now().getTime() / 1000) + PREVIEW_DAYS * SECONDS_A_DAY
  const query = new URLSearchParams({ preview: `${until}.${markOf(ctx, slug, String(until))}` })
  return {
    url: `${ctx.config.storeUrl}/p/${encodeURIComponent(slug)}?${query}`,
    until: new Date(until * 1000).toISOString(),
  }
}

function isPreview(ctx: Signing, slug: string, preview: string): boolean {
  const [until = '', mark = ''] = preview.split('.')
  return isSameSecret(mark, markOf(ctx, slug, until)) && Number(until) * 1000 > ctx.now().getTime()
}

type Shown = { slug: string; language: Language; preview?: string | undefined }

/**
 * Finds a page as visitors see it, or with a signed `preview` its newest save; undefined without one. A sales page is here
 * only as a preview.
 */
export async function shownPage(
  ctx: Signing & Pick<Context, 'read' | 'db'>,
  { slug, language, preview }: Shown,
): Promise<ShownPage | undefined> {
  if (preview !== undefined && !isPreview(ctx, slug, preview)) return undefined
  if (courseOfPage(slug)) return preview === undefined ? undefined : previewedPage(ctx.db, slug)
  // A preview is opened right after its save.
  const page = preview === undefined ? await ctx.read((db) => findPublished(db, slug)) : await findPage(ctx.db, slug)
  if (!page) return undefined
  const { order, sections, title, description, changed_at } = page
  const shown = order.filter((id) => sections[id] && !sections[id].hidden && isBlockType(sections[id].type))
  const blocks = shown.map((id) => sections[id] as Section)
  return {
    slug,
    title,
    description,
    changed_at,
    order: shown,
    sections: Object.fromEntries(
      shown.map((id, at) => [id, shownSection(blocks[at] as Section, language)]),
    ) as ShownPage['sections'],
    facts: await ctx.read((db) => findFacts(db, needsOf(blocks))),
  }
}

/** Reads the newest save of a course's page with the course; undefined for an unknown course. */
async function previewedPage(db: Db, slug: string): Promise<ShownPage | undefined> {
  const page = await readCoursePage(db, slug, () => findPage(db, slug))
  const course = page && (await previewedCourse(db, courseOfPage(slug), await visiblePage(db, page)))
  if (!course) return undefined
  const { title, description, changed_at } = page
  const facts = { courses: [], newest: [], topics: [], reviews: [], figures: {} }
  return { slug, title, description, changed_at, order: [], sections: {}, facts, course }
}

const shownSection = ({ type, settings }: Section, language: Language) => ({
  type,
  settings: spoken(settings, language),
})

const IN_EDITOR = { newest: 12, reviews: 40 }

/** Reads what any block of a page in the editor may show. */
export const editorFacts = (db: Db, courseIds: string[], topic: string): Promise<PageFacts> =>
  findFacts(db, {
    courseIds,
    newest: IN_EDITOR.newest,
    topics: new Map(topic ? [[topic, IN_EDITOR.newest]] : []),
    reviewIds: [],
    latestReviews: IN_EDITOR.reviews,
    figures: new Set(['students', 'courses', 'lessons', 'hours', 'rating']),
  })
