/*
 * No schema here: the store's home page carries this file.
 */

export type Testimonial = {
  name: string
  role: string
  /** One letter, shown in the round avatar. */
  avatar: string
  text: string
  /** Whole stars, 1 to 5. */
  rating: number
  /** Id of the course the words are about; the home page shows its card beside them. */
  course_id: string
  course: string
}

export type Claims = {
  enrolled_students: string
  active_students: string
  expert_courses: string
  success_stories: string
  countries: string
}

export type Contact = { address: string[]; phone: string; email: string; hours: string }

export type Home = {
  /** Lines of the headline; the words between two `*` are painted. The shop's name without one. */
  headline: string
  /** The text below it; the description when empty. */
  text: string
  steps_heading: string
  steps: { title: string; text: string }[]
  /** Short lines below the hero; the guarantee adds its own. */
  trust: string[]
}

export const claimDefaults: Claims = {
  enrolled_students: '',
  active_students: '',
  expert_courses: '',
  success_stories: '',
  countries: '',
}

export const testimonialDefaults: Testimonial[] = []

export const contactDefaults: Contact = { address: [], phone: '', email: '', hours: '' }

export const homeDefaults: Home = { headline: '', text: '', steps_heading: '', steps: [], trust: [] }

/** Ids of the courses that testimonials are about. */
export const praisedCourses = (testimonials: readonly Testimonial[]): string[] => [
  ...new Set(testimonials.map(({ course_id }) => course_id).filter(Boolean)),
]
