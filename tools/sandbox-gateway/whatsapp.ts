import { createHmac, randomBytes } from 'node:crypto'
import express, { type Request, type Response, type Router } from 'express'
import { z } from 'zod'
import { Behaviour, eventOf, statusesOf, type WhatsappAccount } from './whatsapp-events.ts'

/** A template as Meta lists it. */
const Template = z.object({
  name: z.string(),
  language: z.string(),
  status: z.string().default('APPROVED'),
  category: z.string().default('MARKETING'),
  body: z.string(),
  /** Address of its one button. */
  url: z.string().optional(),
})

const Message = z.object({
  messaging_product: z.literal('whatsapp'),
  to: z.string().regex(/^\d{8,15}$/),
  type: z.literal('template'),
  template: z.object({
    name: z.string(),
    language: z.object({ code: z.string() }),
    components: z
      .array(
        z.object({
          type: z.string(),
          parameters: z.array(z.object({ type: z.literal('text'), text: z.string().min(1) })),
        }),
      )
      .default([]),
  }),
  biz_opaque_callback_data: z.string().max(512).optional(),
})

/** The sandbox's account, for the console's form. */
export const WHATSAPP_SANDBOX: WhatsappAccount = {
  phoneNumberId: '100200300400500',
  wabaId: '500400300200100',
  token: 'whatsapp_sandbox_token',
  appSecret: 'whatsapp_sandbox_secret',
  verifyToken: 'whatsapp_sandbox_verify',
}

export type Taken = {
  to: string
  template: string
  language: string
  texts: string[]
  key: string | undefined
  wamid: string
}

export type WhatsappSandbox = {
  router: Router
  /** Messages that were taken, oldest first. */
  taken: Taken[]
  /** Sets what becomes of messages to a number; `''` for all others. */
  behave(to: string, behaviour: z.input<typeof Behaviour>): void
  addTemplate(template: z.input<typeof Template>): void
  setTemplate(name: string, status: string): void
  /** Moves a template to another category; no event says so. */
  setCategory(name: string, category: string): void
  /** From now on the token is no longer good; true repairs it. */
  setToken(good: boolean): void
  /** So many messages a second are taken; more answer 130429. */
  setPerSecond(most: number): void
  /** Sends every waiting event, and waits. Returns what the shop answered. */
  flush(): Promise<number[]>
  /** Sends an event of the person's own: a word to us, or a choice in the app. */
  say(from: string, word: string | { marketing: 'stop' | 'resume' }): Promise<number>
  post(body: string, signature?: string): Promise<number>
}

/**
 * A stand-in for Meta's Cloud API as its documentation describes it: checks the bearer, the template and its number of values, answers
 * `accepted`, and sends signed statuses later. It never answers that something was delivered, and knows nothing of the shop's database.
 */
