import type { DemoCourse } from '../demo-course.ts'

export const bioLinkInAnHour: DemoCourse = {
  course_id: 'bio-link-in-an-hour',
  name: 'Bio Link in an Hour',
  description: 'One tidy page behind the link in your bio: work, prices, map and chat.',
  long_description: [
    'A one-page counter for your work, made on the phone',
    'Five blocks that every visitor looks for',
    'Free tools only, and how to move away from them later',
    'Short words for buttons in Hindi and English',
  ].join('\n'),
  header_text: 'The smallest course in the shop, done in one sitting',
  header_below: 'Where Does The Link In Your Bio Lead?',
  price: 99,
  offer_text: 'Done in one sitting',
  banner: 'art/banner-biolink.webp',
  DEMO_REELS_VIDEOS: ['art/reel-counter.mp4', 'art/lesson-start.mp4'],
  benefits_samples: ['art/result-profile.webp', 'art/result-bars.webp'],
  additional_infobanners: ['art/way-sell.webp'],
  product_content_samples: [
    { title: '4 short lessons', subtitle: 'Fifteen minutes each', image: 'art/tile-clock.webp' },
    { title: '12 page layouts', subtitle: 'Shop, class, artist, clinic', image: 'art/tile-shop.webp' },
  ],
  bonuses: [{ title: 'Button words in two languages', image: 'art/tile-captions.webp' }],
  exclusive_bonuses: [{ title: 'Printable counter card', image: 'art/tile-mail.webp' }],
  CUSTOMER_REVIEWS: [{ image: 'art/review-chat-blue.webp' }, { image: 'art/review-letter-green.webp' }],
  who_is_this_for: [
    'Anyone with an empty link in the bio',
    'Shops without a website',
    'Artists and freelancers who show samples',
  ],
  where_can_i_upload: ['Instagram', 'Facebook', 'Telegram', 'Twitter / X', 'Your own website'],
  how_to_make_money: [
    'Set up pages for shops nearby for a small fee',
    'Let customers find your prices and chat at once',
  ],
  how_to_get_started: [
    'Buy the course and keep an hour free',
    'Collect a photo, a price list and your map link',
    'Build the page along with the lessons',
    'Put the link in your bio and on your counter',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹299',
  faq: [
    { question: 'Do I need a website?', answer: 'No. The page is the website.' },
    {
      question: 'Does the page cost anything later?',
      answer: 'Not with the tools shown. Their free limits are named in lesson four.',
    },
    { question: 'Refund?', answer: 'Yes, within 30 days, also for ₹99.' },
  ],
  buy_now_text: 'Make my page',
  legal_disclaimer:
    'Disclaimer: tool names belong to their owners, who are not connected with SkillHaat. No income is promised.',
  language: 'English',
  requirements: 'Any phone',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Sell online'],
  lessons: [
    { title: 'Five blocks visitors look for', watch_link: 'art/lesson-start.mp4', download_link: null, preview: true },
    { title: 'Build the page on your phone', watch_link: 'art/reel-counter.mp4', download_link: 'art/tile-shop.webp' },
    { title: 'Words for buttons', watch_link: 'https://vimeo.com/1084537', download_link: null },
    {
      title: 'Free limits, and moving later',
      watch_link: 'https://www.youtube.com/watch?v=PVGeM40dABA',
      download_link: null,
    },
  ],
}
