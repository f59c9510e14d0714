import type { DemoCourse } from '../demo-course.ts'

export const socialMediaManagerToolkit: DemoCourse = {
  course_id: 'social-media-manager-toolkit',
  name: 'Social Media Manager Toolkit',
  description: 'Calendars, client forms and reports to look after three pages without chaos.',
  long_description: [
    'A content calendar that clients understand at a glance',
    'Briefs, approvals and changes in one place',
    'Monthly report template with plain words',
    'Price and scope examples for the first client',
    'How to say no to the fifth change',
  ].join('\n'),
  header_text: 'Order for people who post for others',
  header_below: 'Do You Want To Manage Pages For Clients?',
  price: 699,
  offer_text: 'Client forms included',
  banner: 'art/banner-manager.webp',
  DEMO_REELS_VIDEOS: ['art/reel-hooks.mp4', 'art/reel-counter.mp4', 'art/reel-studio.mp4'],
  benefits_samples: ['art/result-days.webp', 'art/result-profile.webp', 'art/result-bars.webp'],
  additional_infobanners: ['art/way-learn.webp', 'Made for one person with a phone and a borrowed laptop.'],
  product_content_samples: [
    { title: 'Content calendar', subtitle: 'Month and week view', image: 'art/tile-plan.webp' },
    { title: 'Client forms', subtitle: 'Brief, approval, changes', image: 'art/tile-checklist.webp' },
    { title: 'Report template', subtitle: 'Two pages, plain words', image: 'art/tile-numbers.webp' },
    { title: 'Price examples', subtitle: 'Three packages', image: 'art/tile-prices.webp' },
  ],
  bonuses: [{ title: 'First-meeting questions', image: 'art/tile-captions.webp' }],
  exclusive_bonuses: [
    { title: 'Shared folder structure', image: 'art/tile-folder.webp' },
    { title: 'Proposal email examples', image: 'art/tile-mail.webp' },
    { title: 'Time sheet for honest pricing', image: 'art/tile-clock.webp' },
  ],
  CUSTOMER_REVIEWS: [{ image: 'art/review-letter-green.webp' }, { image: 'art/review-chat-blue.webp' }],
  who_is_this_for: [
    'Freelancers with their first or second client',
    'Office staff who were handed the company page',
    'Students looking for part-time work',
    'Small agencies of two or three people',
  ],
  where_can_i_upload: ['Instagram', 'Facebook', 'YouTube', 'Pinterest', 'Twitter / X', 'Telegram'],
  how_to_make_money: [
    'Look after pages for local businesses on a monthly fee',
    'Offer a one-time page clean-up',
    'Set up calendars for teams who post themselves',
  ],
  how_to_get_started: [
    'Buy the toolkit and copy the folder structure',
    'Fill in the brief for a page you already know',
    'Plan two weeks in the calendar',
    'Show it to one business owner',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹2,999',
  faq: [
    {
      question: 'Do I need experience?',
      answer: 'It helps to have run one page of your own. Lesson one tells you what to practise first.',
    },
    { question: 'Do you find clients for me?', answer: 'No. You get the forms and the words; the asking is yours.' },
    { question: 'Which programs do I need?', answer: 'A spreadsheet app and a calendar. Free ones are enough.' },
    { question: 'Refunds?', answer: 'In full within 30 days.' },
  ],
  buy_now_text: 'Get the toolkit',
  legal_disclaimer:
    'Disclaimer: no clients or income are promised. Contract and price examples are general information, not legal or tax advice.',
  lessons: [
    {
      title: 'What a manager does in a week',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/sheet-planner.webp',
    },
    {
      title: 'The brief',
      watch_link: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      download_link: 'art/tile-checklist.webp',
    },
    {
      title: 'The calendar, month and week',
      watch_link: 'https://docs.google.com/spreadsheets/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgVE2upms/preview',
      download_link: null,
    },
    { title: 'Approvals without endless changes', watch_link: 'https://vimeo.com/1084537', download_link: null },
    { title: 'The two-page report', watch_link: 'art/reel-hooks.mp4', download_link: 'art/tile-numbers.webp' },
    {
      title: 'Price, scope and the first client',
      watch_link: 'https://www.youtube.com/watch?v=PVGeM40dABA',
      download_link: null,
    },
  ],
}
