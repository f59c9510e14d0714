import type { DemoCourse } from '../demo-course.ts'

export const youtubeShortsStarterKit: DemoCourse = {
  course_id: 'youtube-shorts-starter-kit',
  name: 'YouTube Shorts Starter Kit',
  description: 'Channel setup, 60 script ideas and a first-month publishing calendar.',
  long_description: [
    'Channel set up in one sitting, from name to banner',
    '60 script ideas sorted by effort',
    'A calendar for the first four weeks',
    'Titles and tags explained with examples',
    'What the numbers in the studio mean, and which to ignore',
  ].join('\n'),
  header_text: 'A calm first month for a new channel',
  header_below: 'Do You Want To Start A Shorts Channel?',
  price: 349,
  offer_text: '60 script ideas inside',
  banner: 'art/banner-shorts.webp',
  DEMO_REELS_VIDEOS: ['art/reel-studio.mp4', 'art/reel-hooks.mp4', 'art/reel-counter.mp4'],
  benefits_samples: ['art/result-bars.webp', 'art/result-days.webp', 'art/result-line.webp'],
  additional_infobanners: ['art/way-speak.webp', 'One short a day for 28 days, with two rest days a week.'],
  product_content_samples: [
    { title: '60 script ideas', subtitle: 'From no-face to talking head', image: 'art/tile-ideas.webp' },
    { title: '4-week calendar', subtitle: 'Ready to print', image: 'art/tile-plan.webp' },
    { title: 'Title formulas', subtitle: '40 that read well in Hindi too', image: 'art/tile-script.webp' },
    { title: 'Numbers guide', subtitle: 'Four figures worth watching', image: 'art/tile-numbers.webp' },
  ],
  bonuses: [{ title: 'Channel art templates', image: 'art/tile-covers.webp' }],
  exclusive_bonuses: [
    { title: 'Hook cards to keep beside the camera', image: 'art/tile-hooks.webp' },
    { title: 'Recording day checklist', image: 'art/tile-checklist.webp' },
  ],
  CUSTOMER_REVIEWS: [{ image: 'art/review-chat-pink.webp' }, { image: 'art/review-letter-green.webp' }],
  who_is_this_for: [
    'First-time creators who keep putting it off',
    'Teachers with short lessons to share',
    'Cooks, gardeners and makers of all kinds',
    'Anyone who prefers not to show their face',
  ],
  where_can_i_upload: ['YouTube Shorts', 'Instagram', 'Facebook', 'Pinterest'],
  how_to_make_money: [
    'Send viewers to your own class or service',
    'Use affiliate links and disclose them',
    'Apply for the platform’s partner programme once you meet its rules',
  ],
  how_to_get_started: [
    'Buy the kit and open lesson one',
    'Choose a channel name with the worksheet',
    'Pick your first seven ideas',
    'Record three shorts in one go',
  ],
  lifetime_access: 'Access and updates for as long as the shop runs',
  bonuses_worth: '₹1,999',
  faq: [
    {
      question: 'Do I have to show my face?',
      answer: 'No. Twenty-five of the ideas work with hands, a screen or objects only.',
    },
    {
      question: 'How much time does it take?',
      answer: 'About three hours a week when you record in one go, as lesson three shows.',
    },
    {
      question: 'Will I be monetised in the first month?',
      answer: 'Very unlikely, and this kit does not promise it. The first month is for learning and a steady rhythm.',
    },
    { question: 'Can I return it?', answer: 'Yes, within 30 days, for the full amount.' },
  ],
  buy_now_text: 'Get the kit',
  legal_disclaimer:
    'Disclaimer: no views, subscribers or income are promised. YouTube is a trademark of its owner, who is not connected with SkillHaat.',
  language: 'Hindi',
  requirements: 'A phone and a Google account',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['YouTube', 'Growth'],
  lessons: [
    {
      title: 'Name, picture, banner',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/sheet-planner.webp',
      preview: true,
    },
    {
      title: 'Sixty ideas and how to choose seven',
      watch_link: 'https://www.youtube.com/watch?v=SkVqJ1SGeL0',
      download_link: 'art/sheet-script.webp',
    },
    {
      title: 'Record three shorts in one go',
      watch_link: 'https://www.youtube.com/watch?v=Z4C82eyhwgU',
      download_link: null,
    },
    { title: 'Titles, tags and the first comment', watch_link: 'https://vimeo.com/1084537', download_link: null },
    { title: 'Reading the numbers without worry', watch_link: 'art/reel-hooks.mp4', download_link: null },
  ],
}
