import { expect } from 'vitest'
import { buildLesson } from '../../../test/catalogue-factories.ts'
import type { FeatureScenes } from '../../../test/feature-scenes.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  const aMoment = {
    starts_at: '2099-01-02T13:30:00.000Z',
    minutes: 60,
    join_link: 'https://meet.example.com/abc',
  }

  return {
    'live.save': async () => {
      const lesson = await buildLesson(at.server.db, { title: 'A lesson that is live', kind: 'live' })
      return {
        path: `/admin/live/${lesson.lesson_id}`,
        body: aMoment,
        expected: {
          kind: 'lessons',
          target_id: lesson.course_id,
          before: null,
          after: { live_of: 'A lesson that is live', starts_at: aMoment.starts_at, minutes: 60 },
        },
      }
    },
    'live.cancel': async () => {
      const lesson = await buildLesson(at.server.db, { title: 'A lesson that is live', kind: 'live' })
      await at.server.api(at.token).live.save({ params: { lesson_id: lesson.lesson_id }, body: aMoment })
      return {
        path: `/admin/live/${lesson.lesson_id}`,
        expected: {
          kind: 'lessons',
          target_id: lesson.course_id,
          after: null,
          before: expect.objectContaining({ live_of: 'A lesson that is live', minutes: 60 }),
        },
      }
    },
  }
}

export const round: FeatureScenes['round'] = async ({ server: { db }, course_id }) => {
  const meeting = { minutes: 60, join_link: 'https://meet.example.com/abc', updated_at: new Date() }
  const build = async (starts_at: Date) => {
    const { lesson_id } = await buildLesson(db, { course_id, title: 'Live', kind: 'live', watch_link: '' })
    await db('live_lessons').insert({ ...meeting, lesson_id, course_id, title: 'Live', starts_at })
    return { lesson_id: [lesson_id] }
  }
  const joined = await build(new Date(Date.now() - 60_000))
  const planned = await build(new Date(Date.now() + 86_400_000))
  return {
    'live.join': joined,
    'live.calendar': joined,
    'live.joined': joined,
    'live.cancel': planned,
    'live.adminGet': planned,
    'live.save': { ...planned, starts_at: ['2099-01-02T13:30:00Z'], minutes: [60], join_link: [meeting.join_link] },
  }
}

export const may: FeatureScenes['may'] = { editor: /^live\.(adminGet|save|cancel)$/, support: /^live\.joined$/ }
