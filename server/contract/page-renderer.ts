import type { CourseCard, CourseFilters, PublicCourse } from './courses/courses.ts'
import type { Language } from './languages.ts'
import type { PublicPromocode } from './promocodes.ts'
import type { PageShop } from './shop/defaults.ts'

/**
 * The type by which server and store meet for server rendering: the store implements it, the server calls it, and neither
 * imports the other's sources.
 */
export type PageRenderer = {
  render(request: PageRequest): Promise<RenderedPage>
  /** Source modules of the screens at a path with its query, as in `RenderedPage`, for a document that the browser fills. */
  screens(url: string): Promise<string[]>
}

export type PageData = {
  /** The courses that the page lists (the first few at home, else those of `readCataloguePage`), and how many there are of them in all. */
  list?: { cards: CourseCard[]; total: number }
  /** Filters of the catalogue; on its page alone. */
  filters?: CourseFilters
  /** Courses beside the list: those of testimonials at home, those near a search that finds nothing in the catalogue. */
  beside?: CourseCard[]
  /** The course of a sales page; null when there is none of that id, which is a 404. */
  course?: PublicCourse | null
  /** The codes on offer; of the frames of cart and checkout alone. */
  promocodes?: PublicPromocode[]
  /** Answers of calls that the page shows, as the browser would have requested them. */
  answers?: PageAnswer[]
  /** True if the address names nothing, which is a 404. */
  missing?: true
  /** The owner's changes of the shop's texts; absent without any. */
  shop?: PageShop
}

/** The answer of a call, by its name in the contract: `settings.public`. One without input has none. */
export type PageAnswer = { call: string; input?: object; output: unknown }

/** The address of a page that an optional feature serves. */
export type OwnAddress = { path: string; search: URLSearchParams; language: Language }

/** A page that an optional feature serves: what it shows, and its share picture's title and images. */
export type OwnPage = { answers: PageAnswer[]; title: string; images: string[] }

/** The student whose screen is drawn, as their browser knows them. */
export type DrawnStudent = { user_id: string; name: string; email: string; phone: string }

/** A student's screen as it is first shown: the answers of its calls, and with `body` its markup, as in `RenderedPage`. */
export type DrawnScreen = { answers: PageAnswer[]; title?: string; styles?: string; body?: string }

export type PageRequest = {
  /** The requested path with its query. */
  url: string
  /** Everything the page shows that is not in its source. */
  data: PageData
  /** The student whose own screen it is; absent for a page of everybody. */
  student?: DrawnStudent
  /** Base address of public files, without a slash at its end; the shop itself where absent. */
  mediaHost?: string | undefined
}

/** Head of a page. Texts are plain: the writer of the tags escapes them. */
export type PageHead = {
  title: string
  description?: string
  /** The one path this page is known under; absent on pages that search engines should not keep. */
  canonicalPath?: string
  /** Address of the picture shown where the page is shared (`share-picture.ts`); that of the shop when absent. */
  image?: string
  type?: 'website' | 'product'
  /** JSON-LD; addresses that begin with `/` are made absolute by the server. */
  structuredData?: Record<string, unknown>[]
}

/** A picture that is wanted before the page is read: in one address, or in several widths of one type. */
export type PagePicture = { src: string } | { type: string; srcSet: string; sizes: string }

export type RenderedPage = {
  status: 200 | 404
  head: PageHead
  /** The first picture of the page, to be fetched ahead. */
  picture?: PagePicture
  /** Addresses of fonts that this page shows before scrolling, beyond those of every page. */
  fonts?: string[]
  /** `<style>` elements for the head. */
  styles: string
  /** Markup of the root element. */
  body: string
  /** Data for the browser, so that it loads nothing twice; plain JSON. */
  state: unknown
  /** Source modules of this page beyond the entry, as named in the asset manifest. */
  modules: string[]
}
