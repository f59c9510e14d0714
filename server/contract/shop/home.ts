/*
 * Default texts of the shop, until the owner changes them under Settings.
 *
 * It is demo content: the testimonials were made up for the demonstration, the people in them do not exist, the numbers
 * under `claims` are sample figures, and the address, phone and email lead nowhere. Publishing invented reviews or
 * figures misleads buyers and is against Indian consumer law: put in your own before going live, or take them away.
 *
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

export const claimDefaults: Claims = {
  enrolled_students: '3750+',
  active_students: '2250+',
  expert_courses: '20+',
  success_stories: '1500+',
  countries: '100+',
}

export const testimonialDefaults: Testimonial[] = [
  {
    name: 'Aarohi',
    role: 'Homemaker and baker, Nashik',
    avatar: 'A',
    text: 'I post one reel a day from the bundle while the oven heats. My first cake order from a stranger came in the second week.',
    rating: 5,
    course_id: 'reels-growth-mega-bundle',
    course: 'Reels Growth Mega Bundle',
  },
  {
    name: 'Rohit',
    role: 'College student, Indore',
    avatar: 'R',
    text: 'I had never cut a video before. Four short lessons later I was editing my cousin’s wedding clips on my own phone.',
    rating: 5,
    course_id: 'phone-video-editing-masterclass',
    course: 'Phone Video Editing Masterclass',
  },
  {
    name: 'Meenal',
    role: 'Saree shop owner, Palghar',
    avatar: 'M',
    text: 'The catalogue lesson alone was worth it. Customers now ask by item number instead of asking for photos all evening.',
    rating: 4,
    course_id: 'sell-on-social-catalogue-to-cash',
    course: 'Sell on Social: Catalogue to Cash',
  },
  {
    name: 'Imran',
    role: 'Maths tutor, Lucknow',
    avatar: 'I',
    text: 'I open the script vault, change three words and record. Speaking to the camera is no longer the hard part of my day.',
    rating: 5,
    course_id: 'hindi-script-vault',
    course: 'Hindi Script Vault',
  },
]

export const contactDefaults: Contact = {
  address: ['SkillHaat (demo address)', 'Palghar, Maharashtra', 'India'],
  // Not a number that can be dialled; its spaces do not break.
  phone: '+91\u00a012345\u00a067890',
  email: 'hello@skillhaat.example',
  hours: 'Monday to Saturday, 10 am to 6 pm IST',
}

/** Ids of the courses that testimonials are about. */
export const praisedCourses = (testimonials: readonly Testimonial[]): string[] => [
  ...new Set(testimonials.map(({ course_id }) => course_id).filter(Boolean)),
]
