import { z } from 'zod'
import { catalogueSorts, MAX_COURSE_IDS, priceBands } from './catalogue-page.ts'
import { defineCall } from './define-call.ts'
import { CourseId, listQuery, MediaUrl, Message, Moment, optionalText, Price, Rupees, text } from './fields.ts'
import { CourseState, NewCoursePlacement, placement } from './placement.ts'

/** A course has at most this many topics. */
const MAX_TOPICS = 5

/** A list holds at most this many entries. */
const MAX_ENTRIES = 100

const list = <T extends z.ZodType>(entry: T) =>
  z.array(entry, { error: 'Must be a list' }).max(MAX_ENTRIES, { error: `At most ${MAX_ENTRIES} entries` })
const lines = list(text(1, 1000, 'Must not be empty'))

const fields = {
  name: text(5, 200, 'Name must be at least 5 characters'),
  description: text(20, 2000, 'Description must be at least 20 characters'),
  long_description: text(50, 20_000, 'Long description must be at least 50 characters'),
  header_text: text(10, 500, 'Header text is required'),
  header_below: text(1, 500, 'Header below text is required'),
  price: Price,
}

const optionalLists = {
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
  /** By which the catalogue is narrowed. */
  topics: z
    .array(text(1, 40, 'Must be 1 to 40 characters'), { error: 'Must be a list' })
    .max(MAX_TOPICS, { error: `At most ${MAX_TOPICS} topics` }),
  faq: list(z.object({ question: text(1, 500, 'Question is required'), answer: text(1, 5000, 'Answer is required') })),
}

const optionalTexts = {
  offer_text: optionalText(300),
  lifetime_access: optionalText(300),
  bonuses_worth: optionalText(100),
  buy_now_text: optionalText(60),
  legal_disclaimer: optionalText(5000),
  /** Such as `Hindi, captions in English`. */
  language: optionalText(100),
  /** What a buyer needs, such as `Any phone`. */
  requirements: optionalText(200),
  teacher_name: optionalText(100),
  teacher_about: optionalText(1000),
}

const BANNER_MESSAGE = 'Course banner is required'
const banner = z.string({ error: BANNER_MESSAGE }).trim().min(1, { error: BANNER_MESSAGE }).pipe(MediaUrl)

const COURSE_ID_MESSAGE = 'Must be 1 to 80 of a-z, 0-9 and -'
const newCourseId = z
  .string({ error: COURSE_ID_MESSAGE })
  .trim()
  .regex(/^([a-z0-9][a-z0-9-]{0,79})?$/, { error: COURSE_ID_MESSAGE })
  .nullish()
  .transform((value) => value || null)

/** Missing and null lists are empty ones. */
const orEmpty = <T extends z.ZodArray>(schema: T) => schema.nullish().transform((value) => value ?? [])

/** A course as an admin sends it to be created. `course_id` is made from the name when absent */
export const CreateCourseBody = z.object({
  ...fields,
  banner,
  ...optionalTexts,
  DEMO_REELS_VIDEOS: orEmpty(optionalLists.DEMO_REELS_VIDEOS),
  benefits_samples: orEmpty(optionalLists.benefits_samples),
  additional_infobanners: orEmpty(optionalLists.additional_infobanners),
  product_content_samples: orEmpty(optionalLists.product_content_samples),
  bonuses: orEmpty(optionalLists.bonuses),
  exclusive_bonuses: orEmpty(optionalLists.exclusive_bonuses),
  CUSTOMER_REVIEWS: orEmpty(optionalLists.CUSTOMER_REVIEWS),
  who_is_this_for: orEmpty(optionalLists.who_is_this_for),
  where_can_i_upload: orEmpty(optionalLists.where_can_i_upload),
  how_to_make_money: orEmpty(optionalLists.how_to_make_money),
  how_to_get_started: orEmpty(optionalLists.how_to_get_started),
  topics: orEmpty(optionalLists.topics),
  faq: orEmpty(optionalLists.faq),
  course_id: newCourseId,
})

/**
 * A course as an admin sends it to be changed: a field that is not sent keeps its value. An optional text sent as null
 * or empty is taken away; a list is replaced whole.
 */
export const UpdateCourseBody = z.object({ ...fields, banner, ...optionalTexts, ...optionalLists }).partial()

