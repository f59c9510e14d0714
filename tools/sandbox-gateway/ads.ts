import express, { Router } from 'express'

const KEPT = 100
const OLDEST_SECONDS = 7 * 86_400

type MetaEvent = { event_time?: number; event_id?: string; user_data?: object }

/**
 * Plays Meta's Conversions API and Google's Measurement Protocol by their documentation, for development: Meta refuses a whole call with
 * one event older than 7 days, Google takes anything. `GET /` lists the last events.
 */
export function createAdsSandbox({ now }: { now: () => Date }): Router {
  const received: { channel: string; at: string; body: object }[] = []
  const store = (channel: string, body: object) => {
    received.unshift({ channel, at: now().toISOString(), body })
    received.length = Math.min(received.length, KEPT)
  }
  const router = Router()
  router.use(express.json({ limit: '200kb' }))
  router.get('/', (_req, res) => {
    res.set('Cache-Control', 'no-store').json(received)
  })
  router.post('/meta/:version/:pixel/events', (req, res) => {
    const { access_token: token, ...body }: { access_token?: string; data?: MetaEvent[] } = req.body
    const events = body.data ?? []
    const refuse = (code: number, message: string) =>
      res.status(400).json({ error: { code, message, type: 'OAuthException' } })
    if (!token) return refuse(190, 'Invalid OAuth access token')
    if (events.length === 0 || events.some(({ user_data: person }) => !person)) return refuse(100, 'Invalid parameter')
    if (events.some(({ event_time: at = 0 }) => now().getTime() / 1000 - at > OLDEST_SECONDS))
      return refuse(100, 'event_time is too old')
    store('meta', body)
    return res.json({ events_received: events.length, messages: [], fbtrace_id: 'sandbox' })
  })
  router.post('/ga4/mp/collect', (req, res) => {
    store('ga4', req.body)
    res.status(204).end()
  })
  router.post('/ga4/debug/mp/collect', (req, res) => {
    const { client_id: client, events } = req.body as { client_id?: string; events?: object[] }
    const problems = [!client && 'client_id is missing', !events?.length && 'events is missing'].filter((one) => one)
    res.json({ validationMessages: problems.map((description) => ({ description })) })
  })
  return router
}
