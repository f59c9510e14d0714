import type { Db } from '../../server/src/context.ts'
import type { StoredMedia } from './seed-media.ts'

type UrlOf = StoredMedia['urlOf']

const words = (en: string, hi = '', mr = '') => ({ en, hi, mr })

const story = (
  urlOf: UrlOf,
  { file, alt, heading, text, side }: Record<'file' | 'alt' | 'heading' | 'text' | 'side', string>,
) => ({
  type: 'media',
  settings: {
    heading: words(heading),
    text: words(text),
    image: { src: urlOf(`art/${file}.webp`), alt: words(alt) },
    side,
  },
})

/** Builds the demo's pages of blocks: one page of links, and a landing page of one course. */
export const demoPages = (urlOf: UrlOf) => [
  {
    slug: 'bio',
    title: 'Asha Kulkarni: all links',
    description: 'Courses, free lessons and ways to write to Asha Kulkarni of SkillHaat.',
    sections: {
      face: {
        type: 'hero',
        settings: {
          heading: words('*Asha Kulkarni*'),
          text: words(
            'I teach shop owners to be found with a phone and ten minutes a day.',
            'मैं दुकानदारों को सिखाती हूँ: एक फ़ोन और दिन के दस मिनट से ग्राहक कैसे मिलें।',
            'फोन आणि दिवसातील दहा मिनिटांत ग्राहक कसे मिळवायचे, हे मी दुकानदारांना शिकवते.',
          ),
          image: { src: urlOf('art/teacher-asha.webp'), alt: words('Asha Kulkarni, drawn') },
          layout: 'centred',
        },
      },
      start: { type: 'course', settings: { dark: true, course_id: 'reels-growth-mega-bundle' } },
      links: {
        type: 'links',
        settings: {
          dark: true,
          links: [
            {
              label: words('A reel a day', 'रोज़ एक रील', 'रोज एक रील'),
              text: words('Three shops, three first results'),
              to: '/p/reels',
            },
            { label: words('All twelve courses', 'सभी बारह कोर्स', 'सर्व बारा कोर्स'), text: words(''), to: '/courses' },
            {
              label: words('Edit on your phone'),
              text: words('For clips, weddings and shops'),
              to: '/course/phone-video-editing-masterclass',
            },
            {
              label: words('Scripts in Hindi'),
              text: words('Change three words and record'),
              to: '/course/hindi-script-vault',
            },
            {
              label: words('Write to me', 'मुझे लिखें', 'मला लिहा'),
              text: words('Answers from Monday to Saturday'),
              to: '/contact',
            },
          ],
        },
      },
    },
  },
  {
    slug: 'reels',
    title: 'A reel a day',
    description: 'How a baker, a student and a saree shop post every day, and the bundle that they use.',
    sections: {
      top: {
        type: 'hero',
        settings: {
          heading: words(
            'A reel a day,\n*ready before\nthe tea boils*',
            'रोज़ एक रील,\n*चाय बनने से\nपहले तैयार*',
            'रोज एक रील,\n*चहा होण्याआधी\nतयार*',
          ),
          text: words('Pick one of 5,000 reels, change the words, post it. The plan says what comes on which day.'),
          image: { src: urlOf('art/banner-reels.webp'), alt: words('Three phones with reels') },
          first: { label: words('See the bundle', 'बंडल देखें', 'बंडल पहा'), to: '/course/reels-growth-mega-bundle' },
          second: { label: words('See what they made', 'देखें, क्या बनाया', 'काय बनवले ते पहा'), to: '#made' },
        },
      },
      made: story(urlOf, {
        file: 'story-cakes',
        alt: 'Aarohi, and a cake ordered on her phone',
        heading: 'Aarohi baked, and strangers ordered',
        text: '“I post one reel a day from the bundle while the oven heats. My first cake order from a stranger came in the second week.” Aarohi, homemaker and baker, Nashik. Sample person of this demo.',
        side: 'right',
      }),
      cut: story(urlOf, {
        file: 'story-wedding',
        alt: 'Rohit, and a wedding clip on his phone',
        heading: 'Rohit cut his cousin’s wedding',
        text: '“I had never cut a video before. Four short lessons later I was editing my cousin’s wedding clips on my own phone.” Rohit, college student, Indore. Sample person of this demo.',
        side: 'left',
      }),
      numbered: story(urlOf, {
        file: 'story-sarees',
        alt: 'Meenal, and four numbered sarees on her phone',
        heading: 'Meenal numbered every saree',
        text: '“The catalogue lesson alone was worth it. Customers now ask by item number instead of asking for photos all evening.” Meenal, saree shop owner, Palghar. Sample person of this demo.',
        side: 'right',
      }),
      offer: {
        type: 'course',
        settings: {
          dark: true,
          heading: words('The bundle that all three opened first'),
          course_id: 'reels-growth-mega-bundle',
          points: [
            words('5,000 reels in 40 niches, without a watermark'),
            words('Hooks in English, Hindi and Hinglish'),
            words('A plan for the first 30 days'),
          ],
        },
      },
      days: {
        type: 'steps',
        settings: {
          heading: words('Your first three evenings'),
          steps: [
            { title: words('Choose a niche'), text: words('One that you can talk about for a month.') },
            { title: words('Fill the week'), text: words('Seven reels from the pack, seven captions.') },
            { title: words('Post, and answer'), text: words('Ten minutes a day. The plan has the rest.') },
          ],
        },
      },
      teacher: {
        type: 'teacher',
        settings: {
          name: words('Asha Kulkarni'),
          role: words('Founder of SkillHaat'),
          about: words('Edited reels for shops in Palghar before she began to teach how it is done.'),
          image: { src: urlOf('art/teacher-asha.webp'), alt: words('Asha Kulkarni, drawn') },
        },
      },
      questions: {
        type: 'faq',
        settings: {
          heading: words('Before you decide'),
          questions: [
            {
              question: words('Do I have to show my face?'),
              answer: words('No. Most of the reels work with your hands, your shop or your work.'),
            },
            {
              question: words('Which phone do I need?'),
              answer: words('Any that plays videos. No software is needed.'),
            },
            {
              question: words('What if it is not for me?'),
              answer: words('Ask for your money back within 30 days, from your orders.'),
            },
          ],
        },
      },
    },
  },
]

