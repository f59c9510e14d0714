import type { DemoCourse } from '../demo-course.ts'

export const thumbnailDesignLab: DemoCourse = {
  course_id: 'thumbnail-design-lab',
  name: 'Thumbnail Design Lab',
  description: 'Click-worthy thumbnails in 15 minutes, with 250 editable templates.',
  long_description: [
    '250 templates that open in free design tools',
    'A fifteen-minute routine from photo to finished picture',
    'Contrast and spacing explained with before and after',
    'Devanagari and Latin lettering that stays readable when small',
    'How to test two pictures against each other',
  ].join('\n'),
  header_text: 'Design pictures that say what the video is about',
  header_below: 'Do You Want More People To Stop And Look?',
  price: 599,
  offer_text: '250 templates free',
  banner: 'art/banner-thumbnails.webp',
  DEMO_REELS_VIDEOS: ['art/reel-hooks.mp4', 'art/reel-counter.mp4', 'art/lesson-start.mp4'],
  benefits_samples: ['art/result-bars.webp', 'art/result-line.webp', 'art/result-profile.webp'],
  additional_infobanners: ['art/way-learn.webp', 'No drawing skill needed: the templates do the heavy lifting.'],
  product_content_samples: [
    { title: '250 templates', subtitle: 'Twelve niches', image: 'art/tile-covers.webp' },
    { title: 'Colour pairs', subtitle: '40 that pass the contrast test', image: 'art/tile-swatches.webp' },
    { title: 'Background pack', subtitle: '120 pictures, free to use', image: 'art/tile-folder.webp' },
    { title: '15-minute routine', subtitle: 'One page to print', image: 'art/tile-clock.webp' },
  ],
  bonuses: [{ title: 'Reel cover templates', image: 'art/tile-phones.webp' }],
  exclusive_bonuses: [
    { title: 'Cut-out practice photos', image: 'art/tile-camera.webp' },
    { title: 'Client brief form', image: 'art/tile-checklist.webp' },
    { title: 'Price list example for designers', image: 'art/tile-prices.webp' },
  ],
  CUSTOMER_REVIEWS: [
    { image: 'art/review-letter-sand.webp' },
    { image: 'art/review-chat-pink.webp' },
    { image: 'art/review-letter-green.webp' },
  ],
  who_is_this_for: [
    'Creators who make their own thumbnails',
    'Students who want a small design service',
    'Teachers who publish lessons online',
    'Editors who want to offer covers as well',
  ],
  where_can_i_upload: ['YouTube', 'Facebook', 'Instagram', 'Pinterest', 'Telegram'],
  how_to_make_money: [
    'Offer thumbnails to channels in your language',
    'Add covers to an editing service you already run',
    'Sell your own template sets',
  ],
  how_to_get_started: [
    'Buy the course and open the template folder',
    'Follow lesson one with your own photo',
    'Make three versions and compare them small',
    'Publish the clearest one',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹2,499',
  faq: [
    {
      question: 'Which tool do I need?',
      answer: 'Any free design tool that opens PNG and SVG. The lessons show one on the phone and one in the browser.',
    },
    {
      question: 'May I use the templates for clients?',
      answer: 'Yes, for as many clients as you like. Only reselling the templates themselves is not allowed.',
    },
    { question: 'Is there a certificate?', answer: 'No. What you take away is a folder of finished work.' },
    { question: 'What about refunds?', answer: 'Full refund within 30 days, no form to fill in.' },
  ],
  buy_now_text: 'Open the lab',
  legal_disclaimer:
    'Disclaimer: example figures are illustrations. Better thumbnails do not guarantee more views. Platform names belong to their owners, who do not endorse this course.',
  language: 'Hindi and English',
  requirements: 'A phone, a laptop helps',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Design', 'YouTube'],
  lessons: [
    {
      title: 'One idea per picture',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/tile-covers.webp',
      preview: true,
    },
    {
      title: 'Colour pairs that work on every screen',
      watch_link: 'https://www.youtube.com/watch?v=_cMxraX_5RE',
      download_link: 'art/tile-swatches.webp',
    },
    {
      title: 'Lettering in Hindi and English',
      watch_link: 'https://www.youtube.com/watch?v=mN0zPOpADL4',
      download_link: null,
    },
    { title: 'The fifteen-minute routine', watch_link: 'https://vimeo.com/1084537', download_link: null },
    {
      title: 'Score sheet for your own pictures',
      watch_link: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms/preview',
      download_link: null,
    },
    { title: 'Comparing two versions', watch_link: 'art/reel-counter.mp4', download_link: null },
  ],
}
