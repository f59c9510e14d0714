import type { DemoCourse } from '../demo-course.ts'

export const voiceOverFromHome: DemoCourse = {
  course_id: 'voice-over-from-home',
  name: 'Voice-over From Home',
  description: 'Record a clear, warm voice under a blanket and deliver it like a professional.',
  long_description: [
    'A quiet corner made from a cupboard and two blankets',
    'Breathing and reading drills, ten minutes a day',
    'Record and clean sound with free apps',
    'Hindi, English and mixed scripts to practise',
    'How to send files the way clients expect',
  ].join('\n'),
  header_text: 'Your phone, your cupboard, your voice',
  header_below: 'Do You Want To Be Heard Clearly?',
  price: 249.5,
  offer_text: 'Practice scripts included',
  banner: 'art/banner-voice.webp',
  DEMO_REELS_VIDEOS: ['art/reel-studio.mp4', 'art/reel-hooks.mp4'],
  benefits_samples: ['art/result-days.webp', 'art/result-line.webp'],
  additional_infobanners: ['art/way-speak.webp', 'Fifty practice scripts, from a shop notice to an audio story.'],
  product_content_samples: [
    { title: '5 lessons', subtitle: 'With exercises to repeat', image: 'art/tile-mic.webp' },
    { title: '50 practice scripts', subtitle: 'Hindi, English, mixed', image: 'art/tile-script.webp' },
    { title: 'Sound checks', subtitle: 'Compare good and bad takes', image: 'art/tile-headphones.webp' },
  ],
  bonuses: [{ title: 'Warm-up plan for thirty days', image: 'art/tile-plan.webp' }],
  exclusive_bonuses: [
    { title: 'Demo file structure', image: 'art/tile-folder.webp' },
    { title: 'Free background music list', image: 'art/tile-music.webp' },
  ],
  CUSTOMER_REVIEWS: [{ image: 'art/review-letter-sand.webp' }, { image: 'art/review-chat-blue.webp' }],
  who_is_this_for: [
    'People who are told they have a good voice',
    'Creators who do not want to show their face',
    'Teachers who record lessons',
    'Beginners with no microphone',
  ],
  where_can_i_upload: ['YouTube', 'Instagram', 'Telegram', 'Your own website'],
  how_to_make_money: [
    'Record for creators and shops near you',
    'Offer phone greetings for clinics and classes',
    'Build a demo and apply to audio projects',
  ],
  how_to_get_started: [
    'Buy the course and build the quiet corner',
    'Record the first script three times',
    'Clean the best take with lesson three',
    'CallOptions two people which take they like',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹999',
  faq: [
    {
      question: 'Do I need a microphone?',
      answer: 'Not for the course. Lesson five says which one to buy later, and when.',
    },
    { question: 'My house is noisy. Will it work?', answer: 'Usually yes, with the cupboard method and early hours.' },
    {
      question: 'Is there work for beginners?',
      answer: 'There is, but it takes practice and asking around. Nothing is promised.',
    },
    { question: 'Can I return it?', answer: 'Yes, within 30 days, in full.' },
  ],
  buy_now_text: 'Find my voice',
  legal_disclaimer:
    'Disclaimer: no work or income is promised. Record other people’s texts only with their permission.',
  language: 'Hindi',
  requirements: 'A phone and a quiet corner',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Audio', 'Freelance'],
  lessons: [
    { title: 'The cupboard studio', watch_link: 'art/lesson-start.mp4', download_link: null, preview: true },
    { title: 'Breath and pace', watch_link: 'art/reel-studio.mp4', download_link: 'art/sheet-script.webp' },
    {
      title: 'Record and clean',
      watch_link: 'https://www.youtube.com/watch?v=UXqq0ZvbOnk',
      download_link: null,
    },
    { title: 'Three tones for one script', watch_link: 'https://vimeo.com/1084537', download_link: null },
    {
      title: 'Files, names and delivery',
      watch_link: 'https://www.youtube.com/watch?v=R6MlUcmOul8',
      seconds: 734,
      download_link: 'art/tile-folder.webp',
    },
  ],
}
