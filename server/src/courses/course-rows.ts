import { Course, CourseCard } from 'contract/courses'
import { toRupees } from 'contract/money'

export type Row = Record<string, unknown> & { price_paise: number; version: number }

const stored = (wireField: string) => (wireField === 'price' ? 'price_paise' : wireField)
export const cardColumns = Object.keys(CourseCard.shape).map(stored)
export const courseColumns = Object.keys(Course.shape).map(stored)

export function toWire({ price_paise, ...row }: Row): object {
  return { ...row, price: toRupees(price_paise) }
}
