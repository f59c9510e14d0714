import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import express, { type ErrorRequestHandler, type Request, type Response, type Router } from 'express'
import type { LinkRow, PaymentRow } from './entities.ts'
import { cancelLink, expireDueLinks, findLink } from './links.ts'
import { type PayPage, pagePolicy, renderPayPage } from './pay-page.ts'
import { attemptsOf, failLink, payLink } from './paying.ts'
import { Refusal, unknownId } from './refusal.ts'
import { queryText, type SandboxParts } from './requests.ts'

const styles = readFileSync(new URL('./pay-page.css', import.meta.url), 'utf8')

type PayPagesParts = SandboxParts & { keySecret: string; shopName: () => Promise<string> }

/**
 * Serves the pages behind a link's `short_url`.
 * Pay and Cancel redirect to the callback address, signed like Razorpay's (a cancelled link has an empty payment id).
 * Fail stays on the page, as on Razorpay's, where the buyer may retry: "Return to the store" then passes the failed
 * payment and the link's status, which is still `created`.
 */
export function createPayPages({ db, account, now, wake, keySecret, shopName }: PayPagesParts): Router {
  const pages = express.Router({ caseSensitive: true })
  pages.get(
    '/pay-page.css',
    (_req, res) => void res.type('css').set('Cache-Control', 'public, max-age=300').send(styles),
  )

  pages.get('/pay/:id', async (req, res) => {
    await expireDueLinks(db, account, now(), idOf(req))
    const link = await findLink(db, idOf(req))
    const { count, payment } = await attemptsOf(db, link.link_id)
    const failed = payment?.status === 'failed' && queryText(req, 'failed') === payment.payment_id
    const state = link.status === 'created' && failed ? 'failed' : link.status
    if (state === 'created' || state === 'partially_paid') {
      await send(req, res, { state: 'open', link, attempts: count }, link)
    } else {
      await send(req, res, { state, link, returnTo: returnAddress(link, payment, keySecret) }, link)
    }
  })

  const form = express.urlencoded({ extended: false, limit: '1kb' })
  pages.post('/pay/:id/:action', form, async (req, res) => {
    const id = idOf(req)
    await expireDueLinks(db, account, now(), id)
    const { link, payment } = await press(req.params.action, id, req.body).finally(wake)
    const back = returnAddress(link, payment, keySecret)
    const page = `${req.baseUrl}/pay/${link.link_id}`
    if (payment?.status === 'failed') return res.redirect(303, `${page}?failed=${payment.payment_id}`)
    res.redirect(303, link.status === 'expired' || !back ? page : back)
  })

  async function press(action: unknown, id: string, body: unknown) {
    if (action === 'pay') return payLink(db, account, id, now())
    if (action === 'cancel') {
      const link = await cancelLink(db, account, id, now(), 'ignore')
      return { link, payment: link.status === 'paid' ? (await attemptsOf(db, id)).payment : undefined }
    }
    if (action !== 'fail') throw unknownId()
    const seen = Number((body as { attempts?: unknown } | undefined)?.attempts)
    return failLink(db, account, id, now(), Number.isInteger(seen) ? seen : undefined)
  }

  async function send(req: Request, res: Response, page: PayPage, link?: LinkRow): Promise<void> {
    const html = renderPayPage(page, mountOf(req), await shopName())
    // Browsers apply `form-action` to the redirect after a form, so it has to list the store.
    const target = link?.callback_url ? ` ${new URL(link.callback_url).origin}` : ''
    pagePolicy(res, target)
    res.type('html').send(html)
  }

  const onError: ErrorRequestHandler = async (error, req, res, next) => {
    if (!(error instanceof Refusal)) return next(error)
    await send(req, res.status(404), { state: 'unknown' })
  }
  pages.use('/pay', onError)
  return pages
}

/** Returns the mount path: the error handler runs below `/pay`, the pages do not. */
function mountOf(req: Request): string {
  return req.baseUrl.replace(/\/pay$/, '')
}

function returnAddress(link: LinkRow, payment: PaymentRow | undefined, keySecret: string): string | undefined {
  if (!link.callback_url) return undefined
  const fields = {
    linkId: link.link_id,
    referenceId: link.reference_id ?? '',
    status: link.status,
    paymentId: link.status === 'cancelled' ? '' : (payment?.payment_id ?? ''),
  }
  const address = new URL(link.callback_url)
  address.searchParams.set('razorpay_payment_id', fields.paymentId)
  address.searchParams.set('razorpay_payment_link_id', fields.linkId)
  address.searchParams.set('razorpay_payment_link_reference_id', fields.referenceId)
  address.searchParams.set('razorpay_payment_link_status', fields.status)
  address.searchParams.set('razorpay_signature', signCallback(fields, keySecret))
  return address.href
}

type CallbackFields = { linkId: string; referenceId: string; status: string; paymentId: string }

/** Signs the return address like Razorpay, with the key secret (not the webhook secret). */
function signCallback({ linkId, referenceId, status, paymentId }: CallbackFields, keySecret: string): string {
  return createHmac('sha256', keySecret).update(`${linkId}|${referenceId}|${status}|${paymentId}`).digest('hex')
}

function idOf(req: Request): string {
  const { id } = req.params
  if (typeof id !== 'string' || !/^[A-Za-z0-9_]{1,64}$/.test(id)) throw unknownId()
  return id
}