export function createWhatsappSandbox({
  account = WHATSAPP_SANDBOX,
  webhookUrl,
  now = () => new Date(),
  byItself = false,
}: {
  account?: WhatsappAccount
  webhookUrl: () => string
  now?: () => Date
  /** Sends the events by itself, shortly after. */
  byItself?: boolean
}): WhatsappSandbox {
  const templates: z.output<typeof Template>[] = []
  const behaviours = new Map<string, Behaviour>()
  const taken: Taken[] = []
  let waiting: object[] = []
  let tokenGood = true
  let perSecond = 80
  let second = { at: 0, count: 0 }

  const refuse = (res: Response, code: number, details: string, status = 400) =>
    res.status(status).json({
      error: {
        message: `(#${code}) ${details}`,
        type: 'OAuthException',
        code,
        error_data: { messaging_product: 'whatsapp', details },
        fbtrace_id: randomBytes(8).toString('hex'),
      },
    })

  const router = express.Router({ caseSensitive: true })
  router.use(express.json({ limit: '100kb' }))
  router.use('/control', controlOf())
  router.use((req, res, next) => {
    if (tokenGood && req.get('authorization') === `Bearer ${account.token}`) return next()
    refuse(res, 190, 'Error validating access token: session has expired', 401)
  })
  router.get('/:version/:id', (req, res) => {
    if (req.params.id !== account.phoneNumberId) return refuse(res, 100, 'Object does not exist')
    res.json({ id: account.phoneNumberId, display_phone_number: '+91 98765 00000', verified_name: 'SkillHaat sandbox' })
  })
  router.get('/:version/:id/message_templates', (req, res) => {
    if (req.params.id !== account.wabaId) return refuse(res, 100, 'Object does not exist')
    const data = templates.map(({ body, url, ...of }, id) => ({
      id: String(id + 1),
      ...of,
      components: [
        { type: 'BODY', text: body },
        ...(url ? [{ type: 'BUTTONS', buttons: [{ type: 'URL', text: 'Open', url }] }] : []),
      ],
    }))
    res.json({ data, paging: { cursors: { before: 'a', after: 'b' } } })
  })
  router.post('/:version/:id/messages', (req, res) => {
    if (req.params.id !== account.phoneNumberId) return refuse(res, 100, 'Object does not exist')
    const at = Math.floor(Date.now() / 1000)
    second = second.at === at ? { at, count: second.count + 1 } : { at, count: 1 }
    if (second.count > perSecond) return refuse(res, 130429, 'Rate limit hit', 429)
    const read = Message.safeParse(req.body)
    if (!read.success) return refuse(res, 100, 'Invalid parameter')
    take(req, res, read.data)
  })

  function take(
    _req: Request,
    res: Response,
    { to, template: of, biz_opaque_callback_data: key }: z.output<typeof Message>,
  ): void {
    const template = templates.find(({ name, language }) => name === of.name && language === of.language.code)
    if (!template)
      return void refuse(res, 132001, `template name (${of.name}) does not exist in ${of.language.code}`, 404)
    if (template.status === 'PAUSED') return void refuse(res, 132015, 'Template is paused')
    if (template.status === 'DISABLED') return void refuse(res, 132016, 'Template is disabled')
    const texts = of.components
      .flatMap(({ type, parameters }) => (type === 'body' ? parameters : []))
      .map(({ text }) => text)
    const places = new Set(template.body.match(/\{\{\w+\}\}/g) ?? []).size
    if (texts.length !== places)
      return void refuse(res, 132000, `body: number of localizable_params (${texts.length}) does not match (${places})`)
    if (texts.some((text) => /[\n\t]| {4}/.test(text)))
      return void refuse(res, 132018, 'Param text has new-line or tab characters')
    const behaviour = behaviours.get(to) ?? behaviours.get('') ?? Behaviour.parse({})
    if (behaviour.refuse !== undefined) return void refuse(res, behaviour.refuse, 'Refused as set')
    const wamid = `wamid.${randomBytes(18).toString('base64url')}`
    taken.push({ to, template: template.name, language: template.language, texts, key, wamid })
    const category = template.category.toLowerCase()
    waiting.push(...statusesOf(behaviour, { to, wamid, key, category, account, at: now() }))
    if (byItself) setTimeout(() => void flush(), 300).unref()
    if (behaviour.drop) return void res.destroy()
    res.json({
      messaging_product: 'whatsapp',
      contacts: [{ input: to, wa_id: to }],
      messages: [{ id: wamid, message_status: 'accepted' }],
    })
  }

  async function post(body: string, signature?: string): Promise<number> {
    const mark = signature ?? `sha256=${createHmac('sha256', account.appSecret).update(body).digest('hex')}`
    const answer = await fetch(webhookUrl(), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', 'x-hub-signature-256': mark },
      redirect: 'manual',
    })
    await answer.body?.cancel()
    return answer.status
  }

  async function flush(): Promise<number[]> {
    const events = waiting
    waiting = []
    const answers: number[] = []
    for (const event of events) answers.push(await post(JSON.stringify(event)))
    return answers
  }

  const sandbox: WhatsappSandbox = {
    router,
    taken,
    behave: (to, behaviour) => behaviours.set(to, Behaviour.parse(behaviour)),
    addTemplate: (template) => templates.push(Template.parse(template)),
    setTemplate(name, status) {
      for (const template of templates) if (template.name === name) template.status = status
    },
    setCategory(name, category) {
      for (const template of templates) if (template.name === name) template.category = category
    },
    setToken: (good) => {
      tokenGood = good
    },
    setPerSecond: (most) => {
      perSecond = most
    },
    flush,
    say: (from, word) =>
      post(
        JSON.stringify(
          typeof word === 'string'
            ? eventOf(account, 'messages', {
                messages: [{ from, id: `wamid.${randomBytes(9).toString('hex')}`, type: 'text', text: { body: word } }],
              })
            : eventOf(account, 'user_preferences', {
                user_preferences: [{ wa_id: from, category: 'marketing_messages', value: word.marketing }],
              }),
        ),
      ),
    post,
  }

  /** The same switches by HTTP, for a browser's test and a drill. */
  function controlOf(): Router {
    const control = express.Router()
    const on = (path: string, act: (body: Record<string, unknown>) => unknown) =>
      control.post(path, async (req: Request, res: Response) => {
        res.json((await act(req.body ?? {})) ?? { ok: true })
      })
    on('/behave', ({ to = '', ...behaviour }) => sandbox.behave(String(to), behaviour))
    on('/templates', (body) => sandbox.addTemplate(body as z.input<typeof Template>))
    on('/template', ({ name, status }) => sandbox.setTemplate(String(name), String(status)))
    on('/category', ({ name, category }) => sandbox.setCategory(String(name), String(category)))
    on('/token', ({ good }) => sandbox.setToken(good === true))
    on('/say', ({ from, word }) => sandbox.say(String(from), word as string))
    on('/deliver', async () => ({ answers: await sandbox.flush() }))
    control.get('/taken', (_req, res) => void res.json(taken))
    return control
  }
  return sandbox
}
