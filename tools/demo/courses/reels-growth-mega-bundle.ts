import type { DemoCourse } from '../demo-course.ts'

export const reelsGrowthMegaBundle: DemoCourse = {
  course_id: 'reels-growth-mega-bundle',
  name: 'Reels Growth Mega Bundle',
  description: '5,000 ready-to-post reels with hooks, captions and a 30-day posting plan.',
  long_description: [
    '5,000 ready-to-post reels in 40 niches',
    'No watermark, yours to post on any page',
    'Hooks and captions in English, Hindi and Hinglish',
    '30-day posting plan you can follow from day one',
    'Works on any phone, no editing software needed',
    'Free updates for one year',
  ].join('\n'),
  header_text: 'A ready-made posting plan for busy people',
  header_below: 'Do You Want To Grow Your Social Media?',
  price: 499,
  offer_text: 'Hooks in three languages',
  banner: 'art/banner-reels.webp',
  DEMO_REELS_VIDEOS: [
    'art/reel-hooks.mp4',
    'art/reel-studio.mp4',
    'art/reel-counter.mp4',
    'art/lesson-start.mp4',
    'art/reel-hooks.webm',
  ],
  benefits_samples: ['art/result-line.webp', 'art/result-profile.webp', 'art/result-bars.webp'],
  additional_infobanners: [
    'art/way-post.webp',
    'Open the folder, pick a reel, post it. Most days take less than five minutes.',
  ],
  product_content_samples: [
    { title: '5,000 reels', subtitle: '40 niches, vertical 9:16', image: 'art/tile-phones.webp' },
    { title: '400 scripts', subtitle: 'Hindi and Hinglish', image: 'art/tile-script.webp' },
    { title: '250 covers', subtitle: 'Editable templates', image: 'art/tile-covers.webp' },
    { title: '30-day plan', subtitle: 'What to post, and when', image: 'art/tile-plan.webp' },
  ],
  bonuses: [
    { title: 'Caption bank, 300 openings', image: 'art/tile-captions.webp' },
    { title: 'List of free music sources', image: 'art/tile-music.webp' },
  ],
  exclusive_bonuses: [
    { title: 'Local Ads mini course', image: 'art/tile-ads.webp' },
    { title: 'Telegram growth checklist', image: 'art/tile-plane.webp' },
    { title: 'Bio-link store template', image: 'art/tile-shop.webp' },
  ],
  CUSTOMER_REVIEWS: [
    { image: 'art/review-chat-blue.webp' },
    { image: 'art/review-letter-sand.webp' },
    { image: 'art/review-chat-pink.webp' },
  ],
  who_is_this_for: [
    'Students who want to learn how theme pages work',
    'Home makers and small shop owners',
    'Freelancers and social media managers',
    'Coaches, tutors and clinics',
  ],
  where_can_i_upload: [
    'Instagram',
    'Facebook',
    'YouTube Shorts',
    'Twitter / X',
    'TikTok',
    'Pinterest',
    'Telegram',
    'Your own website',
  ],
  how_to_make_money: [
    'Grow a theme page and offer mentions to brands',
    'Post for local shops on a monthly fee',
    'Add affiliate links to your bio and say so openly',
    'Bring customers to your own service with daily reels',
  ],
  how_to_get_started: [
    'Tap Buy Now and pay with UPI, card or net banking',
    'Open the email we send you, or your dashboard',
    'Download the first pack and pick your niche',
    'Post reel one today, then follow the 30-day plan',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹4,999',
  faq: [
    {
      question: 'How will I get the reels?',
      answer: 'You get an email within a minute of payment. Everything also stays in your dashboard.',
    },
    {
      question: 'Can I use these on more than one page?',
      answer: 'Yes. You may post them on every page you run yourself. You may not sell the files on to others.',
    },
    {
      question: 'Do I need a laptop?',
      answer: 'No. The packs open on a phone. A laptop only makes it faster to sort many files at once.',
    },
    {
      question: 'Will my page grow for sure?',
      answer:
        'Nobody can promise that. Regular posting helps most pages; how much depends on your niche, your account and your replies.',
    },
    {
      question: 'What if it does not work for me?',
      answer: 'Write to us within 30 days of buying and we return the full amount to the way you paid.',
    },
  ],
  buy_now_text: 'Buy Now',
  legal_disclaimer:
    'Disclaimer: results shown are examples and are not a promise of income or followers. SkillHaat is not connected with or endorsed by any platform named on this page.',
  language: 'Hindi and English',
  requirements: 'Any phone',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Reels', 'Growth'],
  lessons: [
    {
      title: 'Start here: how the bundle is sorted',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/sheet-planner.webp',
      preview: true,
    },
    {
      title: 'Pick a niche you can keep up for 30 days',
      watch_link: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      seconds: 635,
      download_link: null,
    },
    {
      title: 'Hooks: the first two seconds',
      watch_link: 'https://vimeo.com/1084537',
      download_link: 'art/sheet-script.webp',
    },
    {
      title: 'Captions in three languages',
      watch_link: 'https://www.youtube.com/watch?v=eRsGyueVLvQ',
      seconds: 888,
      download_link: null,
    },
    {
      title: 'The posting sheet, line by line',
      watch_link: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms/preview',
      download_link: 'art/sheet-planner.webp',
    },
    {
      title: 'Replies and comments in ten minutes a day',
      watch_link: 'https://www.youtube.com/watch?v=R6MlUcmOul8',
      seconds: 734,
      download_link: null,
    },
    { title: 'Your first week, posted together', watch_link: 'art/reel-hooks.mp4', download_link: null },
  ],
}
