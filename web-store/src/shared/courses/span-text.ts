import { t } from '../../language/text.ts'

/** `3 h 05 min`, `24 min`, `40 s`. */
export function spanText(seconds: number): string {
  if (seconds < 60) return t('{seconds} s', { seconds: Math.ceil(seconds) })
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return t('{minutes} min', { minutes })
  return t('{hours} h {minutes} min', {
    hours: Math.floor(minutes / 60),
    minutes: String(minutes % 60).padStart(2, '0'),
  })
}

/** A span of which a part is not known: `38+ min`. */
export const atLeast = (span: string): string => span.replace(/\d+(?=\D*$)/, '$&+')
