/** Usual slips in the names of mailboxes, by the name that was meant. */
const NAMES: readonly [string, RegExp][] = [
  ['gmail', /^(gmial|gmal|gmai|gamil|gnail|gmil|gmaill|ggmail|gmsil|gimail|gmali|gmeil|gmaik)$/],
  ['yahoo', /^(yaho|yahooo|yhaoo|yhoo|yahho)$/],
  ['hotmail', /^(hotmial|hotmal|hotmai|hotamil|hotmil)$/],
  ['outlook', /^(outlok|outloo|outlokk|outlookk|oulook)$/],
  ['rediffmail', /^(redifmail|rediffmal|reddiffmail|rediffmai|redifffmail)$/],
]
const ENDING = /^\.?(com?|con|cm|om|comm|cpm|vom|cim|coom)?\.?$/

/** Returns the domain that an address with a usual slip meant; undefined for any other, also a domain of its own. */
export function likelyDomain(email: string): string | undefined {
  const [, name = '', ending = ''] = /^[^@\s]+@([a-z]+)([a-z.]*)$/.exec(email.trim().toLowerCase()) ?? []
  const [meant] = NAMES.find(([right, slips]) => right === name || slips.test(name)) ?? []
  if (!meant) return undefined
  const isRight = meant === name && (ending === '.com' || !ENDING.test(ending))
  // Yahoo has addresses of countries, of which a slip in the name alone is corrected.
  if (isRight || (ending !== '' && !ENDING.test(ending) && !/^\.(in|co\.in)$/.test(ending))) return undefined
  return `${meant}${ENDING.test(ending) ? '.com' : ending}`
}
