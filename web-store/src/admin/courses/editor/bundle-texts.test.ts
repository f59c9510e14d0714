import { completeBody } from 'contract/courses/input'
import { describe, expect, it } from 'vitest'
import { bundleTexts, PROPOSED, proposalsFor } from './bundle-texts.ts'
import { emptyCourse } from './course-form.ts'

const part = (name: string, more: object = {}) => ({
  name,
  description: `All about ${name} for beginners.`,
  banner: '',
  lessons: 4,
  ...more,
})
const courses = [part('Reels'), part('Ads', { banner: '/media/ads.webp' }), part('Voice', { description: '' })]

describe('the courses of a bundle propose', () => {
  it('its description, headline, points and banner', () => {
    expect(bundleTexts(courses)).toEqual({
      description: '3 courses, 12 lessons: Reels, Ads and Voice.',
      header_text: 'Learn with Reels, Ads and Voice',
      header_below: '3 courses, 12 lessons, one price',
      long_description: 'Reels: All about Reels for beginners.\nAds: All about Ads for beginners.\nVoice',
      banner: '/media/ads.webp',
    })
  })

  it('words for empty fields alone', () => {
    const typed = { ...emptyCourse, description: 'My own words', header_below: ' ' }
    expect(proposalsFor(['description', 'header_below'], typed, courses)).toEqual({
      header_below: '3 courses, 12 lessons, one price',
    })
  })

  it('texts that a course on sale may have, however long their names', () => {
    const many = Array.from({ length: 20 }, (_, n) => part(`${n} ${'x'.repeat(190)}`, { lessons: 0 }))
    const texts = bundleTexts(many)
    const { shape } = completeBody({})
    for (const field of PROPOSED.filter((one) => one !== 'banner'))
      expect(shape[field]?.safeParse(texts[field]).success, field).toBe(true)
    expect(texts.header_text).toMatch(/ and more$/)
  })
})
