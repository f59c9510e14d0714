import type { DemoCourse } from '../demo-course.ts'

export const hindiScriptVault: DemoCourse = {
  course_id: 'hindi-script-vault',
  name: 'Hindi Script Vault',
  description: '400 short-video scripts in Hindi and Hinglish, sorted by niche.',
  long_description: [
    '400 scripts of 20 to 45 seconds',
    'Hindi in Devanagari and in Latin letters',
    'Twelve niches, from cooking to coaching',
    'Each script marked with pauses and gestures',
    'A blank sheet to write your own in the same form',
  ].join('\n'),
  header_text: 'Never stand before the camera without words',
  header_below: 'Do You Want To Know What To Say?',
  price: 299,
  offer_text: 'Hindi and Hinglish',
  banner: 'art/banner-scripts.webp',
  DEMO_REELS_VIDEOS: ['art/reel-hooks.mp4', 'art/reel-studio.mp4'],
  benefits_samples: ['art/result-days.webp', 'art/result-bars.webp'],
  additional_infobanners: ['art/way-speak.webp', 'Change three words and the script is about your own work.'],
  product_content_samples: [
    { title: '400 scripts', subtitle: '20 to 45 seconds each', image: 'art/tile-script.webp' },
    { title: '90 opening lines', subtitle: 'Questions, facts, small stories', image: 'art/tile-hooks.webp' },
    { title: 'Blank sheet', subtitle: 'Print and fill in', image: 'art/sheet-script.webp' },
  ],
  bonuses: [{ title: 'Pronunciation notes for English terms', image: 'art/tile-headphones.webp' }],
  exclusive_bonuses: [
    { title: 'Festival scripts for the whole year', image: 'art/tile-gift.webp' },
    { title: 'Teleprompter set-up on two phones', image: 'art/tile-phones.webp' },
  ],
  CUSTOMER_REVIEWS: [{ image: 'art/review-letter-sand.webp' }, { image: 'art/review-chat-blue.webp' }],
  who_is_this_for: [
    'Tutors and coaching classes',
    'Shop owners who speak for their own shop',
    'Creators who think in Hindi and post in Hinglish',
    'Anyone who goes blank when recording starts',
  ],
  where_can_i_upload: ['Instagram', 'YouTube Shorts', 'Facebook', 'Telegram'],
  how_to_make_money: [
    'Write scripts for local businesses, using the sheets as a start',
    'Speak for your own class, shop or service',
    'Record voice-overs for other creators',
  ],
  how_to_get_started: [
    'Buy the vault and open the folder of your niche',
    'Read three scripts aloud and choose one',
    'Change the names and the offer',
    'Record it twice and post the second',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹1,499',
  faq: [
    {
      question: 'Are the scripts in Devanagari?',
      answer: 'Yes, every script comes in Devanagari and in Latin letters, side by side.',
    },
    {
      question: 'Will others use the same script?',
      answer: 'Others own the vault too. That is why every script has marked places to make it your own.',
    },
    { question: 'Can I print them?', answer: 'Yes. Each niche is one file that prints on A4.' },
    { question: 'Refund?', answer: 'In full within 30 days, as for everything in the shop.' },
  ],
  buy_now_text: 'Open the vault',
  legal_disclaimer:
    'Disclaimer: scripts are examples. You are responsible for what you say about your own goods and services. No income is promised.',
  language: 'Hindi and Hinglish',
  requirements: 'Any phone',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Scripts', 'Reels'],
  lessons: [
    {
      title: 'How a script is built',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/sheet-script.webp',
      preview: true,
    },
    { title: 'Make any script your own', watch_link: 'art/reel-studio.mp4', download_link: null },
    {
      title: 'Reading without sounding like reading',
      watch_link: 'https://www.youtube.com/watch?v=eRsGyueVLvQ',
      seconds: 888,
      download_link: null,
    },
    { title: 'Pauses, hands and eyes', watch_link: 'https://vimeo.com/1084537', download_link: null },
  ],
}
