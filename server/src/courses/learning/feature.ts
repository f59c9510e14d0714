import { defineFeature } from '../../platform/features/define-feature.ts'
import { ACCOUNT, COURSE, LESSON, WHO } from '../../platform/features/manifest.sql.ts'

export default defineFeature({
  tables: {
    lesson_progress: {
      person: {
        erased: ['user_id', 'course_id', 'lesson_id', 'position_tab', 'move_id'],
        statement: 'delete from lesson_progress where user_id = :id',
      },
      ownData: {
        title: 'Your lessons',
        select: `select course_id, lesson_id, seconds, position_seconds, completed_at, moved_in_at, updated_at
      from lesson_progress where user_id = :id order by course_id, lesson_id`,
      },
      archive: {
        file: 'progress.csv',
        about: 'what each student watched: seconds, and when the lesson was done',
        select: `select ${WHO}, c.name as course, l.title as lesson, l.position + 1 as position, t.completed_at as done_on, t.seconds,
        t.position_seconds, t.updated_at as last_seen, t.lesson_id, t.course_id
      from lesson_progress t ${ACCOUNT} ${COURSE} ${LESSON} order by t.user_id, t.course_id, t.lesson_id`,
      },
    },
    course_finishes: {
      ownData: {
        title: 'Courses that you finished',
        select: 'select course_id, finished_at from course_finishes where user_id = :id order by course_id',
      },
      archive: {
        file: 'course-finishes.csv',
        about: 'who finished a course before lessons were added to it',
        select: `select ${WHO}, c.name as course, t.finished_at, t.course_id
      from course_finishes t ${ACCOUNT} ${COURSE} order by t.user_id, t.course_id`,
      },
    },
    last_beats: {
      ownData: { without: 'the last moments of the lessons that are listed' },
      archive: { in: 'progress.csv' },
    },
    learning_beats: {
      person: {
        erased: ['user_id'],
        statement: 'delete from learning_beats where user_id = :id',
      },
      ownData: {
        title: 'When you last watched',
        select: 'select beat_at from learning_beats where user_id = :id',
      },
      archive: { without: 'counted again from orders and lessons' },
    },
    waiting_progress: {
      ownData: {
        title: 'Your progress in the shop before, in courses whose lessons are not all here yet',
        select:
          'select course_id, progress, done_at, stored_at from waiting_progress where user_id = :id order by course_id',
      },
      archive: {
        file: 'waiting-progress.csv',
        about: 'progress of the shop before, in courses whose lessons are not all here yet; progress is JSON',
        select: `select ${WHO}, c.name as course, t.progress, t.done_at as done_on, t.course_id
      from waiting_progress t ${ACCOUNT} ${COURSE} order by t.user_id, t.course_id`,
      },
    },
    lesson_notes: {
      ownData: {
        title: 'Your notes',
        select: `select course_id, lesson_id, second, text, created_at, updated_at
      from lesson_notes where user_id = :id order by course_id, note_id`,
      },
      archive: {
        file: 'notes.csv',
        about: 'notes that students wrote under lessons',
        select: `select ${WHO}, c.name as course, l.title as lesson, t.second, t.text, t.created_at, t.updated_at, t.lesson_id, t.course_id
      from lesson_notes t ${ACCOUNT} ${COURSE} ${LESSON} order by t.note_id`,
      },
    },
    watching_devices: {
      ownData: {
        title: 'Devices you watch on',
        select: `select s.device, w.beat_at, w.stopped_at from watching_devices w join sessions s using (session_id)
      where w.user_id = :id order by w.beat_at`,
      },
      archive: { without: 'secrets of this shop: logins, keys and second factors are made anew' },
    },
    learning_late_batches: {
      ownData: {
        title: 'Devices that sent what you did without a network',
        select: 'select device, number, taken_at from learning_late_batches where user_id = :id order by taken_at',
      },
      archive: { without: 'the program at work' },
    },
  },
})
