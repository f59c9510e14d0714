import { z } from 'zod'
import { AccessPeriod, hasAtMostTwoDecimals, MAX_PRICE_RUPEES, MediaUrl, optionalText, Price, text } from '../fields.ts'
import { NewCoursePlacement } from '../placement.ts'
import { BundleCourses, CourseKind, TOO_FEW_COURSES } from './bundles.ts'
import { hiddenFields, shownFields } from './extra-fields.ts'

/** A course has at most this many topics. */
const MAX_TOPICS = 5

/** A list holds at most this many entries. */
export const MAX_ENTRIES = 100

const list = <T extends z.ZodType>(entry: T) =>
  z.array(entry, { error: 'Must be a list' }).max(MAX_ENTRIES, { error: `At most ${MAX_ENTRIES} entries` })
const lines = list(text(1, 1000, 'Must not be empty'))

const BANNER_MESSAGE = 'Course banner is required'

/** Complete enough to be sold. In the order of a form: the first error is reported first. */
const fields = {
  name: text(5, 200, 'Name must be at least 5 characters'),
  description: text(20, 2000, 'Description must be at least 20 characters'),
  long_description: text(50, 20_000, 'Long description must be at least 50 characters'),
  header_text: text(10, 500, 'Header text is required'),
  header_below: text(1, 500, 'Header below text is required'),
  price: Price,
  offer_text: optionalText(300),
  banner: z.string({ error: BANNER_MESSAGE }).trim().min(1, { error: BANNER_MESSAGE }).pipe(MediaUrl),
  DEMO_REELS_VIDEOS: list(MediaUrl),
  benefits_samples: list(MediaUrl),
  /** Pictures, or text where an entry is no address. */
  additional_infobanners: lines,
  product_content_samples: list(
    z.object({
      title: text(1, 300, 'Title is required'),
      subtitle: z.string().trim().max(300).default('none'),
      image: MediaUrl,
    }),
  ),
  bonuses: list(z.object({ title: text(1, 300, 'Title is required'), image: MediaUrl })),
  exclusive_bonuses: list(z.object({ title: text(1, 300, 'Title is required'), image: MediaUrl })),
  CUSTOMER_REVIEWS: list(z.object({ image: MediaUrl })),
  who_is_this_for: lines,
  where_can_i_upload: lines,
  how_to_make_money: lines,
  how_to_get_started: lines,
  lifetime_access: optionalText(300),
  bonuses_worth: optionalText(100),
  faq: list(z.object({ question: text(1, 500, 'Question is required'), answer: text(1, 5000, 'Answer is required') })),
  buy_now_text: optionalText(60),
  legal_disclaimer: optionalText(5000),
  /** Visitors narrow the catalogue by them. */
  topics: z
    .array(text(1, 40, 'Must be 1 to 40 characters'), { error: 'Must be a list' })
    .max(MAX_TOPICS, { error: `At most ${MAX_TOPICS} topics` }),
  /** Applies to future sales. */
  access_period: optionalText(10).pipe(AccessPeriod),
  /** Such as `Hindi, captions in English`. */
  language: optionalText(100),
  /** A buyer's requirements, such as `Any phone`. */
  requirements: optionalText(200),
  teacher_name: optionalText(100),
  teacher_about: optionalText(1000),
  /** The courses of a bundle; absent for a single course. */
  bundle_courses: BundleCourses,
}

const unfinished = (max: number, message: string) => text(0, max, message)

/** The same fields in a draft: short or empty where a course on sale must say something. */
const draftFields = {
  ...fields,
  name: text(1, 200, 'Name must be at least 5 characters'),
  description: unfinished(2000, 'Description must be at least 20 characters'),
  long_description: unfinished(20_000, 'Long description must be at least 50 characters'),
  header_text: unfinished(500, 'Header text is required'),
  header_below: unfinished(500, 'Header below text is required'),
  /** 0 until it is known. */
  price: z
    .number({ error: 'Price must be positive' })
    .min(0, { error: 'Price must be positive' })
    .max(MAX_PRICE_RUPEES, { error: 'Price must be at most 1000000' })
    .refine(hasAtMostTwoDecimals, { error: 'Price must have at most 2 decimals' }),
  banner: z
    .string({ error: BANNER_MESSAGE })
    .trim()
    .pipe(z.union([z.literal(''), MediaUrl], { error: 'Must be a valid URL' })),
}

