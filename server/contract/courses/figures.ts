import { z } from 'zod'
import { searches } from '../call-cost.ts'
import { defineCall } from '../define-call.ts'
import { CourseId, Moment, Rupees, SearchText, wholeNumber } from '../fields.ts'
import { CourseIds } from './ids.ts'

/** A lesson in the numbers of its course; of students who have the course now. */
export const LessonFigures = z.object({
  lesson_id: z.string(),
  title: z.string(),
  /** Students with accepted time in it, or who marked it as done; and those who did all of it. */
  started: z.number().int(),
  finished: z.number().int(),
  /** Students who stopped midway at a known second: their number, the median second, and the length as players reported it. */
  stopped: z.number().int(),
  stop_second: z.number().nullable(),
  length: z.number().nullable(),
})
export type LessonFigures = z.output<typeof LessonFigures>

/** Students who have the course now and got it in a month such as `2026-11`: all, who began, who have done half of the present lessons, and all of them. */
export const CohortFigures = z.object({
  month: z.string(),
  enrolled: z.number().int(),
  started: z.number().int(),
  half: z.number().int(),
  finished: z.number().int(),
})
export type CohortFigures = z.output<typeof CohortFigures>

export const StuckStudent = z.object({
  user_id: z.string(),
  name: z.string(),
  email: z.string(),
  granted_at: Moment,
  lessons_done: z.number().int(),
  /** Null for a student who never played anything. */
  last_beat_at: Moment.nullable(),
  /** When they last used the shop, whatever they did there; null for one who was never there. */
  last_seen: Moment.nullable(),
  /** Null without a beat, and when the lesson is gone. */
  last_lesson: z.string().nullable(),
})
export type StuckStudent = z.output<typeof StuckStudent>

/** A part of `courses`. */
export const courseFigures = {
  /** Paid orders with each of the courses named, less those of which it went back, and its part of the money, less refunds, since the shop began; as the overview counts. */
  sales: defineCall({
    method: 'GET',
    path: '/admin/courses/get_sales',
    access: 'admin',
    scope: 'numbers:read',
    summary: 'What courses have sold',
  })
    .input(z.object({ ids: CourseIds }))
    .output(
      z.object({ courses: z.array(z.object({ course_id: z.string(), sales: z.number().int(), revenue: Rupees })) }),
    ),

  /** Returns a course's figures. 404 for an unknown course; a deleted one has its numbers. */
  numbers: defineCall({
    method: 'GET',
    path: '/admin/courses/get_numbers/{id}',
    access: 'admin',
    scope: 'numbers:read',
    summary: 'Sales, students and completion of a course',
  })
    .input(z.object({ id: CourseId }))
    .output(
      z.object({
        /** Paid orders with it, less those of which it went back, and its part of their money, less refunds. */
        sales: z.number().int(),
        revenue: Rupees,
        lessons: z.number().int(),
        /** Students who have it now; of them, those who have watched or done anything, and those who have done every present lesson. */
        students: z.number().int(),
        /** Students who took it free; no sale counts them. */
        free: z.number().int(),
        started: z.number().int(),
        completed: z.number().int(),
      }),
    ),

  /** Students who have the course now, the newest first, with how far they are; `q`: of whom a part of name or email is this. 404 for an unknown course. */
  students: defineCall({
    method: 'GET',
    path: '/admin/courses/get_students/{id}',
    access: 'admin',
    scope: 'students:read',
    summary: 'Students of a course',
    cost: 'search',
    limits: [searches],
  })
    .input(
      z.object({
        id: CourseId,
        q: SearchText.optional(),
        limit: wholeNumber(1, 200, 'Must be a whole number from 1 to 200').optional(),
        offset: wholeNumber(0, 1_000_000_000, 'Must be a whole number from 0').optional(),
      }),
    )
    .output(
      z.object({
        total: z.number().int(),
        lessons: z.number().int(),
        students: z.array(
          z.object({
            user_id: z.string(),
            name: z.string(),
            email: z.string(),
            granted_at: Moment,
            /** When access ends or ended; null when it has no end. */
            ends_at: Moment.nullable(),
            lessons_done: z.number().int(),
            last_watched_at: Moment.nullable(),
            last_seen: Moment.nullable(),
          }),
        ),
      }),
    ),

  /** Returns where students stop, and the progress by month, from accepted beats. 404. */
  learning: defineCall({
    method: 'GET',
    path: '/admin/courses/get_learning/{id}',
    access: 'admin',
    scope: 'courses:read',
    summary: 'Where students of a course stop',
  })
    .input(z.object({ id: CourseId }))
    .output(z.object({ lessons: z.array(LessonFigures), cohorts: z.array(CohortFigures) })),

  /** Students who have not finished and sent no beat for so many days; who was there last comes first. 50 unless `limit` says so. 404. */
  stuck: defineCall({
    method: 'GET',
    path: '/admin/courses/get_stuck/{id}',
    access: 'admin',
    scope: 'students:read',
    summary: 'Students of a course who have stopped',
  })
    .input(
      z.object({
        id: CourseId,
        days: wholeNumber(1, 365, 'Must be a whole number from 1 to 365').default(14),
        limit: wholeNumber(1, 200, 'Must be a whole number from 1 to 200').optional(),
        offset: wholeNumber(0, 1_000_000_000, 'Must be a whole number from 0').optional(),
      }),
    )
    .output(z.object({ total: z.number().int(), lessons: z.number().int(), students: z.array(StuckStudent) })),
}