/** The whole public course: these fields and no others leave the server. */
export const Course = z.object({
  course_id: z.string(),
  name: z.string(),
  description: z.string(),
  long_description: z.string(),
  header_text: z.string(),
  header_below: z.string(),
  price: Rupees,
  offer_text: z.string().nullable(),
  banner: z.string(),
  DEMO_REELS_VIDEOS: z.array(z.string()),
  benefits_samples: z.array(z.string()),
  additional_infobanners: z.array(z.string()),
  product_content_samples: z.array(z.object({ title: z.string(), subtitle: z.string(), image: z.string() })),
  bonuses: z.array(z.object({ title: z.string(), image: z.string() })),
  exclusive_bonuses: z.array(z.object({ title: z.string(), image: z.string() })),
  CUSTOMER_REVIEWS: z.array(z.object({ image: z.string() })),
  who_is_this_for: z.array(z.string()),
  where_can_i_upload: z.array(z.string()),
  how_to_make_money: z.array(z.string()),
  how_to_get_started: z.array(z.string()),
  lifetime_access: z.string().nullable(),
  bonuses_worth: z.string().nullable(),
  faq: z.array(z.object({ question: z.string(), answer: z.string() })),
  buy_now_text: z.string().nullable(),
  legal_disclaimer: z.string().nullable(),
  language: z.string().nullable(),
  requirements: z.string().nullable(),
  teacher_name: z.string().nullable(),
  teacher_about: z.string().nullable(),
  topics: z.array(z.string()),
})
export type Course = z.output<typeof Course>

/** A lesson as everybody may know it before buying. */
export const PublicLesson = z.object({
  title: z.string(),
  /** Of its file where that tells it, else as the owner gave it; null when nobody knows. */
  seconds: z.number().int().positive().nullable(),
  /** Whether a file comes with it. */
  download: z.boolean(),
  /** Where it can be watched: of the free preview alone, null for every other lesson. */
  preview_link: z.string().nullable(),
})
export type PublicLesson = z.output<typeof PublicLesson>

/** A course with what is inside. */
export const PublicCourse = Course.extend({
  lessons: z.array(PublicLesson),
  /** When lessons last came, went or changed; null without lessons. */
  lessons_updated_at: z.string().nullable(),
})
export type PublicCourse = z.output<typeof PublicCourse>

/** What a list of courses shows of each. */
export const CourseCard = Course.pick({
  course_id: true,
  name: true,
  description: true,
  header_text: true,
  price: true,
  offer_text: true,
  banner: true,
  buy_now_text: true,
})
export type CourseCard = z.output<typeof CourseCard>

/** The same in the console's list. */
export const AdminCourseCard = CourseCard.extend({
  status: CourseState,
  /** When it was deleted; null while it is not. */
  deleted_at: Moment.nullable(),
  lessons: z.number().int(),
  /** Students who have it now. */
  students: z.number().int(),
})
export type AdminCourseCard = z.output<typeof AdminCourseCard>

/** What `courses.filters` answers. */
export const CourseFilters = z.object({
  topics: z.array(z.object({ name: z.string(), courses: z.number().int() })),
  /** Bands with a course in them. */
  prices: z.array(z.object({ band: z.enum(priceBands), courses: z.number().int() })),
})
export type CourseFilters = z.output<typeof CourseFilters>

/** At most this many links are tried at once. */
export const MAX_CHECKED_LINKS = 50

export const LinkResult = z.object({
  link: z.string(),
  result: z.enum(['ok', 'blocked', 'unreachable']),
  /** HTTP status of the last answer; null when there was none. */
  status: z.number().int().nullable(),
  /** Whether the player may show it inside the page; null when there was no answer. */
  framed: z.boolean().nullable(),
  /** A sentence for a person. */
  reason: z.string(),
})
export type LinkResult = z.output<typeof LinkResult>

const CourseAnswer = Message.extend({ course: Course })

const IDS_MESSAGE = `Must be 1 to ${MAX_COURSE_IDS} course ids with commas between`
/** Course ids with commas between, as query text. */
const CourseIds = z
  .string({ error: IDS_MESSAGE })
  .max(MAX_COURSE_IDS * 101, { error: IDS_MESSAGE })
  .transform((text) => text.split(','))
  .pipe(z.array(CourseId).max(MAX_COURSE_IDS, { error: IDS_MESSAGE }))
const adminSorts = ['newest', 'name', '-name', 'price', '-price', 'offer_text', '-offer_text'] as const

