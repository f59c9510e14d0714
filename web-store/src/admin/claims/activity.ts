import type { Sentences } from '../activity/phrases.ts'

const named =
  (did: string): Sentences[string] =>
  ({ target_name }) => ({ did: `${did}: ${target_name ?? ''}`, thing: '', whole: true })

export const activity: Sentences = {
  'claims.prove': named('proved a claim'),
  'claims.unprove': named('removed the proof of a claim'),
  'claims.hide': () => ({ did: 'hid the claims without a proof', thing: '', whole: true }),
}
