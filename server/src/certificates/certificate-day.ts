import { indianDay } from 'contract/indian-time'

const day = new Intl.DateTimeFormat('en-IN', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `21 November 2026`, as in India. */
export const certificateDay = (instant: string): string => day.format(new Date(indianDay(new Date(instant))))
