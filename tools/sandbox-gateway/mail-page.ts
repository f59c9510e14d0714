import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Router } from 'express'
import type { Config } from '../../server/src/config.ts'
import { type Html, html } from '../../server/src/platform/mail/html.ts'
import { mailFolder } from '../../server/src/platform/mail/mailer.ts'

/** The page lists this many emails at most, newest first. */
const LISTED = 100

const NAME = /^[A-Za-z0-9@._+-]+\.eml$/

const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
const SANDBOX = 'sandbox allow-popups allow-top-navigation-by-user-activation'

const STYLE = `
body{margin:0;background:#f5f6fb;color:#15173a;font:16px/1.55 Hind,'Noto Sans','Segoe UI',Roboto,Arial,sans-serif}
main{max-width:760px;margin:0 auto;padding:32px 16px}
h1{font-size:28px;line-height:1.2;margin:0 0 4px}
p{color:#4a4e6e;margin:0 0 24px}
article{background:#fff;border:1px solid #dce0ee;border-radius:12px;padding:16px 20px;margin:0 0 16px}
h2{font-size:18px;margin:0}
.to{margin:0 0 8px;font-size:14px;overflow-wrap:anywhere}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:15px/1.5 Consolas,Menlo,monospace;margin:12px 0 0}
summary{cursor:pointer;color:#2b3390;padding:4px 0}
a{color:#2b3390}
`

/**
 * Shows emails that were written to files, for development; mounted at `/sandbox/mail` outside production. The page has
 * no scripts, and an email's HTML gets its own sandboxed frame.
 */
export function createMailPage({ config }: { config: Pick<Config, 'dataDir'> }): Router {
  const folder = mailFolder(config)
  const page = Router()
  page.get('/', async (req, res) => {
    const mails = await Promise.all((await listNames(folder)).map((name) => readMail(folder, name)))
    const found = mails.filter((mail) => mail !== undefined)
    res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-store' })
    res.type('html').send(renderList(found, req.baseUrl))
  })
  page.get('/:name', async (req, res, next) => {
    const mail = NAME.test(req.params.name) ? await readMail(folder, req.params.name) : undefined
    if (!mail) return next()
    res.set({ 'Content-Security-Policy': `${POLICY}; ${SANDBOX}`, 'Cache-Control': 'no-store' })
    res.type('html').send(mail.html)
  })
  return page
}

async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .filter((name) => NAME.test(name))
    .sort()
    .reverse()
    .slice(0, LISTED)
}

type ReadMail = { name: string; to: string; subject: string; date: string; text: string; html: string }

/**
 * Parses a file of the shop's mailer: a text and an HTML part, nested if the email has attachments. Undefined if the
 * file is gone.
 */
async function readMail(folder: string, name: string): Promise<ReadMail | undefined> {
  const source = await readFile(join(folder, name), 'utf8').catch(() => undefined)
  if (source === undefined) return undefined
  const [head = '', body = ''] = splitOnce(source)
  const parts = partsOf(head, body)
  const part = (type: string) => {
    const [header, content] = parts.find(([found]) => found.includes(`Content-Type: ${type}`)) ?? ['', '']
    return (header.includes('quoted-printable') ? decodeQuotedPrintable(content) : content).trim()
  }
  const field = (label: string) => new RegExp(`^${label}: (.*(?:\n[ \t].*)*)`, 'm').exec(head)?.[1] ?? ''
  return {
    name,
    to: field('To'),
    subject: field('Subject').replace(/\n[ \t]/g, ' '),
    date: field('Date'),
    text: part('text/plain'),
    html: part('text/html'),
  }
}

/** Lists every leaf part, as header and content. */
function partsOf(head: string, body: string): [string, string][] {
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1]
  if (boundary === undefined) return [[head, body]]
  return body.split(`--${boundary}`).flatMap((part) => partsOf(...splitOnce(part.replace(/^\n/, ''))))
}

/** Decodes RFC 2045, section 6.7, into UTF-8 text. */
function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replace(/=\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

function splitOnce(text: string): [string, string] {
  const end = text.indexOf('\n\n')
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 2)]
}

function renderList(mails: readonly ReadMail[], base: string): string {
  const [newest] = mails
  const articles = mails.map(
    (mail) => html`<article>
<h2>${mail.subject}</h2>
<p class="to">To ${mail.to} · ${mail.date} · <a href="${base}/${mail.name}">As designed</a></p>
<details${openWhen(mail === newest)}><summary>Text</summary><pre>${mail.text}</pre></details>
</article>`,
  )
  return html`<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Mails · Sandbox</title>
<style>${{ html: STYLE }}</style>
</head>
<body>
<main>
<h1>Mails</h1>
<p>${mails.length === 0 ? 'No mail was written yet.' : `What would have been sent, newest first (at most ${LISTED}).`}</p>
${articles}
</main>
</body>
</html>
`.html
}

const openWhen = (open: boolean): Html => (open ? html` open` : html``)
