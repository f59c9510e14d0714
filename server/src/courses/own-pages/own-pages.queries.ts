import type { PageRow, PageVersion } from 'contract/pages/pages'
import type { Section } from 'contract/pages/sections'
import type { Db } from '../../context.ts'
import { actingAdmin } from '../../shop/activity/note-change.ts'

/** A page has at most this many versions; the published one stays beyond them. */
const KEPT_VERSIONS = 100

/** The words and blocks of a version. */
export type PageText = {
  title: string
  description: string
  order: string[]
  sections: Record<string, Section>
}

/** A page in one of its versions. */
export type StoredPage = PageText & {
  page_id: string
  slug: string
  version: number
  published_version: number | null
  changed_at: string
}

type Row = Omit<StoredPage, 'order' | 'sections'> & { body: Pick<PageText, 'order' | 'sections'> }

const toPage = ({ body, ...row }: Row): StoredPage => ({ ...row, ...body })

const columns = ['p.page_id', 'p.slug', 'p.published_version', 'v.version', 'v.title', 'v.description', 'v.body']

const joined = (db: Db) => db('own_pages as p').join('own_page_versions as v', 'v.page_id', 'p.page_id')

/** Reads a page in its newest version; locked while `trx` writes it when `lock`. */
export async function findPage(db: Db, slug: string, lock = false): Promise<StoredPage | undefined> {
  const query = joined(db).where({ 'p.slug': slug }).whereRaw('v.version = p.version')
  const row: Row | undefined = await (lock ? query.forUpdate('p') : query).first([...columns, 'p.changed_at'])
  return row && toPage(row)
}

/** Reads a page as visitors see it. */
export async function findPublished(db: Db, slug: string): Promise<StoredPage | undefined> {
  const row: Row | undefined = await joined(db)
    .where({ 'p.slug': slug })
    .whereRaw('v.version = p.published_version')
    .first([...columns, 'p.published_at as changed_at'])
  return row && toPage(row)
}

/** Lists the pages that are not of a course. */
export async function listPages(db: Db): Promise<PageRow[]> {
  return joined(db)
    .whereRaw('v.version = p.version')
    .whereNull('p.course_id')
    .orderByRaw(`p.slug <> 'home', p.slug`)
    .select(
      'p.slug',
      'v.title',
      'p.version',
      'p.published_version',
      'p.changed_at',
      db.raw(`jsonb_array_length(v.body -> 'order') as sections`),
    )
}

/** Lists the slugs that visitors may open, with the last publication. */
export async function listPublished(db: Db): Promise<{ slug: string; published_at: string }[]> {
  return db('own_pages')
    .whereNull('course_id')
    .whereNotNull('published_version')
    .orderBy('slug')
    .select('slug', 'published_at')
}

export async function countPages(db: Db): Promise<number> {
  const row = await db('own_pages').whereNull('course_id').count<{ count: string }>({ count: '*' }).first()
  return Number(row?.count ?? 0)
}

/** Inserts a page without a version, `courseId` if it is of a course; undefined when the slug is taken. */
export async function insertRow(
  trx: Db,
  slug: string,
  now: Date,
  courseId: string | null = null,
): Promise<{ page_id: string } | undefined> {
  const [row]: { page_id: string }[] = await trx('own_pages')
    .insert({ slug, course_id: courseId, version: 0, created_at: now, changed_at: now })
    .onConflict('slug')
    .ignore()
    .returning('page_id')
  return row
}

/** Locks a page, also one without a version. */
export async function lockRow(trx: Db, slug: string): Promise<Pick<StoredPage, 'page_id' | 'version'> | undefined> {
  return trx('own_pages').where({ slug }).forUpdate().first('page_id', 'version')
}

/** Inserts an empty page; false when the slug is taken. */
export async function insertPage(trx: Db, slug: string, title: string, now: Date): Promise<boolean> {
  const row = await insertRow(trx, slug, now)
  if (!row) return false
  await storeVersion(trx, { page_id: row.page_id, version: 0 }, emptyPage(title), { now, publish: false })
  return true
}

const emptyPage = (title: string): PageText => ({ title, description: '', order: [], sections: {} })

/** Stores a save as the next version of a locked page. */
export async function storeVersion(
  trx: Db,
  { page_id, version: last }: Pick<StoredPage, 'page_id' | 'version'>,
  { title, description, order, sections }: PageText,
  { now, publish }: { now: Date; publish: boolean },
): Promise<void> {
  const version = last + 1
  await trx('own_page_versions').insert({
    page_id,
    version,
    title: title.toWellFormed(),
    description: description.toWellFormed(),
    body: JSON.stringify({ order, sections }, (_, entry) => (typeof entry === 'string' ? entry.toWellFormed() : entry)),
    published: publish,
    saved_at: now,
    saved_by: actingAdmin()?.email ?? null,
  })
  await trx('own_pages')
    .where({ page_id })
    .update({ version, changed_at: now, ...(publish && { published_version: version, published_at: now }) })
  await trx('own_page_versions as v')
    .where({ page_id })
    .where('version', '<=', version - KEPT_VERSIONS)
    .whereRaw('version is distinct from (select published_version from own_pages p where p.page_id = v.page_id)')
    .delete()
}

export async function withdrawPage(trx: Db, pageId: string, now: Date): Promise<void> {
  await trx('own_pages').where({ page_id: pageId }).update({ published_version: null, changed_at: now })
}

export async function deletePage(trx: Db, pageId: string): Promise<void> {
  await trx('own_pages').where({ page_id: pageId }).delete()
}

type VersionRow = Omit<PageVersion, 'at' | 'by' | 'blocks'> & {
  saved_at: string
  saved_by: string | null
  body: Pick<PageText, 'order' | 'sections'>
}

const versionColumns = ['version', 'title', 'published', 'saved_at', 'saved_by', 'body'] as const

const toVersion = ({ body, saved_at: at, saved_by: by, ...row }: VersionRow): PageVersion => ({
  ...row,
  at,
  by,
  blocks: body.order.flatMap((id) => body.sections[id]?.type ?? []),
})

/** Lists the versions of a page, newest first. */
export async function listVersions(db: Db, pageId: string): Promise<PageVersion[]> {
  const rows: VersionRow[] = await db('own_page_versions')
    .where({ page_id: pageId })
    .orderBy('version', 'desc')
    .limit(KEPT_VERSIONS)
    .select(versionColumns)
  return rows.map(toVersion)
}

/** Finds a version with the page's text of then. */
export async function findVersion(
  db: Db,
  pageId: string,
  version: number,
): Promise<{ about: PageVersion; text: PageText } | undefined> {
  const row: (VersionRow & { description: string }) | undefined = await db('own_page_versions')
    .where({ page_id: pageId, version })
    .first([...versionColumns, 'description'])
  if (!row) return undefined
  const { description, ...about } = row
  return { about: toVersion(about), text: { title: row.title, description, ...row.body } }
}

/** Replaces a file's address in every version; a page that shows it gets a new tag by a new version. */
export async function replaceInPages(trx: Db, { from, to, now }: { from: string; to: string; now: Date }) {
  const shown = await joined(trx)
    .whereRaw('v.version = p.version and position(? in v.body::text) > 0', [from])
    .pluck('p.slug')
  await trx.raw(
    `update own_page_versions set body = replace(body::text, :from, :to)::jsonb where position(:from in body::text) > 0`,
    { from, to },
  )
  for (const slug of shown) {
    const page = await findPage(trx, slug, true)
    if (page) await storeVersion(trx, page, page, { now, publish: page.published_version === page.version })
  }
}
