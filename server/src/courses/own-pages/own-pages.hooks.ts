import { type PageFacts, pagePath, type ShownPage, slugAt } from 'contract/pages/blocks'
import type { Context } from '../../context.ts'
import type { Hooks } from '../../platform/features/hooks.ts'
import { copyCoursePage, shownCoursePage } from './course-page.ts'
import { listPublished, replaceInPages } from './own-pages.queries.ts'
import { shownPage } from './own-pages.service.ts'

type PageHooks = Hooks<Pick<Context, 'config' | 'db' | 'read' | 'now'>>

export const pagesListed: PageHooks['pagesListed'] = async ({ read }) =>
  (await read(listPublished)).map(({ slug, published_at }) => ({ path: pagePath(slug), changed_at: published_at }))

export const fileReplaced: PageHooks['fileReplaced'] = (_ctx, trx, files) => replaceInPages(trx, files)

export const courseShown: PageHooks['courseShown'] = shownCoursePage

export const courseCopied: PageHooks['courseCopied'] = (_ctx, trx, copy) => copyCoursePage(trx, copy)

export const pageRequested: PageHooks['pageRequested'] = async (ctx, { path, search, language }) => {
  const slug = slugAt(path)
  if (!slug) return undefined
  const preview = search.get('preview') ?? undefined
  const page = await shownPage(ctx, { slug, language, preview })
  if (!page) return undefined
  const input = { slug, language, ...(preview !== undefined && { preview }) }
  return { answers: [{ call: 'pages.show', input, output: page }], title: page.title, images: imagesOf(page) }
}

/** The images of the share picture: those of the blocks, then of the page's courses. */
function imagesOf({ order, sections, facts, course }: ShownPage): string[] {
  const own = order.flatMap((id) => (sections[id]?.settings.image as { src: string } | undefined)?.src ?? [])
  return [...own, course?.banner ?? '', ...bannersOf(facts)].filter(Boolean)
}

const bannersOf = ({ courses }: PageFacts) => courses.map(({ banner }) => banner)
