import type { DemoCourse } from '../demo-course.ts'

export const telegramChannelPlaybook: DemoCourse = {
  course_id: 'telegram-channel-playbook',
  name: 'Telegram Channel Playbook',
  description: 'Start, fill and look after a niche channel without paid promotion.',
  long_description: [
    'Choose a topic people come back for every week',
    'Set up channel, group and a welcome post',
    'A posting rhythm that takes four hours a week',
    'Growing through other channels, without buying members',
    'Keeping spam and copied files out',
  ].join('\n'),
  header_text: 'A quiet way to keep readers close',
  header_below: 'Do You Want A Channel People Read?',
  price: 449,
  offer_text: 'Posting calendar included',
  banner: 'art/banner-telegram.webp',
  DEMO_REELS_VIDEOS: ['art/reel-studio.mp4', 'art/reel-counter.mp4', 'art/reel-hooks.mp4'],
  benefits_samples: ['art/result-line.webp', 'art/result-days.webp', 'art/result-profile.webp'],
  additional_infobanners: ['art/way-post.webp', 'Ten good posts a week are enough.'],
  product_content_samples: [
    { title: '100 post forms', subtitle: 'Lists, polls, summaries', image: 'art/tile-captions.webp' },
    { title: 'Weekly calendar', subtitle: 'Four hours in total', image: 'art/tile-plan.webp' },
    { title: 'Welcome post', subtitle: 'Six examples to adapt', image: 'art/tile-mail.webp' },
  ],
  bonuses: [{ title: 'Moderation rules to copy', image: 'art/tile-checklist.webp' }],
  exclusive_bonuses: [
    { title: 'Cover and sticker templates', image: 'art/tile-covers.webp' },
    { title: 'Partner message examples', image: 'art/tile-plane.webp' },
  ],
  CUSTOMER_REVIEWS: [{ image: 'art/review-chat-blue.webp' }, { image: 'art/review-letter-green.webp' }],
  who_is_this_for: [
    'Teachers who share notes and tests',
    'Local news and job-notice editors',
    'Shops with regular customers',
    'Creators who want a place of their own',
  ],
  where_can_i_upload: ['Telegram', 'Instagram', 'YouTube', 'Your own website'],
  how_to_make_money: [
    'Sell your own notes, classes or goods to readers',
    'Take clearly marked sponsored posts',
    'Offer a paid group for extra help',
  ],
  how_to_get_started: [
    'Buy the playbook and choose a topic with the worksheet',
    'Write the welcome post',
    'Prepare ten posts before you invite anyone',
    'Invite the first fifty readers by hand',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹1,799',
  faq: [
    {
      question: 'Do I have to buy members?',
      answer: 'No, and we advise against it. Bought members do not read and can get a channel closed.',
    },
    {
      question: 'May I share other people’s files?',
      answer: 'Only with their permission. One lesson is about copyright and how to link instead.',
    },
    { question: 'How long until it grows?', answer: 'It differs widely. Plan for months, not days.' },
    { question: 'Can I get a refund?', answer: 'Yes, within 30 days, in full.' },
  ],
  buy_now_text: 'Get the playbook',
  legal_disclaimer:
    'Disclaimer: no number of readers and no income are promised. Telegram is a trademark of its owner, who is not connected with SkillHaat.',
  language: 'Hindi',
  requirements: 'A phone and a Telegram account',
  teacher_name: 'Asha Kulkarni',
  teacher_about: 'Edited reels for shops in Palghar before she began to teach how it is done.',
  topics: ['Growth'],
  lessons: [
    {
      title: 'A topic people return to',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/sheet-planner.webp',
      preview: true,
    },
    { title: 'Channel, group, welcome post', watch_link: 'art/reel-studio.mp4', download_link: null },
    {
      title: 'Four hours a week: the rhythm',
      watch_link: 'https://www.youtube.com/watch?v=TLkA0RELQ1g',
      download_link: 'art/sheet-planner.webp',
    },
    { title: 'Growing with partner channels', watch_link: 'https://vimeo.com/1084537', download_link: null },
    {
      title: 'Copyright, spam and moderation',
      watch_link: 'https://www.youtube.com/watch?v=UXqq0ZvbOnk',
      download_link: 'art/tile-checklist.webp',
    },
  ],
}