export const courses = {
  /**
   * In the catalogue's order: `position`, then newest first. `q`: each of its words, or one that means the same, is
   * somewhere in the name, the descriptions, topics, platforms or titles of lessons; where nothing is as it was written,
   * near spellings count. Courses with all words in their name come first. `topic`, `price`: as `filters` names them. `ids`: of these courses alone those that are there. Carries `ETag` and `X-Total-Count`.
   */
  list: defineCall({ method: 'GET', path: '/go/courses', access: 'public', summary: 'The catalogue' })
    .input(
      listQuery(catalogueSorts).extend({
        ids: CourseIds.optional(),
        topic: z
          .string({ error: 'Must be text' })
          .trim()
          .max(100, { error: 'Must be at most 100 characters' })
          .optional(),
        price: z.enum(priceBands, { error: `Must be one of ${priceBands.join(', ')}` }).optional(),
      }),
    )
    .output(z.array(CourseCard)),

  /** By what the whole catalogue can be narrowed, with how many courses each holds; topics with most courses first. */
  filters: defineCall({
    method: 'GET',
    path: '/go/course_filters',
    access: 'public',
    summary: 'Topics and prices of the catalogue',
  }).output(CourseFilters),

  /** With its lessons by title. 404 `Course not found`. Carries `ETag`. */
  get: defineCall({ method: 'GET', path: '/go/courses/{id}', access: 'public', summary: 'One course' })
    .input(z.object({ id: CourseId }))
    .output(PublicCourse),

  /**
   * Whole courses, or cards with `fields=list`; then `counts` says how many match the search in each state. Without `status`
   * all but deleted ones.
   */
  adminList: defineCall({
    method: 'GET',
    path: '/admin/courses/get_all_courses',
    access: 'admin',
    roles: ['editor'],
    summary: 'All courses',
  })
    .input(
      listQuery(adminSorts).extend({
        fields: z.literal('list', { error: 'Must be list' }).optional(),
        status: CourseState.optional(),
      }),
    )
    .output(
      z.object({
        courses: z.array(z.union([Course, AdminCourseCard])),
        counts: z.record(CourseState, z.number().int()).optional(),
      }),
    ),

  adminGet: defineCall({
    method: 'GET',
    path: '/admin/courses/get_course/{id}',
    access: 'admin',
    roles: ['editor'],
    summary: 'One course, with its ETag',
  })
    .input(z.object({ id: CourseId }))
    .output(Course),

  /** 409 `course_exists` for a `course_id` in use. Carries `ETag`. */
  create: defineCall({
    method: 'POST',
    path: '/admin/courses/create',
    access: 'admin',
    roles: ['editor'],
    status: 201,
    summary: 'Add a course',
    codes: ['course_exists'],
  })
    .input(CreateCourseBody.extend(NewCoursePlacement.shape))
    .output(CourseAnswer),

  /** With `If-Match` a stale edit is 409 `edit_conflict` with the present course as `current`. Carries `ETag`. */
  update: defineCall({
    method: 'PUT',
    path: '/admin/courses/update_course/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Change a course',
    codes: ['edit_conflict'],
  })
    .input(
      z.object({
        params: z.object({ id: CourseId }),
        headers: z.object({ 'if-match': z.string().max(200).optional() }).optional(),
        body: UpdateCourseBody,
      }),
    )
    .output(CourseAnswer),

  /** The course leaves the catalogue; buyers keep access. Again: 404. */
  delete: defineCall({
    method: 'DELETE',
    path: '/admin/courses/delete_course/{course_id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Delete a course',
  })
    .input(z.object({ params: z.object({ course_id: CourseId }) }))
    .output(Message),

  /** Takes a delete back; 404 when the course is unknown or not deleted. */
  restore: defineCall({
    method: 'POST',
    path: '/admin/courses/restore_course/{id}',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Take a delete back',
  })
    .input(z.object({ params: z.object({ id: CourseId }) }))
    .output(CourseAnswer),

  ...placement,

  /** What a delete would touch, before it happens. 404 for an unknown or deleted course. */
  deletePreview: defineCall({
    method: 'GET',
    path: '/admin/courses/delete_preview/{id}',
    access: 'admin',
    roles: ['editor'],
    summary: 'What deleting a course would touch',
  })
    .input(z.object({ id: CourseId }))
    .output(
      z.object({
        course_id: z.string(),
        name: z.string(),
        /** Students who have the course now; they keep it. */
        students: z.number().int(),
        /** Orders with it that wait for their payment; who pays still gets it. */
        open_orders: z.number().int(),
        /** Gift codes for it that nobody has redeemed; they stay good. */
        open_gift_codes: z.number().int(),
        lessons: z.number().int(),
        /** Codes for this course alone, which nobody can use then; at most 20 are named. */
        promocodes: z.array(z.object({ id: z.string(), promocode: z.string(), discount: z.number().int() })),
        promocodes_total: z.number().int(),
        /** Testimonials on the home page that are about it. */
        testimonials: z.number().int(),
      }),
    ),

  /**
   * Tries addresses from the server, each once. `ok` answered, `framed` says whether a browser may show it in the
   * player's frame, `blocked` leads to a private network or is no address of ours to try, `unreachable` did not answer
   * in time or with an error.
   */
  checkLinks: defineCall({
    method: 'POST',
    path: '/admin/courses/check_links',
    access: 'admin',
    roles: ['editor'],
    summary: 'Check lesson links',
  })
    .input(
      z.object({
        links: z
          .array(z.string({ error: 'Must be a valid URL' }).trim().max(2000), { error: 'Must be a list of links' })
          .min(1, { error: 'Must be a list of links' })
          .max(MAX_CHECKED_LINKS, { error: `At most ${MAX_CHECKED_LINKS} links at once` }),
      }),
    )
    .output(z.object({ results: z.array(LinkResult) })),
}
