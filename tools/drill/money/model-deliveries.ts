import { linkIds, type Play, pickFrom, which } from './model-play.ts'

type Delivery = { delivery_id: number; event_id: string; event: string; body: string; signature: string }

async function waiting(play: Play): Promise<Delivery[]> {
  const subjects = [...linkIds(play), ...play.sheets.map(({ gatewayOrderId }) => gatewayOrderId)]
  const rows: Delivery[] = await play.db('sandbox.deliveries').whereIn('subject', subjects).orderBy('delivery_id')
  return rows.filter(({ delivery_id }) => !play.done.has(Number(delivery_id)))
}

export function send(play: Play, { event_id, body, signature }: Delivery, to = which(play)) {
  const headers = { 'x-razorpay-event-id': event_id, 'x-razorpay-signature': signature }
  return play.pair.ask(to, '/api/webhooks/razorpay', { body, headers })
}

/** Sends one event, in any order; it counts as sent once the shop accepts it. */
export async function deliverOne(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (event && (await send(play, event)).status === 200) play.done.add(Number(event.delivery_id))
}

export async function deliverDoubled(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (!event) return
  const answers = await Promise.all([0, 1, 0, 1].map((to) => send(play, event, to)))
  if (answers.some(({ status }) => status === 200)) play.done.add(Number(event.delivery_id))
}

export async function deliverAltered(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (!event) return
  const body = event.body.replace(/"amount":\d+/, '"amount":100').replace('"failed"', '"captured"')
  const { status } = await send(play, { ...event, body: `${body} ` })
  if (status === 200) play.said.push(`an altered event was answered ${status}`)
}

/** Loses one event. */
export async function loseOne(play: Play): Promise<void> {
  const event = pickFrom(play.random, await waiting(play))
  if (event) play.done.add(Number(event.delivery_id))
}

/** Sends all waiting events, in any order, until the shop accepts them. */
export async function deliverRest(play: Play): Promise<void> {
  for (let round = 0; round < 20; round++) {
    const rest = await waiting(play)
    if (rest.length === 0) return
    for (const event of rest.toSorted(() => play.random.next() - 0.5)) {
      if ((await send(play, event)).status === 200) play.done.add(Number(event.delivery_id))
    }
  }
  play.said.push('events of the gateway are not taken')
}
