import { escapeHtml } from '../../../server/src/platform/net/escape-html.ts'
import type { Pressed } from './chats.ts'

const results: Record<Pressed, string> = {
  requested: 'Request sent. You are in the group once it is approved.',
  joined: 'You joined the group.',
  already: 'You are in the group already.',
  banned: 'You may not join this group.',
  expired: 'This link has expired.',
}

/** Renders the page behind an invite link, as the app shows it. */
export function joinPageOf(title: string | undefined, pressed?: Pressed): string {
  const form = `<form method="post"><label>Your name in Telegram <input name="name" value="Student"></label> <button>Request to join</button></form>`
  const result = pressed
    ? `<p role="status">${results[pressed]}</p>`
    : title
      ? form
      : `<p role="status">${results.expired}</p>`
  return `<!doctype html>
<html lang="en-IN">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">
<title>Telegram sandbox</title>
<link rel="icon" href="data:,">
</head>
<body><p>Telegram sandbox</p><h1>${escapeHtml(title ?? 'Unknown group')}</h1>${result}</body>
</html>
`
}
