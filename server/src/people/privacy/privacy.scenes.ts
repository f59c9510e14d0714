import type { FeatureScenes } from '../../../test/feature-scenes.ts'

/** Codes and links arrive by email; `requests-http.test.ts` reads them. */
export const unreached = ['privacy.ask', 'privacy.takeBack', 'privacy.file']

export const round: FeatureScenes['round'] = async ({ server: { db }, student }) => {
  const [{ request_id }] = await db('privacy_requests')
    .insert({
      year: 2020,
      number: db.raw('(select coalesce(max(number), 0) + 1 from privacy_requests where year = 2020)'),
      kind: 'grievance',
      status: 'open',
      user_id: student.id,
      email: student.email,
      created_at: new Date(),
      due_on: '2020-01-08',
    })
    .returning('request_id')
  return {
    'registers.file': { file: ['consents.csv', 'requests.csv'] },
    // Otherwise the student of all other requests would be hidden.
    'privacy.askOwn': { kind: ['access', 'grievance'], note: ['Please look'] },
    'privacy.decide': { request_id: [String(request_id)], apply: [false] },
  }
}

export const elsewhere = ['privacy.decide']