const COURSE_ID_MESSAGE = 'Must be 1 to 80 of a-z, 0-9 and -'
const newCourseId = z
  .string({ error: COURSE_ID_MESSAGE })
  .trim()
  .regex(/^([a-z0-9][a-z0-9-]{0,79})?$/, { error: COURSE_ID_MESSAGE })
  .nullish()
  .transform((value) => value || null)

/** Missing and null lists are empty ones. */
const IS_FREE = 'Must be true or false'
const free = z.boolean({ error: IS_FREE })

const orEmpty = <T extends z.ZodArray>(schema: T) => schema.nullish().transform((value) => value ?? [])
type Fields = typeof fields
const listsOrEmpty = Object.fromEntries(
  Object.entries(fields).map(([name, schema]) => [name, schema instanceof z.ZodArray ? orEmpty(schema) : schema]),
) as { [K in keyof Fields]: Fields[K] extends z.ZodArray ? ReturnType<typeof orEmpty<Fields[K]>> : Fields[K] }

/** A null takes the field of a feature away. */
const extraFields = { ...shownFields, ...hiddenFields }

/** A course that is complete but for its lessons. `course_id` is made from the name when absent. */
export const CreateCourseBody = z.object({
  course_id: newCourseId,
  ...listsOrEmpty,
  kind: CourseKind.nullish().transform((value) => value ?? 'course'),
  free: free.nullish().transform((value) => value ?? false),
  ...extraFields,
})

/** A complete course that is free: it alone may cost 0. */
const FreeCourseBody = CreateCourseBody.extend({ price: draftFields.price })

/** Returns the schema of a complete course, as one on sale has to be. */
export const completeBody = (course: { free?: boolean | undefined }) =>
  course.free ? FreeCourseBody : CreateCourseBody

const orBlank = <T extends z.ZodType<string>>(schema: T) =>
  z.preprocess((value) => value ?? '', schema) as unknown as z.ZodPipe<z.ZodTransform<string, unknown>, T>

/** A draft: a name is enough. */
export const DraftBody = CreateCourseBody.extend({
  name: draftFields.name,
  description: orBlank(draftFields.description),
  long_description: orBlank(draftFields.long_description),
  header_text: orBlank(draftFields.header_text),
  header_below: orBlank(draftFields.header_below),
  price: draftFields.price.nullish().transform((value) => value ?? 0),
  banner: orBlank(draftFields.banner),
})

const NO_COURSES = { path: ['bundle_courses'], message: TOO_FEW_COURSES }
const places = Object.keys(CreateCourseBody.shape)
const isDraft = ({ state, published }: { state?: string | undefined; published?: boolean | undefined }) =>
  state === undefined ? published === false : state === 'draft' || state === 'archived'

/** A course as an admin sends it to be created: complete, unless its state keeps it off the store. */
export const NewCourseBody = DraftBody.extend(NewCoursePlacement.shape).superRefine(
  (course, { issues }) => {
    if (isDraft(course)) return
    const named = new Set(issues.map(({ path }) => path?.[0]))
    const lacking: { path: PropertyKey[]; message: string }[] =
      completeBody(course).safeParse(course).error?.issues ?? []
    const short = course.kind === 'bundle' && course.bundle_courses?.length === 0
    for (const { path, message } of [...lacking, ...(short ? [NO_COURSES] : [])]) {
      if (!named.has(path[0])) issues.push({ code: 'custom', input: course, path, message })
    }
    const placeOf = (path: PropertyKey[] = []) => places.indexOf(String(path[0]))
    issues.sort((one, other) => placeOf(one.path) - placeOf(other.path))
  },
  { when: () => true },
)

/**
 * A course as an admin sends it to be changed: a field that is not sent keeps its value. An optional text sent as null
 * or empty is taken away; a list is replaced whole. A course on sale stays complete.
 */
export const UpdateCourseBody = z.object({ ...draftFields, free, ...extraFields }).partial()
