import { type Claim, claimsIn } from './find-claims.ts'

/** Places with texts of the owner: the shop's settings, a course, a page of blocks, an offer. */
export type TextPlace = 'shop' | 'course' | 'page' | 'offer'

/** Steps of a path: `[]` is each entry of a list, `**` every text below, apart from the keys of `NO_TEXTS`. */
const texts: Record<TextPlace, readonly string[]> = {
  shop: [
    'brand.line',
    'brand.description',
    'home.headline',
    'home.text',
    'home.steps_heading',
    'home.steps.[].title',
    'home.steps.[].text',
    'home.trust.[]',
    'claims.enrolled_students',
    'claims.active_students',
    'claims.expert_courses',
    'claims.success_stories',
    'claims.countries',
    'testimonials.[].text',
    'about.mission',
    'about.paragraphs.[]',
    'about.leadership.[].line',
  ],
  course: [
    'description',
    'long_description',
    'header_text',
    'header_below',
    'offer_text',
    'lifetime_access',
    'buy_now_text',
    'requirements',
    'teacher_about',
    'who_is_this_for.[]',
    'where_can_i_upload.[]',
    'how_to_make_money.[]',
    'how_to_get_started.[]',
    'product_content_samples.[].subtitle',
    'faq.[].question',
    'faq.[].answer',
    'page.sections.**',
  ],
  page: ['description', 'sections.**'],
  offer: ['headline', 'text'],
}

/** Names are listed and never hidden. */
const names: Record<TextPlace, readonly string[]> = {
  shop: ['brand.name', 'brand.logo_text'],
  course: ['name', 'product_content_samples.[].title', 'bonuses.[].title', 'exclusive_bonuses.[].title'],
  page: ['title'],
  offer: [],
}

const NO_TEXTS = new Set([
  'type',
  'src',
  'to',
  'video',
  'layout',
  'side',
  'choice',
  'topic',
  'course_id',
  'course_ids',
  'figures',
  'facts',
])

/** Figures of the settings, which are claims whatever they say, with the words beside them in the store. */
const FIGURES: Readonly<Record<string, string>> = {
  'claims.enrolled_students': 'enrolled students',
  'claims.active_students': 'active students',
  'claims.expert_courses': 'expert courses',
  'claims.success_stories': 'success stories',
  'claims.countries': 'countries',
}

type Paths = readonly (readonly [path: string, steps: readonly string[]])[]
const splitPaths = (paths: readonly string[]): Paths => paths.map((path) => [path, path.split('.')] as const)
const splitAll = ({ shop, course, page, offer }: Record<TextPlace, readonly string[]>): Record<TextPlace, Paths> => ({
  shop: splitPaths(shop),
  course: splitPaths(course),
  page: splitPaths(page),
  offer: splitPaths(offer),
})

const textPaths = splitAll(texts)
const namePaths = splitAll(names)

type Show = (text: string) => string

/** Returns a value with its texts as `show` returns them: an entry of a list that changes is left out. Unchanged, it is the same object. */
function mapped(value: unknown, steps: readonly string[], show: Show): unknown {
  if (value === undefined || value === null) return value
  const [step, ...rest] = steps
  if (step === undefined) return typeof value === 'string' ? show(value) : value
  if (step === '**') return everyText(value, show)
  if (step === '[]') return Array.isArray(value) ? whole(value, (entry) => mapped(entry, rest, show)) : value
  if (typeof value !== 'object') return value
  const before: unknown = (value as Record<string, unknown>)[step]
  const after = mapped(before, rest, show)
  return after === before ? value : { ...value, [step]: after }
}

function whole(list: readonly unknown[], map: (entry: unknown) => unknown): readonly unknown[] {
  const left = list.filter((entry) => map(entry) === entry)
  return left.length === list.length ? list : left
}

function everyText(value: unknown, show: Show): unknown {
  if (typeof value === 'string') return show(value)
  if (Array.isArray(value)) return whole(value, (entry) => everyText(entry, show))
  if (typeof value !== 'object' || value === null) return value
  let shown = value as Record<string, unknown>
  for (const [key, before] of Object.entries(value)) {
    const after = NO_TEXTS.has(key) ? before : everyText(before, show)
    if (after !== before) shown = { ...shown, [key]: after }
  }
  return shown
}

/** Finds claims in a text, as `claimsIn` does. */
export type Find = (text: string) => readonly Claim[]

const inFigure = (path: string, text: string): Claim[] =>
  text.trim() === '' ? [] : [{ words: `${text.trim()} ${FIGURES[path]}`, kind: 'number' }]

/** Finds the claims of a text at this path. */
const claimsAt = (path: string, text: string, find: Find): readonly Claim[] =>
  path in FIGURES ? inFigure(path, text) : find(text)

/** Leaves out the lines with a claim that has no proof: a line is the smallest unit, so that no sentence is shown by half. */
const provenLines = (path: string, text: string, isProven: (words: string) => boolean, find: Find): string => {
  const isShown = (line: string) => claimsAt(path, line, find).every(({ words }) => isProven(words))
  // Nearly every text has none.
  if (claimsAt(path, text, find).every(({ words }) => isProven(words))) return text
  return text.split('\n').filter(isShown).join('\n')
}

/** Returns a place as visitors see it: lines, and entries of lists, whose claims lack a proof are left out. */
export const withoutUnproven = <Value>(
  place: TextPlace,
  value: Value,
  isProven: (words: string) => boolean,
  find: Find = claimsIn,
): Value =>
  textPaths[place].reduce<unknown>(
    (shown, [path, steps]) => mapped(shown, steps, (text) => provenLines(path, text, isProven, find)),
    value,
  ) as Value

/** A claim where it is written; `is_name`: it is never hidden. */
export type FoundClaim = Claim & { path: string; is_name: boolean }

/** Lists every claim of a place with the path of its text. */
export function claimsOf(place: TextPlace, value: unknown, find: Find = claimsIn): FoundClaim[] {
  const found: FoundClaim[] = []
  const collect = (paths: Paths, is_name: boolean) => {
    for (const [path, steps] of paths)
      mapped(value, steps, (text) => {
        found.push(...claimsAt(path, text, find).map((claim) => ({ ...claim, path, is_name })))
        return text
      })
  }
  collect(textPaths[place], false)
  collect(namePaths[place], true)
  return found
}
