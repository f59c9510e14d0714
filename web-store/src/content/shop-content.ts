/*
 * THE OWNER OF THE SHOP MUST REPLACE EVERYTHING IN THIS FILE BEFORE GOING LIVE.
 *
 * It is demo content: the testimonials were made up for the demonstration, the people in them do not exist, the numbers
 * under `claims` are sample figures, and the address, phone and email lead nowhere. Publishing invented reviews or
 * figures misleads buyers and is against Indian consumer law; put in your own, or take the blocks away.
 *
 * Prices, courses and promo codes are not here: they live in the database and are managed by the admin.
 */

export interface Testimonial {
  name: string
  role: string
  /** One letter, shown in the round avatar. */
  avatar: string
  text: string
  /** Whole stars, 1 to 5. */
  rating: 1 | 2 | 3 | 4 | 5
  /** Id of the course the words are about; the home page shows its card beside them. */
  course_id: string
  course: string
}

export interface Leader {
  name: string
  role: string
  line: string
}

export const shopContent = {
  brand: {
    name: 'SkillHaat',
    /** Set in Devanagari: "the haat of skills". */
    line: 'हुनर का हाट',
    description:
      'Course bundles on social media and digital skills, made for Indian learners and sold in rupees. Pay once, start the same day.',
  },
  /** Shown as they stand, plus sign included. */
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
  ] satisfies Testimonial[],
  about: {
    mission:
      'We want anyone with a phone to be able to learn a digital skill and use it the same week: to show their work, find customers nearby, or help a local business be seen.',
    paragraphs: [
      'SkillHaat began as a shared folder of reel ideas and editing notes. It grew into a small market of course bundles, each made to be finished in a few evenings on an ordinary phone.',
      'Every bundle has one fixed price in rupees, lessons you can return to, and files you can use at once. We say what is inside before you pay, and we give the money back within 30 days if it is not for you.',
    ],
    leadership: [
      {
        name: 'Founder name',
        role: 'Founder',
        line: 'Demo text: write two lines about who runs this shop, and why.',
      },
      {
        name: 'Technology partner name',
        role: 'Technology partner',
        line: 'Demo text: name the person or firm that keeps the shop running.',
      },
    ] satisfies Leader[],
  },
  contact: {
    address: ['SkillHaat (demo address)', 'Palghar, Maharashtra', 'India'],
    /** Not a number that can be dialled; its spaces do not break. */
    phone: '+91\u00a012345\u00a067890',
    email: 'hello@skillhaat.example',
    hours: 'Monday to Saturday, 10 am to 6 pm IST',
  },
}
