/*
 * The demo's texts are made up: the people in the testimonials do not exist, the numbers under
 * `claims` are sample figures, and the address, phone and email lead nowhere. Publishing invented reviews or figures
 * misleads buyers and is against Indian consumer law. A shop of before 2026-11-26 began with these texts.
 */

import { PAINTED_LINE } from './brand.ts'
import type { ShopChanges } from './defaults.ts'

export const demoShop = {
  brand: {
    name: 'SkillHaat',
    logo_text: 'SkillHaat',
    line: PAINTED_LINE,
    description:
      'Course bundles on social media and digital skills, made for Indian learners and sold in rupees. Pay once, start the same day.',
  },
  home: {
    headline: 'Grow online with\n*course bundles*\nmade for India',
    text: 'Ready-made reels, templates and step-by-step lessons on social media and digital skills. Pay once in rupees and start the same day.',
    steps_heading: 'From this page to your first post',
    steps: [
      { title: 'Pick a bundle', text: 'Add one or more to the cart and apply a promo code if you have one.' },
      { title: 'Pay in rupees', text: 'No account needed. We create it for you at checkout and log you in.' },
      { title: 'Start learning', text: 'Lessons and downloads open at once in your dashboard. Earn coins as you go.' },
    ],
    trust: ['Instant delivery on email', 'Pay once, no subscription', 'Learn on your phone'],
  },
  claims: {
    enrolled_students: '3750+',
    active_students: '2250+',
    expert_courses: '20+',
    success_stories: '1500+',
    countries: '100+',
  },
  testimonials: [
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
  ],
  contact: {
    address: ['SkillHaat (demo address)', 'Palghar, Maharashtra', 'India'],
    // The number cannot be dialled; its spaces do not break.
    phone: '+91\u00a012345\u00a067890',
    email: 'hello@skillhaat.example',
    hours: 'Monday to Saturday, 10 am to 6 pm IST',
  },
  about: {
    mission:
      'We want anyone with a phone to be able to learn a digital skill and use it the same week: to show their work, find customers nearby, or help a local business be seen.',
    paragraphs: [
      'SkillHaat began as a shared folder of reel ideas and editing notes. It grew into a small market of course bundles, each made to be finished in a few evenings on an ordinary phone.',
      'Every bundle has one fixed price in rupees, lessons you can return to, and files you can use at once. We say what is inside before you pay.',
    ],
    leadership: [
      {
        name: 'Asha Kulkarni',
        role: 'Founder',
        line: 'Edited reels for shops in Palghar before she began to teach how it is done.',
      },
      {
        name: 'Neel Tech Works',
        role: 'Technology partner',
        line: 'Keeps the shop, its payments and its lessons running.',
      },
    ],
  },
  guarantee: { days: 30 },
} satisfies ShopChanges
