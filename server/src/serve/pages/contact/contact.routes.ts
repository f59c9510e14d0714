import { addressIn, LANGUAGE_HEADER, languages, readLanguage } from 'contract/languages'
import { ContactBody } from 'contract/tickets'
import { type Request, type Response, Router, urlencoded } from 'express'
import type { Context } from '../../../context.ts'
import { inLanguage } from '../../../platform/language/language.ts'
import { escapeHtml } from '../../../platform/net/escape-html.ts'
import { readShop } from '../../../shop/settings/settings.queries.ts'
import { answerFor } from '../../http/api.ts'
import { encodeError } from '../../http/encode-error.ts'
import type { Routes } from '../../http/routes.ts'
import { createAwayPage } from '../away-page.ts'
import { attribute } from '../head-tags.ts'
import { createPlainStyles, plainDocument, plainField } from '../plain-page.ts'

const PATH = '/contact'
const paths = (Object.keys(languages) as (keyof typeof languages)[]).map((one) => addressIn(one, PATH))

export const routes: Routes = (ctx) => [{ path: paths, handler: createContactForm(ctx) }]

/** A message of 5,000 letters, of which a form spells each in up to nine. */
const FORM_LIMIT = '64kb'

const FIELDS = ['name', 'email', 'subject', 'message'] as const
type Typed = Record<(typeof FIELDS)[number] | 'website', string>
type Problems = Partial<Record<(typeof FIELDS)[number] | 'form', string>>

/** Takes the contact form from a browser without scripts: the answer is a page with the number of the message, or the form with what is wrong. */
function createContactForm(ctx: Context): Router {
  const { address: styles, serve } = createPlainStyles(PATH)
  const away = createAwayPage(ctx, styles)
  const router = Router({ caseSensitive: true })
  router.get('/page.css', serve)
  router.post('/', urlencoded({ extended: false, limit: FORM_LIMIT }), async (req, res) => {
    const { language } = readLanguage(req.baseUrl)
    const { t } = inLanguage(language)
    const typed = read(req.body)
    const says: Record<(typeof FIELDS)[number], string> = {
      name: t('Please enter your name'),
      email: t('Please enter a valid email address'),
      subject: t('Please enter a subject'),
      message: t('Please enter your message'),
    }
    const wrong = ContactBody.safeParse(typed).error?.issues.map(({ path: [field] }) => field)
    if (wrong) {
      const problems: Problems = Object.fromEntries(
        FIELDS.flatMap((field) => (wrong.includes(field) ? [[field, says[field]]] : [])),
      )
      return show(req, res, 422, formAgain(typed, problems))
    }
    // No script says it.
    req.headers[LANGUAGE_HEADER] = language
    try {
      const { ticket_no: number } = (await answerFor(ctx, req, 'tickets.create', typed)) as { ticket_no: string }
      const text = t('We have your message. Its number is {number}. We are emailing it to you.', { number })
      const home = `<a class="button go" ${attribute('href', addressIn(language, '/'))}>${t('Home')}</a>`
      return show(req, res, 200, () => `<p class="muted" role="status">${escapeHtml(text)}</p>${home}`)
    } catch (error) {
      const { status } = encodeError(error, ctx.log)
      if (status >= 500) throw error
      const form = t('Your message was not sent. Please try again later.')
      return show(req, res, status, formAgain(typed, { form }))
    }
  })

  async function show(req: Request, res: Response, status: number, inside: (t: Say) => string): Promise<void> {
    const shop = await readShop(ctx.db)
    away.remember(shop)
    const { language } = readLanguage(req.baseUrl)
    const { t } = inLanguage(language)
    const title = t('Contact us')
    const body = `<section class="card alone"><h1>${title}</h1>${inside(t)}</section>`
    res.status(status).set({ 'Cache-Control': 'no-store', 'Content-Type': 'text/html; charset=utf-8' })
    res.send(plainDocument({ language, title, body, shop, styles }))
  }
  router.use(away.handler)
  return router
}

type Say = ReturnType<typeof inLanguage>['t']

function read(body: unknown): Typed {
  const sent = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>
  const text = (name: string) => (typeof sent[name] === 'string' ? sent[name] : '')
  const typed = Object.fromEntries(FIELDS.map((name) => [name, text(name)])) as Typed
  return { ...typed, website: text('website').slice(0, 500) }
}

/** The form once more, with all that was typed. */
const formAgain = (typed: Typed, problems: Problems) => (t: Say) => {
  const input = (id: (typeof FIELDS)[number], label: string, more: string) =>
    plainField(
      id,
      label,
      problems[id],
      (marks) => `<input id="${id}" name="${id}" ${attribute('value', typed[id])} ${more}${marks}>`,
    )
  const message = plainField('message', t('Message'), problems.message, (marks) => {
    return `<textarea id="message" name="message" rows="6" maxlength="5000"${marks}>\n${escapeHtml(typed.message)}</textarea>`
  })
  return `${problems.form ? `<p class="said problem" role="alert">${escapeHtml(problems.form)}</p>` : ''}
<form method="post" novalidate>
${input('name', t('Name'), 'autocomplete="name" maxlength="100"')}${input('email', t('Email'), 'type="email" autocomplete="email" maxlength="254"')}${input('subject', t('Subject'), 'maxlength="200"')}${message}
<button class="button go" type="submit">${t('Send message')}</button>
</form>`
}
