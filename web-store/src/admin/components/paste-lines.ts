import type { ClipboardEvent } from 'react'

/** The lines of a text, without empty ones and the bullets and numbers that lists are copied with. */
export function linesOf(text: string): string[] {
  return text
    .split(/\r?\n|\u2028/)
    .map((line) => line.replace(/^\s*(?:[-*•–✓✔]|\d{1,3}[.)])\s+/u, '').trim())
    .filter((line) => line !== '')
}

/** Hands over the lines of a paste when there are several; one line is pasted as ever. */
export function onPasteLines(take: (lines: string[]) => void) {
  return (event: ClipboardEvent<HTMLElement>) => {
    const lines = linesOf(event.clipboardData.getData('text'))
    if (lines.length < 2) return
    event.preventDefault()
    take(lines)
  }
}
