import { importAll } from './import-all.ts'

/** Pieces of SQL that optional features put into statements of the trunk. A feature exports its own from a `*.pieces.ts`. */
export type Pieces = {
  /** A relation of `course_id`: courses with a certificate. */
  certificateCourses: string
  /** A relation of `user_id` and `course_id`: issued certificates. */
  takenCertificates: string
  /** SQL of the instalment plans that are being paid: `user_id`, `course_id`, `plan_id`. */
  openPlans: string
  /** Builds what is left of the plan of parts that an order pays, as `ReceiptData` has it; null for nothing. */
  planRest: (order: string) => string
  /** A relation of `order_id`: debits of memberships that run at `:now` and that a next debit follows. */
  followedDebits: string
  /** A relation of `course_id`: courses with a price of their own for a renewal. */
  renewedCourses: string
  /** A relation of `user_id` and `until`: people under 18, whom nobody advertises to before that moment. */
  protectedPeople: string
  /** A relation of `lesson_id`, `starts_at`, `minutes`, `cancelled_at`: live lessons, cancelled ones included. */
  liveLessons: string
  /** A relation of `user_id` and `lesson_id`: who joined which live lesson. */
  liveJoins: string
  /** Builds the moment of a lesson as `StudentLesson` has it; `:userId` is bound. */
  liveOf: (lesson: string) => string
  /** Builds what a student is to do next for a course that they have, as `ShownNextStep`; null for nothing. */
  nextStep: (course: string, user: string) => string
  /** Builds the date whose seat an order sells; null for none. */
  soldRun: (order: string) => string
  /** A relation of `user_id`, `run_id`, `order_id` and `course_id`: seats that orders give. */
  givenSeats: string
  /** A relation of `course_id`: courses that are sold by dates. */
  datedCourses: string
  /** Checks that a live lesson is ahead at `:now` for other dates of its course than the student's own. */
  ofOtherDate: (lesson: string, user: string, liveLessons: string) => string
  /** A relation of `media_ids` and `place`: files of the library that other places show, and the place's name. */
  shownFiles: string
}

/** Relations without a row stand for a feature that is deleted. */
const without: Pieces = {
  certificateCourses: "(select '' as course_id where false)",
  takenCertificates: "(select 0 as user_id, '' as course_id where false)",
  openPlans: "(select 0 as user_id, '' as course_id, '' as plan_id where false)",
  followedDebits: "(select '' as order_id where cast(:now as timestamptz) is null)",
  renewedCourses: "(select '' as course_id where false)",
  protectedPeople: '(select 0 as user_id, now() as until where false)',
  liveLessons:
    "(select '' as lesson_id, now() as starts_at, 0 as minutes, cast(null as timestamptz) as cancelled_at where false)",
  liveJoins: "(select 0 as user_id, '' as lesson_id where false)",
  shownFiles: "(select cast(null as text[]) as media_ids, '' as place where false)",
  soldRun: () => 'cast(null as text)',
  givenSeats: "(select 0 as user_id, '' as run_id, '' as order_id, '' as course_id where false)",
  datedCourses: "(select '' as course_id where false)",
  nextStep: () => 'cast(null as jsonb)',
  planRest: () => 'cast(null as jsonb)',
  ofOtherDate: () => 'false',
  liveOf: () => '(select cast(null as json) where cast(:userId as bigint) is not null)',
}

const modules = (await importAll('../../**/*.pieces.ts', import.meta.dirname)) as { pieces: Partial<Pieces> }[]

export const pieces: Pieces = Object.assign({}, without, ...modules.map((module) => module.pieces))
