import { formatRupees } from 'contract/money'
import type { Response } from 'express'
import { escapeHtml } from '../../server/src/platform/net/escape-html.ts'
import type { LinkRow } from './entities.ts'

/** The content of the pay page; `returnTo` links back to the store, absent if the link has no callback. */
export type PayPage =
  | { state: 'open'; link: LinkRow; attempts: number }
  | { state: 'failed' | 'paid' | 'cancelled' | 'expired'; link: LinkRow; returnTo: string | undefined }
  | { state: 'unknown' }

const LOGO = `<svg viewBox="0 0 32 32" aria-hidden="true"><path d="M5 15h22v12a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2z" fill="#2B3390"/><path d="M13 19.500v6l6-3z" fill="#fff" stroke="#fff" stroke-linejoin="round"/><path d="M2 4h28v7a4.670 4.670 0 0 1-9.330 0 4.670 4.670 0 0 1-9.330 0A4.670 4.670 0 0 1 2 11z" fill="#FFB81C"/><path d="M11.340 4h9.330v7a4.670 4.670 0 0 1-9.330 0z" fill="#C21B63"/></svg>`

/** Renders the pay page: plain HTML that works without JavaScript. `base` is the path in front of `/pay`. */
export function renderPayPage(page: PayPage, base: string, shopName: string): string {
  return pageFrame(contentOf(page, base), base, shopName)
}

type Content = { title: string; tone: string; body: string }

export function pageFrame({ title, tone, body }: Content, base: string, shopName: string): string {
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Sandbox gateway</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${escapeHtml(base)}/pay-page.css">
</head>
<body>
<p class="notice" role="note"><strong>Sandbox gateway.</strong> A stand-in for Razorpay: no real money moves.</p>
<main>
<section class="card ${tone}">
<div class="awning"></div>
<div class="logo">${LOGO}<span>${escapeHtml(shopName)}</span></div>
${body}
</section>
</main>
</body>
</html>
`
}

/** Sets the headers of a page that a buyer sees; `target` is where a form may lead to. */
export function pagePolicy(res: Response, target = ''): void {
  res.set({
    'Content-Security-Policy': `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'self'${target}; base-uri 'none'; frame-ancestors 'none'`,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-store',
  })
}

const closedTexts = {
  failed: { title: 'Payment failed', tone: 'failed', text: 'No money was taken. You can try again.' },
  paid: { title: 'Payment received', tone: 'paid', text: 'This payment link is paid. It cannot be paid twice.' },
  cancelled: {
    title: 'Payment cancelled',
    tone: 'closed',
    text: 'This payment link was cancelled. No money was taken.',
  },
  expired: { title: 'Payment link expired', tone: 'closed', text: 'The time to pay is over. No money was taken.' },
}

function contentOf(page: PayPage, base: string): Content {
  if (page.state === 'unknown') {
    const text = 'Please go back to the store and start the payment again.'
    return { title: 'Payment link not found', tone: 'closed', body: heading('Payment link not found', text) }
  }
  const { link } = page
  const address = `${escapeHtml(base)}/pay/${escapeHtml(link.link_id)}`
  if (page.state === 'open') {
    const amount = formatRupees(Number(link.amount_paise))
    return {
      title: `Pay ${amount}`,
      tone: 'open',
      body: `<p class="muted">Amount to pay</p>
<h1 class="amount">${amount}</h1>
${link.description ? `<p class="muted">${escapeHtml(link.description)}</p>` : ''}
${details(referenceRows(link))}
<div class="actions">
<form class="wide" method="post" action="${address}/pay"><button class="button buy">Pay ${amount}</button></form>
<form method="post" action="${address}/fail"><input type="hidden" name="attempts" value="${page.attempts}"><button class="button outline">Fail</button></form>
<form method="post" action="${address}/cancel"><button class="button ghost">Cancel</button></form>
</div>`,
    }
  }
  const { title, tone, text } = closedTexts[page.state]
  const back = (look: string) =>
    page.returnTo ? `<a class="button wide ${look}" href="${escapeHtml(page.returnTo)}">Return to the store</a>` : ''
  const actions =
    page.state === 'failed'
      ? `<a class="button buy wide" href="${address}">Try again</a>${back('outline')}`
      : back('primary')
  return {
    title,
    tone,
    body: `${heading(title, text)}${details([['Amount', formatRupees(Number(link.amount_paise))], ...referenceRows(link)])}<div class="actions">${actions}</div>`,
  }
}

function heading(title: string, text: string): string {
  return `<h1>${title}</h1><p class="muted">${text}</p>`
}

function referenceRows(link: LinkRow): [string, string][] {
  const reference: [string, string][] = link.reference_id ? [['Reference', link.reference_id]] : []
  return [...reference, ['Payment link', link.link_id]]
}

function details(rows: [string, string][]): string {
  return `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${escapeHtml(value)}</dd></div>`).join('')}</dl>`
}
