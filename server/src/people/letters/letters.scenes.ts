import type { FeatureScenes } from '../../../test/feature-scenes.ts'
import { buildAdmin } from '../../../test/people-factories.ts'
import { insertLetter } from './letters.queries.ts'

export const scenes: FeatureScenes['scenes'] = (at) => {
  const aLetter = { name: 'Diwali', subject: 'Lights', blocks: [{ text: 'Hello' }], segment: { all: [] } }

  const aSequence = {
    name: 'Welcome',
    trigger: 'registered' as const,
    active: false,
    steps: [{ after_minutes: 60, subject: 'Welcome', blocks: [{ text: 'Hello {name}' }] }],
  }

  const buildLetter = async () => {
    const { id } = await at.server.db('admins').first('id')
    const letter = { ...aLetter, channel: 'email' as const }
    return insertLetter(at.server.db, { letter, madeBy: id, now: at.server.ctx.now() })
  }

  const ofLetter = (id: string) => ({ kind: 'letter', target_id: id, target_name: 'Diwali' })

  return {
    'sequences.create': async () => ({
      path: '/admin/sequences',
      body: aSequence,
      expected: { target_name: 'Welcome', after: { active: false, trigger: 'registered', steps: 1 } },
    }),
    'sequences.update': async () => {
      const { sequence_id } = await at.server.api(at.token).sequences.create({ body: aSequence })
      return {
        path: `/admin/sequences/${sequence_id}`,
        body: { ...aSequence, active: true },
        expected: { target_id: sequence_id, before: { active: false }, after: { active: true } },
      }
    },
    'letters.create': async () => ({
      path: '/admin/letters',
      body: aLetter,
      expected: { kind: 'letter', target_name: 'Diwali', before: null, after: { subject: 'Lights' } },
    }),
    'letters.update': async () => {
      const id = await buildLetter()
      return {
        path: `/admin/letters/${id}`,
        body: { ...aLetter, subject: 'More lights' },
        expected: { ...ofLetter(id), before: { subject: 'Lights' }, after: { subject: 'More lights' } },
      }
    },
    'letters.delete': async () => {
      const id = await buildLetter()
      return { path: `/admin/letters/${id}`, expected: { ...ofLetter(id), before: { subject: 'Lights' } } }
    },
    'letters.test': async () => {
      const id = await buildLetter()
      const { email } = await buildAdmin(at.server.db)
      return { path: `/admin/letters/${id}/test`, body: { email }, expected: ofLetter(id) }
    },
    'letters.send': async () => {
      const id = await buildLetter()
      const send_at = '2099-01-02T13:30:00.000Z'
      return {
        path: `/admin/letters/${id}/send`,
        body: { at: send_at },
        expected: { ...ofLetter(id), after: { subject: 'Lights', at: send_at } },
      }
    },
    'letters.stop': async () => {
      const id = await buildLetter()
      await at.server
        .db('letters')
        .where({ letter_id: id })
        .update({ status: 'scheduled', send_at: '2099-01-02T13:30:00Z' })
      return {
        path: `/admin/letters/${id}/stop`,
        body: {},
        expected: { ...ofLetter(id), after: { subject: 'Lights' } },
      }
    },
    'letters.setPace': async () => ({
      path: '/admin/letter_pace',
      body: { per_hour: 400 },
      expected: { kind: 'settings', target_id: 'letters', before: { per_hour: 300 }, after: { per_hour: 400 } },
    }),
    'letters.renewBounceAddress': async () => ({
      path: '/admin/letter_bounces',
      body: {},
      expected: { kind: 'settings', target_id: 'letters' },
    }),
    'letters.clearUnread': async () => {
      await at.server
        .db('letter_settings')
        .update({ unread_reports: 2, unread_since: new Date(), unread_last: 'no report' })
      return {
        path: '/admin/letter_bounces/unread',
        expected: { kind: 'settings', target_id: 'letters', before: { unread: 2 } },
      }
    },
  }
}

export const elsewhere = ['letters.preview']

export const round: FeatureScenes['round'] = async ({ owner }) => {
  const words = { name: 'News', subject: 'News', blocks: [{ text: 'Hello' }], segment: { all: [] } }
  // Hardly a drawn segment is valid.
  const draft = { id: [(await owner.letters.create(words)).letter_id], all: [[]] }
  const dropped = { id: [(await owner.letters.create(words)).letter_id] }
  const steps = [{ after_minutes: 60, subject: 'Welcome', blocks: [{ text: 'Hello' }] }]
  // A sequence keeps its trigger, and other calls create some with any.
  const made = { name: 'Welcome', trigger: 'purchase' as const, course_id: null, active: false, steps }
  const { sequence_id } = await owner.sequences.create({ body: made })
  const sequence = { course_id: [null], trigger: ['purchase'], active: [false], steps: [steps] }
  return {
    ...Object.fromEntries(['get', 'update', 'preview', 'test'].map((name) => [`letters.${name}`, draft])),
    'letters.delete': dropped,
    'sequences.create': sequence,
    'sequences.update': { id: [sequence_id], ...sequence },
  }
}

// Sending ends what the others need, only what is sent can stop, and a cart needs the token of an email.
export const unreached = ['letters.send', 'letters.stop', 'sequences.cart']

export const may: FeatureScenes['may'] = {
  editor: /^sequences\.|^letters\.(?!send$|stop$|setPace$|renewBounceAddress$|clearUnread$)/,
}
