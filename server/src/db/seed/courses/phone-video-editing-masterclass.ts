import type { DemoCourse } from '../demo-course.ts'

export const phoneVideoEditingMasterclass: DemoCourse = {
  course_id: 'phone-video-editing-masterclass',
  name: 'Phone Video Editing Masterclass',
  description: 'Cut, caption and colour videos on the phone you already own.',
  long_description: [
    'Eight lessons, each under twenty minutes',
    'Works with free editing apps on Android and iPhone',
    'Captions that people can read with the sound off',
    'Project files of every lesson included',
    'Colour and sound made simple, without long theory',
    'One finished video at the end of every lesson',
  ].join('\n'),
  header_text: 'From raw clips to a finished video in one evening',
  header_below: 'Do You Want To Edit Without A Laptop?',
  price: 799,
  offer_text: 'Project files included',
  banner: 'art/banner-editing.webp',
  DEMO_REELS_VIDEOS: ['art/lesson-start.mp4', 'art/reel-studio.mp4', 'art/reel-hooks.webm', 'art/reel-counter.mp4'],
  benefits_samples: ['art/result-days.webp', 'art/result-line.webp', 'art/result-profile.webp'],
  additional_infobanners: ['art/way-learn.webp', 'Every lesson ends with a video you can post, not with homework.'],
  product_content_samples: [
    { title: '8 video lessons', subtitle: 'Watch in any order', image: 'art/tile-clapper.webp' },
    { title: '24 project files', subtitle: 'Open, swap your clips, export', image: 'art/tile-folder.webp' },
    { title: '60 caption styles', subtitle: 'Readable on small screens', image: 'art/tile-captions.webp' },
    { title: 'Colour cards', subtitle: 'Ten looks, step by step', image: 'art/tile-swatches.webp' },
  ],
  bonuses: [{ title: 'Free music and sound effects list', image: 'art/tile-music.webp' }],
  exclusive_bonuses: [
    { title: 'Phone lighting guide', image: 'art/tile-light.webp' },
    { title: 'Wedding reel template', image: 'art/tile-film.webp' },
    { title: 'Editing checklist to print', image: 'art/tile-checklist.webp' },
  ],
  CUSTOMER_REVIEWS: [
    { image: 'art/review-letter-green.webp' },
    { image: 'art/review-chat-blue.webp' },
    { image: 'art/review-letter-sand.webp' },
  ],
  who_is_this_for: [
    'Beginners who have never cut a clip',
    'Shop owners who film their own products',
    'Students who edit for college events',
    'Creators who want cleaner captions and sound',
  ],
  where_can_i_upload: ['Instagram', 'YouTube', 'YouTube Shorts', 'Facebook', 'Telegram', 'Your own website'],
  how_to_make_money: [
    'Edit event clips for families nearby',
    'Offer a monthly editing plan to one local business',
    'Sell your own caption templates',
    'Build a portfolio and apply for editing work',
  ],
  how_to_get_started: [
    'Buy the course and open your dashboard',
    'Install one of the free apps named in lesson one',
    'Download the first project file',
    'Finish and post your first video the same evening',
  ],
  lifetime_access: 'true',
  bonuses_worth: '₹3,499',
  faq: [
    {
      question: 'Which phone do I need?',
      answer: 'Any phone of the last five years with about 4 GB of free space. Older phones work with shorter clips.',
    },
    {
      question: 'Do I have to pay for an app?',
      answer: 'No. All lessons use the free version of the apps. Where a paid feature is nicer, we say so.',
    },
    {
      question: 'In which language are the lessons?',
      answer: 'Simple Hindi with English terms, and captions in both.',
    },
    {
      question: 'Can I get my money back?',
      answer: 'Yes, within 30 days of buying, in full.',
    },
  ],
  buy_now_text: 'Start editing',
  legal_disclaimer:
    'Disclaimer: examples of work and results are illustrations and not a promise of income. App names belong to their owners; SkillHaat is not connected with them.',
  lessons: [
    {
      title: 'Set up your phone and your folders',
      watch_link: 'art/lesson-start.mp4',
      download_link: 'art/sheet-planner.webp',
    },
    {
      title: 'The three cuts you will use every day',
      watch_link: 'https://www.youtube.com/watch?v=WhWc3b3KhnY',
      download_link: null,
    },
    {
      title: 'Captions that can be read with the sound off',
      watch_link: 'https://www.youtube.com/watch?v=aqz-KE-bpKQ',
      download_link: 'art/tile-captions.webp',
    },
    { title: 'Clean sound in a noisy house', watch_link: 'https://vimeo.com/1084537', download_link: null },
    {
      title: 'Colour in four sliders',
      watch_link: 'https://www.youtube.com/watch?v=R6MlUcmOul8',
      download_link: 'art/tile-swatches.webp',
    },
    { title: 'Music without copyright trouble', watch_link: 'art/reel-studio.mp4', download_link: null },
    {
      title: 'Edit a wedding clip from start to finish',
      watch_link: 'https://www.youtube.com/watch?v=Y-rmzh0PI3c',
      download_link: null,
    },
    { title: 'Export settings for each platform', watch_link: 'art/reel-hooks.mp4', download_link: null },
  ],
}
