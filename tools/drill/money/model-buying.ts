import { signCheckout } from '../../../server/src/platform/payments/signatures.ts'
import { control, newCourse, type Play, pickFrom, which } from './model-play.ts'

export async function buy(play: Play): Promise<void> {
  const { random, people, courses } = play
  const buyer = random.below(people.length)
  const person = people[buyer]
  if (!person || person.gone) return
  const chosen = courses.filter(() => random.chance(0.5))
  const ids = [...chosen, ...(random.chance(0.3) ? chosen.slice(0, 1) : [])]
  if (ids.length === 0) return
  await order(play, buyer, ids)
}

async function order(
  play: Play,
  buyer: number,
  ids: string[],
): Promise<{ orderId: string; linkId: string } | undefined> {
  const { random, people } = play
  const person = people[buyer]
  const code = random.chance(0.1) ? 'FREE' : random.chance(0.3) ? 'HALF' : random.chance(0.25) ? 'TWICE' : undefined
  const path = `/api/user/buy?user_id=${person?.user_id}${code ? `&promocode=${code}` : ''}`
  const headers: Record<string, string> = random.chance(0.3) ? { 'idempotency-key': `key-${random.below(1e6)}` } : {}
  const { body } = await play.pair.ask(which(play), path, { token: person?.token ?? '', body: ids, headers })
  const orderId = String(body.order_id)
  // The pay page holds the link.
  const made = body.payment_link && (await play.db('sandbox.links').where({ reference_id: orderId }).first('link_id'))
  if (!made) return undefined
  const link = { orderId, linkId: String(made.link_id), buyer, courses: [...new Set(ids)] }
  play.links.push(link)
  return link
}

/** Buys and pays two or three seats of a new course; others redeem one or two of them. */
export async function giveAway(play: Play): Promise<void> {
  const { random, people, pair } = play
  const buyer = random.below(people.length)
  const person = people[buyer]
  if (!person || person.gone) return
  const course = await newCourse(play.db, random)
  const link = await order(play, buyer, Array<string>(2 + random.below(2)).fill(course))
  if (!link) return
  await control(play, `links/${link.linkId}/pay`)
  const query = new URLSearchParams({ course_id: course, user_id: person.user_id })
  await pair.ask(which(play), `/api/user/payment_status?${query}`, { method: 'GET', token: person.token })
  const codes: string[] = await play.db('gift_codes').where({ order_id: link.orderId }).pluck('code')
  for (const [index, { token, gone }] of people.entries()) {
    const code = codes[index]
    if (code && !gone && index !== buyer && random.chance(0.7))
      await pair.ask(which(play), '/api/user/gifts/redeem', { token, body: { code } })
  }
}

export async function openSheet(play: Play, link: Play['links'][number] | undefined): Promise<void> {
  const person = link && play.people[link.buyer]
  if (!link || !person || person.gone) return
  const { body } = await play.pair.ask(which(play), `/api/user/orders/${link.orderId}/sheet`, { token: person.token })
  const gatewayOrderId = (body.sheet as { order_id: string } | undefined)?.order_id
  if (!gatewayOrderId) return
  const known = play.sheets.find((sheet) => sheet.orderId === link.orderId)
  if (!known) play.sheets.push({ orderId: link.orderId, gatewayOrderId, buyer: link.buyer })
  else if (known.gatewayOrderId !== gatewayOrderId) play.said.push(`${link.orderId} has two orders at the gateway`)
}

/** Pays the sheet, also if its link was paid or closed meanwhile. Half of the buyers return to the page. */
export async function paySheet(play: Play): Promise<void> {
  const isFresh = play.random.chance(0.6)
  if (isFresh) await openSheet(play, play.links.at(-1))
  const sheet = isFresh ? play.sheets.at(-1) : pickFrom(play.random, play.sheets)
  if (!sheet) return
  const { gatewayOrderId, orderId, buyer } = sheet
  const { body } = await control(play, `orders/${gatewayOrderId}/${play.random.chance(0.8) ? 'pay' : 'fail'}`)
  const payment = body.payment as { id: string; status: string } | undefined
  if (payment?.status === 'failed') play.failed.push(payment.id)
  const person = play.people[buyer]
  if (payment?.status !== 'captured' || !person || person.gone || play.random.chance(0.5)) return
  const [, keySecret = ''] = Buffer.from(play.gatewayKeys, 'base64').toString().split(':')
  const answer = {
    razorpay_payment_id: payment.id,
    razorpay_signature: signCheckout({ gatewayOrderId, paymentId: payment.id }, keySecret),
  }
  const path = `/api/user/orders/${orderId}/sheet_paid`
  await play.pair.ask(which(play), path, { token: person.token, body: answer })
}

export async function captureLate(play: Play): Promise<void> {
  const payment = pickFrom(play.random, play.failed)
  if (payment) await control(play, `payments/${payment}/capture`)
}

export async function statusPage(play: Play): Promise<void> {
  const link = pickFrom(play.random, play.links)
  const person = link && play.people[link.buyer]
  if (!link || !person || person.gone) return
  const query = new URLSearchParams({ course_id: link.courses[0] ?? '', user_id: person.user_id })
  await play.pair.ask(which(play), `/api/user/payment_status?${query}`, { method: 'GET', token: person.token })
}

export async function redeem(play: Play): Promise<void> {
  const person = pickFrom(
    play.random,
    play.people.filter(({ gone }) => !gone),
  )
  const gifts = await play
    .db('gift_codes')
    .whereIn(
      'order_id',
      play.links.map(({ orderId }) => orderId),
    )
    .select('code')
  const gift = pickFrom(play.random, gifts)
  if (person && gift) await play.pair.ask(which(play), '/api/user/gifts/redeem', { token: person.token, body: gift })
}

export async function changePrice(play: Play): Promise<void> {
  const course_id = pickFrom(play.random, play.courses)
  await play
    .db('courses')
    .where({ course_id })
    .update({ price_paise: 100 + play.random.below(99_900) })
}

export async function deleteCourse(play: Play): Promise<void> {
  const course = pickFrom(play.random, play.courses)
  const path = `/api/admin/courses/delete_course/${course}`
  await play.pair.ask(which(play), path, { method: 'DELETE', token: play.ownerToken })
}

export async function deleteBuyer(play: Play): Promise<void> {
  const person = pickFrom(
    play.random,
    play.people.filter(({ gone }) => !gone),
  )
  if (!person) return
  person.gone = true
  await play.pair.ask(which(play), `/api/admin/users/${person.user_id}`, { method: 'DELETE', token: play.ownerToken })
}

export async function payWithFee(play: Play): Promise<void> {
  const link = pickFrom(play.random, play.links)
  if (link) await control(play, `links/${link.linkId}/pay-with-fee`, { fee: 1 + play.random.below(2_000) })
}

export async function payWithOffer(play: Play): Promise<void> {
  const link = pickFrom(play.random, play.links)
  const made = link && (await play.db('sandbox.links').where({ link_id: link.linkId }).first('amount_paise'))
  // The gateway's minimum is one rupee.
  const most = Number(made?.amount_paise ?? 0) - 100
  if (link && most > 0)
    await control(play, `links/${link.linkId}/pay-with-offer`, { offer: 1 + play.random.below(Math.min(most, 10_000)) })
}

/** Pays one or two parts of a link; each is captured. */
export async function payInParts(play: Play): Promise<void> {
  const link = pickFrom(play.random, play.links)
  const parts = 1 + play.random.below(2)
  for (let n = 0; link && n < parts; n++)
    await control(play, `links/${link.linkId}/pay-part`, { amount: 100 + play.random.below(60_000) })
}
