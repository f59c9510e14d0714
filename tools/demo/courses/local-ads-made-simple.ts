import type { DemoCourse } from '../demo-course.ts'

export const localAdsMadeSimple: DemoCourse = {
  course_id: 'local-ads-made-simple',
  name: 'Local Ads Made Simple',
  description: 'Run your first ₹200-a-day campaign for a shop, class or clinic.',
  long_description: [
    'Set up an ad account the safe way, step by step',
    'One campaign for calls, one for visits, one for messages',
    'A first budget of ₹200 a day, with a stop rule',
    'Ad pictures and texts for twelve kinds of local business',
    'Read the report in five minutes a week',
    'Common reasons for rejected ads, and what to do',
  ].join('\n'),
  header_text: 'Small budgets, clear rules, no guesswork',
  header_below: 'Do You Want Customers From Your Own Area?',
  price: 1299,
  offer_text: 'Budget sheet included',
  banner: 'art/banner-ads.webp',
  DEMO_REELS_VIDEOS: ['art/reel-counter.mp4', 'art/reel-hooks.mp4', 'art/reel-studio.mp4', 'art/lesson-start.mp4'],
  benefits_samples: ['art/result-bars.webp', 'art/result-profile.webp', 'art/result-line.webp'],
  additional_infobanners: [
    'art/way-learn.webp',
    'The ad money goes to the platform and is not part of the course price.',
  ],
  product_content_samples: [
    { title: '12 ad sets', subtitle: 'Picture, text and audience', image: 'art/tile-ads.webp' },
    { title: 'Area planner', subtitle: 'Who lives within 5 km', image: 'art/tile-map.webp' },
    { title: 'Budget sheet', subtitle: 'With a stop rule', image: 'art/tile-prices.webp' },
    { title: 'Report guide', subtitle: 'Five minutes a week', image: 'art/tile-numbers.webp' },
  ],
  bonuses: [{ title: 'Landing page checklist', image: 'art/tile-laptop.webp' }],
  exclusive_bonuses: [
    { title: 'Client proposal template', image: 'art/tile-script.webp' },
    { title: 'Call-back message set', image: 'art/tile-captions.webp' },
    { title: 'Opening-day campaign plan', image: 'art/tile-gift.webp' },
  ],
  CUSTOMER_REVIEWS: [
    { image: 'art/review-letter-green.webp' },
    { image: 'art/review-chat-pink.webp' },
    { image: 'art/review-letter-sand.webp' },
  ],
  who_is_this_for: [
    'Owners of shops, salons, gyms and clinics',
    'Tuition and coaching classes',
    'Freelancers who want to run ads for others',
    'Anyone who boosted a post once and was disappointed',
  ],
  where_can_i_upload: ['Facebook', 'Instagram', 'YouTube'],
  how_to_make_money: [
    'Bring enquiries to your own business',
    'Run campaigns for one or two local clients on a monthly fee',
    'Offer set-up as a one-time service',
  ],
  how_to_get_started: [
    'Buy the course and prepare the account with lesson one',
    'Choose one goal: calls, visits or messages',
    'Run the first ad set at ₹200 a day for five days',
    'Compare with the report guide, then stop or go on',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹3,999',
  faq: [
    {
      question: 'Is the ad budget part of the price?',
      answer: 'No. You pay the platform yourself. The course works from about ₹1,000 for a five-day test.',
    },
    {
      question: 'What if the test brings nothing?',
      answer: 'That happens. The stop rule limits the loss, and lesson six shows what to change before trying again.',
    },
    {
      question: 'Do you run the ads for me?',
      answer: 'No. You learn to run them, or to judge the work of someone who does.',
    },
    {
      question: 'Can I return the course?',
      answer: 'Yes, within 30 days. Ad money paid to a platform is not ours to return.',
    },
  ],
  buy_now_text: 'Learn local ads',
  legal_disclaimer:
    'Disclaimer: results of advertising vary and are not promised. Advertising money is paid to the platforms, who are not connected with SkillHaat.',
  language: 'Hindi',
  requirements: 'A phone and ₹200 a day for ads',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Ads', 'Sell online'],
  lessons: [
    {
      title: 'Set up the account the safe way',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/tile-checklist.webp',
      preview: true,
    },
    {
      title: 'One goal: calls, visits or messages',
      watch_link: 'https://www.youtube.com/watch?v=R6MlUcmOul8',
      seconds: 734,
      download_link: null,
    },
    {
      title: 'Who lives within five kilometres',
      watch_link: 'art/reel-counter.mp4',
      download_link: 'art/tile-map.webp',
    },
    {
      title: 'The picture and the text',
      watch_link: 'https://www.youtube.com/watch?v=mN0zPOpADL4',
      download_link: 'art/sheet-script.webp',
    },
    {
      title: 'Budget sheet and stop rule',
      watch_link: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms/preview',
      download_link: null,
    },
    { title: 'When an ad brings nothing', watch_link: 'https://vimeo.com/1084537', download_link: null },
    {
      title: 'The weekly five-minute report',
      watch_link: 'https://www.youtube.com/watch?v=Y-rmzh0PI3c',
      download_link: 'art/tile-numbers.webp',
    },
  ],
}
