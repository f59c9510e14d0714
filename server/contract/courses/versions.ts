import { z } from 'zod'
import { defineCall } from '../define-call.ts'
import { CourseId, IfMatch, Message, Moment, wholeNumber } from '../fields.ts'
import { AdminCourse, OwnCourse } from './courses.ts'

const CourseVersion = z.object({
  version: z.number().int().positive(),
  at: Moment,
  /** Email of the admin who saved it; null for what no admin saved, such as what stood before the first save. */
  by: z.string().nullable(),
  /** Fields that this save changed; empty for the first. */
  changed: z.array(z.string()),
})
export type CourseVersion = z.output<typeof CourseVersion>

const Version = wholeNumber(1, 1_000_000_000, 'Must be a version')

/** Earlier versions of a sales page; lessons are in none. */
export const courses = {
  /** Newest first, the last 100. 404. */
  versions: defineCall({
    method: 'GET',
    path: '/admin/courses/{course_id}/versions',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'Earlier versions of a course',
  })
    .input(z.object({ course_id: CourseId }))
    .output(z.array(CourseVersion)),

  /** One version with its whole sales page. 404. */
  version: defineCall({
    method: 'GET',
    path: '/admin/courses/{course_id}/versions/{version}',
    access: 'admin',
    roles: ['editor'],
    scope: 'courses:read',
    summary: 'One version of a course',
  })
    .input(z.object({ course_id: CourseId, version: Version }))
    .output(CourseVersion.extend({ course: OwnCourse })),

  /**
   * Makes a version the newest again, as a save does: the same errors and `ETag`. Fields whose files are gone by now stay as
   * they are, and `kept` names them. Lessons stay.
   */
  restoreVersion: defineCall({
    method: 'POST',
    path: '/admin/courses/{course_id}/versions/{version}/restore',
    access: 'admin',
    roles: ['editor'],
    input: 'detailed',
    summary: 'Bring a version of a course back',
    codes: ['edit_conflict', 'confirmation_required'],
  })
    .input(
      z.object({
        params: z.object({ course_id: CourseId, version: Version }),
        headers: IfMatch,
      }),
    )
    .output(Message.extend({ course: AdminCourse, kept: z.array(z.string()) })),
}
