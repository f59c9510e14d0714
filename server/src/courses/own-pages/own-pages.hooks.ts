import { type PageFacts, pagePath, type ShownPage, slugAt } from 'contract/pages/blocks'
import { pageRequested, pagesListed } from '../../shop/moments/moments.ts'
import { courseShown } from '../courses/catalogue-answers.ts'
import { courseCopied } from '../courses/courses.service.ts'
import { fileReplaced } from '../media/library/replace-file.ts'
import { copyCoursePage, shownCoursePage } from './course-page.ts'
import { listPublished, replaceInPages } from './own-pages.queries.ts'
import { shownPage } from './own-pages.service.ts'

/** The images of the share picture: those of the blocks, then of the page's courses. */
function imagesOf({ order, sections, facts, course }: ShownPage): string[] {
  const own = order.flatMap((id) => (sections[id]?.settings.image as { src: string } | undefined)?.src ?? [])
  return [...own, course?.banner ?? '', ...bannersOf(facts)].filter(Boolean)
}

const bannersOf = ({ courses }: PageFacts) => courses.map(({ banner }) => banner)

export const joins = () => [
  pagesListed.by(async ({ read }) =>
    (await read(listPublished)).map(({ slug, published_at }) => ({ path: pagePath(slug), changed_at: published_at })),
  ),
  fileReplaced.by((trx, { from, to, now }) => replaceInPages(trx, { from: from.url, to: to.url, now })),
  courseShown.by(shownCoursePage),
  courseCopied.by((trx, copy) => copyCoursePage(trx, copy)),
  pageRequested.by(async (ctx, { path, search, language }) => {
    const slug = slugAt(path)
    if (!slug) return undefined
    const preview = search.get('preview') ?? undefined
    const page = await shownPage(ctx, { slug, language, preview })
    if (!page) return undefined
    const input = { slug, language, ...(preview !== undefined && { preview }) }
    return { answers: [{ call: 'pages.show', input, output: page }], title: page.title, images: imagesOf(page) }
  }),
]