const none = { label: words(''), to: '' }

/** Settings that a block of the demo leaves out, as the console fills them. */
const left: Record<string, object> = {
  hero: { layout: 'beside', first: none, second: none, social: false },
  course: { dark: false, heading: words(''), points: [] },
  links: { dark: false, heading: words('') },
  media: { dark: false, video: '' },
  steps: { dark: false },
  teacher: { dark: false },
  faq: { dark: false },
}

/** Builds the body of a page as the console saves it. */
export const demoBody = ({ sections }: Pick<ReturnType<typeof demoPages>[number], 'sections'>) => ({
  order: Object.keys(sections),
  sections: Object.fromEntries(
    Object.entries(sections).map(([id, { type, settings }]) => [
      id,
      { type, settings: Object.assign({}, left[type], settings), hidden: false },
    ]),
  ),
})

/** Inserts the demo's pages, published. */
export async function insertPages(db: Db, urlOf: UrlOf, now: Date): Promise<void> {
  for (const { slug, title, description, sections } of demoPages(urlOf)) {
    const times = { created_at: now, changed_at: now, published_at: now }
    const [page] = await db('own_pages')
      .insert({ slug, version: 1, published_version: 1, ...times })
      .returning<{ page_id: string }[]>('page_id')
    await db('own_page_versions').insert({
      page_id: page?.page_id,
      version: 1,
      title,
      description,
      body: JSON.stringify(demoBody({ sections })),
      published: true,
      saved_at: now,
    })
  }
}
