/**
 * Names the step that a refusal of Meta's Cloud API requires. `stop_all`: nobody gets anything until the owner acts. `slow`: the number sends too fast.
 * `wait`: this person got too much; a minute, growing. `again`: Meta's own fault, a few tries. `tomorrow`: Meta limits letters per person;
 * once more, 24 hours later. `skip`: not this letter. `suppress`: the person stopped letters. `number`: never this number.
 * `fix`: the letter pauses until its template is mended.
 */
export type Refusal = 'stop_all' | 'slow' | 'wait' | 'again' | 'tomorrow' | 'skip' | 'suppress' | 'number' | 'fix'

/** Meta asks to act on the code; titles and texts change. */
const codes: Record<Refusal, readonly number[]> = {
  // Token · rights (200 to 299, too) · payment · locked, policy · number not registered.
  stop_all: [0, 190, 3, 10, 131042, 131031, 368, 131045, 133010],
  slow: [4, 80007, 130429, 131048],
  wait: [131056],
  again: [1, 2, 131000, 131016],
  tomorrow: [131049],
  skip: [130472],
  suppress: [131050],
  number: [131026, 131021],
  // A message outside the service window needs a template: 131047 says that ours was none.
  fix: [132000, 132001, 132005, 132007, 132012, 132015, 132016, 132018, 131047, 131008, 131009, 100],
}

const byCode = new Map(Object.entries(codes).flatMap(([act, list]) => list.map((code) => [code, act as Refusal])))

/** Returns what to do about a code; an unknown one pauses the letter, so that a new rule of Meta burns no whole audience. */
export function refusalOf(code: number): Refusal {
  return byCode.get(code) ?? (code >= 200 && code <= 299 ? 'stop_all' : 'fix')
}

/** Says to the owner why nothing is sent, in words. */
export function stopReason(code: number): string {
  if (code === 0 || code === 190) return 'Meta no longer accepts the access token. Make a new one and save it.'
  if (code === 131042) return 'Meta cannot charge your account. Check the payment method at Meta.'
  if (code === 131031 || code === 368)
    return 'Meta has locked your WhatsApp account. Read its messages in the Business Manager.'
  if (code === 131045 || code === 133010) return 'Your number is not registered for the Cloud API. Register it at Meta.'
  return 'The access token lacks a right. It needs whatsapp_business_messaging and whatsapp_business_management.'
}
