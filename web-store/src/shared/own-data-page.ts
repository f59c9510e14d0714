import type { OwnData } from 'contract/account'
import type { z } from 'zod'
import { t } from '../language/text.ts'
import { dateTimeText, rupeesText } from '../ui/format.ts'

const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[sign] ?? sign)

/** `Total` of `total_paise`, `Course` of `course_id`. */
const labelOf = (column: string): string => {
  const words = column.replace(/_(paise|id|at)$/, '').replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const MOMENT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d/

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
section{margin:2.5rem 0}table{border-collapse:collapse;width:100%;margin:1rem 0}
th,td{text-align:start;vertical-align:top;border-top:1px solid #8888;padding:.4rem .8rem .4rem 0;overflow-wrap:anywhere}
th{width:14rem;font-weight:600}:root{color-scheme:light dark}@media(max-width:40rem){th{width:8rem}}`

/**
 * Writes a student's own data as a page that every phone and computer opens: sums in rupees, moments in Indian time, titles and answers in
 * words in place of their ids.
 */
export function ownDataPage({ made_at, parts, names }: z.output<typeof OwnData>): string {
  const show = (value: unknown, column = ''): string => {
    if (value === null || value === undefined || value === '') return ''
    if (typeof value === 'boolean') return value ? t('Yes') : t('No')
    if (column.endsWith('_paise')) return escapeHtml(rupeesText(Number(value) / 100))
    if (Array.isArray(value))
      return value
        .map((one) => show(one, column))
        .filter(Boolean)
        .join('<br>')
    if (typeof value === 'object') return table(value as Record<string, unknown>)
    const text = String(value)
    if (MOMENT.test(text)) return escapeHtml(dateTimeText(text))
    return escapeHtml(names[text] ?? text)
  }
  const table = (row: Record<string, unknown>): string => {
    const lines = Object.entries(row).map(([column, value]) => [labelOf(column), show(value, column)] as const)
    const notified = lines.filter(([, text]) => text !== '')
    return `<table>${notified.map(([label, text]) => `<tr><th>${escapeHtml(label)}</th><td>${text}</td></tr>`).join('')}</table>`
  }
  const sections = parts
    .filter(({ rows }) => rows.length > 0)
    .map(({ title, rows }) => `<section><h2>${escapeHtml(title)}</h2>${rows.map(table).join('')}</section>`)
  const title = escapeHtml(t('Your data'))
  const made = escapeHtml(dateTimeText(made_at))
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${title}</title><style>${STYLE}</style><h1>${title}</h1><p>${made}</p>${sections.join('')}</html>`
}
