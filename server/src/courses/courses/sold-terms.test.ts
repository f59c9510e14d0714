import { closedField, type soldColumns, soldTerms } from 'contract/courses/sold-terms'
import { expect, expectTypeOf, test } from 'vitest'
import type { CourseForSale } from './courses.queries.ts'

/** Columns that a buyer reads, and no price or grant. */
type Shown = 'course_id' | 'name' | 'banner' | 'legal_disclaimer'
/** Terms of features, which `soldTerms` has by their names. */
type Terms = 'terms'

test('pricing reads no column of a course that is not declared as a term of its sale', () => {
  type Declared = (typeof soldColumns)[keyof typeof soldColumns]
  expectTypeOf<Exclude<keyof CourseForSale, Shown | Declared | Terms>>().toBeNever()
})

test.each(soldTerms)('%s of a course is closed to every API key', (field) => {
  expect(closedField('courses.update', { body: { name: 'Other', [field]: null } })).toBe(field)
})
