import type { DemoCourse } from '../demo-course.ts'

export const sellOnSocialCatalogueToCash: DemoCourse = {
  course_id: 'sell-on-social-catalogue-to-cash',
  name: 'Sell on Social: Catalogue to Cash',
  description: 'Turn a small home business into an order-taking social storefront.',
  long_description: [
    'Build a catalogue with item numbers, prices and sizes',
    'Take orders in chat without losing track',
    'Payment, packing and courier explained step by step',
    'Message templates in Hindi, Marathi and English',
    'A simple sheet for stock, orders and returns',
    'What the rules say on bills, returns and labels for small sellers',
  ].join('\n'),
  header_text: 'For people who make or stock good things at home',
  header_below: 'Do You Want To Take Orders From Your Phone?',
  price: 899,
  offer_text: 'Best for home sellers',
  banner: 'art/banner-selling.webp',
  DEMO_REELS_VIDEOS: ['art/reel-counter.mp4', 'art/reel-hooks.mp4', 'art/lesson-start.mp4', 'art/reel-studio.mp4'],
  benefits_samples: ['art/result-profile.webp', 'art/result-bars.webp', 'art/result-days.webp'],
  additional_infobanners: [
    'art/way-sell.webp',
    'Photograph, list, confirm, pack, send: the same five steps for every order.',
  ],
  product_content_samples: [
    { title: 'Catalogue templates', subtitle: 'Clothes, food, craft, plants', image: 'art/tile-shop.webp' },
    { title: 'Order sheet', subtitle: 'Stock, orders, returns', image: 'art/tile-checklist.webp' },
    { title: '80 chat replies', subtitle: 'Three languages', image: 'art/tile-captions.webp' },
    { title: 'Packing guide', subtitle: 'Box, label, courier', image: 'art/tile-parcel.webp' },
  ],
  bonuses: [
    { title: 'Festival offer planner', image: 'art/tile-gift.webp' },
    { title: 'Price calculator method', image: 'art/tile-prices.webp' },
  ],
  exclusive_bonuses: [
    { title: 'Product photo mini course', image: 'art/tile-camera.webp' },
    { title: 'Local delivery map sheet', image: 'art/tile-map.webp' },
    { title: 'Thank-you note designs', image: 'art/tile-mail.webp' },
  ],
  CUSTOMER_REVIEWS: [
    { image: 'art/review-chat-blue.webp' },
    { image: 'art/review-chat-pink.webp' },
    { image: 'art/review-letter-sand.webp' },
  ],
  who_is_this_for: [
    'Home bakers, tailors and craft makers',
    'Saree, jewellery and gift resellers',
    'Nurseries and farm-direct sellers',
    'Shop owners who want orders beyond their street',
  ],
  where_can_i_upload: ['Instagram', 'Facebook', 'Telegram', 'Pinterest', 'Your own website'],
  how_to_make_money: [
    'Sell what you already make, at a price that covers your time',
    'Bundle slow items with popular ones',
    'Take advance orders before festivals',
    'Bring old customers back with a monthly list',
  ],
  how_to_get_started: [
    'Buy the course and list ten items with the template',
    'Photograph them in window light as lesson two shows',
    'Share the catalogue with twenty people you know',
    'Take your first order with the chat replies',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹5,499',
  faq: [
    {
      question: 'Do I need GST to start?',
      answer:
        'That depends on what you sell, where, and how much. Lesson six explains the questions to ask; please check with an accountant before you rely on it.',
    },
    {
      question: 'I only sell in my own town. Is it useful?',
      answer: 'Yes. Three lessons are about local orders and same-day delivery.',
    },
    { question: 'How do customers pay me?', answer: 'By UPI or cash on delivery. The course shows how to note both.' },
    {
      question: 'How much will I earn?',
      answer: 'We cannot know and do not promise anything. The course helps you work in an orderly way.',
    },
    { question: 'Is there a refund?', answer: 'Yes, in full within 30 days.' },
  ],
  buy_now_text: 'Open my shop',
  legal_disclaimer:
    'Disclaimer: no sales or income are promised. Notes on tax and law are general information, not advice. Platform names belong to their owners.',
  language: 'Hindi',
  requirements: 'A phone and something to sell',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Sell online'],
  lessons: [
    {
      title: 'What to list first',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/sheet-planner.webp',
      preview: true,
    },
    {
      title: 'Photos in window light',
      watch_link: 'https://www.youtube.com/watch?v=WhWc3b3KhnY',
      download_link: 'art/tile-camera.webp',
    },
    {
      title: 'A catalogue with item numbers',
      watch_link: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms/preview',
      download_link: null,
    },
    { title: 'Prices that cover your time', watch_link: 'https://vimeo.com/1084537', download_link: null },
    { title: 'Taking orders in chat', watch_link: 'art/reel-counter.mp4', download_link: 'art/tile-captions.webp' },
    {
      title: 'Bills, labels and returns',
      watch_link: 'https://www.youtube.com/watch?v=TLkA0RELQ1g',
      download_link: null,
    },
    {
      title: 'Packing and couriers',
      watch_link: 'https://www.youtube.com/watch?v=PVGeM40dABA',
      download_link: 'art/tile-parcel.webp',
    },
    { title: 'A monthly list for old customers', watch_link: 'art/reel-hooks.mp4', download_link: null },
  ],
}
