import { expect, test } from 'vitest'
import { CreateCourseBody, UpdateCourseBody } from './input.ts'

const inOrder = [
  'name',
  'description',
  'long_description',
  'header_text',
  'header_below',
  'price',
  'offer_text',
  'banner',
  'DEMO_REELS_VIDEOS',
  'benefits_samples',
  'additional_infobanners',
  'product_content_samples',
  'bonuses',
  'exclusive_bonuses',
  'CUSTOMER_REVIEWS',
  'who_is_this_for',
  'where_can_i_upload',
  'how_to_make_money',
  'how_to_get_started',
  'lifetime_access',
  'bonuses_worth',
  'faq',
  'buy_now_text',
  'legal_disclaimer',
  'topics',
  'access_period',
  'language',
  'requirements',
  'teacher_name',
  'teacher_about',
  'bundle_courses',
]

test('errors of a course appear in the order of its fields', () => {
  const wrong = Object.fromEntries(['course_id', 'kind', 'free', ...inOrder].toReversed().map((name) => [name, {}]))
  const { course_id: _, kind: __, ...changes } = wrong
  const notified = (parsed: { error?: { issues: { path: PropertyKey[] }[] } | undefined }) =>
    parsed.error?.issues.map(({ path }) => path.join('.'))
  expect(notified(CreateCourseBody.safeParse(wrong))).toEqual(['course_id', ...inOrder, 'kind', 'free'])
  expect(notified(UpdateCourseBody.safeParse(changes))).toEqual([...inOrder, 'free'])
})
