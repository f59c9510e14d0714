import type { PageFacts, ShownBlock } from 'contract/pages/blocks'
import type { ReactNode } from 'react'
import { HydrateLater } from '../../first-page/HydrateLater.tsx'
import { serverMarkup } from '../../first-page/server-markup.tsx'
import { Section, Stage } from '../../ui/layout.tsx'
import { Courses, coursesOf } from './Courses.tsx'
import { Hero } from './Hero.tsx'
import { Links, linksOf, Signup } from './Links.tsx'
import { OneCourse } from './OneCourse.tsx'
import { reviewsOf } from './reviews-of.ts'

// Blocks without behaviour keep the server's markup and load no script.
const Marks = serverMarkup(
  import.meta.env.SSR ? (await import('./Marks.tsx')).default : undefined,
  () => import('./Marks.tsx'),
)
const Media = serverMarkup(
  import.meta.env.SSR ? (await import('./Media.tsx')).default : undefined,
  () => import('./Media.tsx'),
)
const Steps = serverMarkup(
  import.meta.env.SSR ? (await import('./Steps.tsx')).default : undefined,
  () => import('./Steps.tsx'),
)
const Numbers = serverMarkup(
  import.meta.env.SSR ? (await import('./Numbers.tsx')).default : undefined,
  () => import('./Numbers.tsx'),
)
const Reviews = serverMarkup(
  import.meta.env.SSR ? (await import('./Reviews.tsx')).default : undefined,
  () => import('./Reviews.tsx'),
)
const Teacher = serverMarkup(
  import.meta.env.SSR ? (await import('./Teacher.tsx')).default : undefined,
  () => import('./Teacher.tsx'),
)
const Faq = serverMarkup(
  import.meta.env.SSR ? (await import('../sales/Faq.tsx')).default : undefined,
  () => import('../sales/Faq.tsx'),
)

type Props = { block: ShownBlock; facts: PageFacts; top: boolean }

function Content({ block: { id, type, settings }, facts, top }: Props): ReactNode {
  if (type === 'hero') return <Hero settings={settings} top={top} />
  if (type === 'courses') return <Courses settings={settings} facts={facts} top={top} />
  if (type === 'course') {
    const course = facts.courses.find(({ course_id }) => course_id === settings.course_id)
    return course && <OneCourse settings={settings} course={course} top={top} />
  }
  if (type === 'text') return <Marks settings={settings} />
  if (type === 'media') return <Media settings={settings} top={top} />
  if (type === 'steps') return <Steps settings={settings} />
  if (type === 'numbers') return <Numbers settings={settings} facts={{ figures: facts.figures }} />
  if (type === 'reviews') return <Reviews settings={settings} facts={{ reviews: facts.reviews }} />
  if (type === 'teacher') return <Teacher settings={settings} top={top} />
  if (type === 'faq') {
    const questions = settings.questions.filter(({ question, answer }) => question && answer)
    return <Faq heading={settings.heading} questions={questions} name={id} />
  }
  if (type === 'signup') return <Signup settings={settings} />
  return <Links settings={settings} />
}

/** Returns true for a block with something to show: an empty one has neither heading nor gap. */
export function isShown({ type, settings }: ShownBlock, facts: PageFacts): boolean {
  switch (type) {
    case 'hero':
      return Boolean(settings.heading || settings.text || settings.image.src)
    case 'courses':
      return coursesOf(settings, facts).length > 0
    case 'course':
      return facts.courses.some(({ course_id }) => course_id === settings.course_id)
    case 'text':
      return Boolean(settings.heading || settings.marks)
    case 'media':
      return Boolean(settings.image.src || settings.video)
    case 'steps':
      return settings.steps.some(({ title, text }) => title || text)
    case 'numbers':
      return settings.figures.some((figure) => facts.figures[figure])
    case 'reviews':
      return reviewsOf(settings, facts).length > 0
    case 'teacher':
      return Boolean(settings.name || settings.about)
    case 'faq':
      return settings.questions.some(({ question, answer }) => question && answer)
    case 'signup':
      return Boolean(settings.heading || settings.text)
    case 'links':
      return linksOf(settings).length > 0
  }
}

const isDark = ({ type, settings }: ShownBlock) => type === 'hero' || settings.dark

/** Shows one block among the sections of another page, which give it its ground; an empty one leaves no gap. */
export function OneBlock({ block, facts }: { block: ShownBlock; facts: PageFacts }) {
  if (!isShown(block, facts)) return null
  const Ground = isDark(block) ? Stage : 'section'
  return (
    <Ground data-block={block.type}>
      <Content block={block} facts={facts} top={false} />
    </Ground>
  )
}

type BlocksProps = {
  blocks: readonly ShownBlock[]
  facts: PageFacts
  /** Wraps a block in the editor's preview. */
  around?: (id: string, block: ReactNode) => ReactNode
}

/**
 * Shows the blocks of a page; an empty one leaves no gap. Light blocks take turns between the page's ground and the panel's. The first image
 * of the first block loads early.
 */
export function PageBlocks({ blocks, facts, around = (_id, block) => block }: BlocksProps) {
  const shown = blocks.filter((block) => isShown(block, facts))
  const bands = shown.map((block, at) => {
    const content = <Content block={block} facts={facts} top={at === 0} />
    if (isDark(block)) {
      const isHero = block.type === 'hero'
      const before = shown[at - 1]
      const followsDark = before !== undefined && isDark(before)
      return around(
        block.id,
        // Two dark blocks are one board.
        <Stage
          key={block.id}
          data-block={block.type}
          pt={isHero ? undefined : followsDark ? '0' : { base: '11', md: '16' }}
          pb={isHero ? undefined : { base: '11', md: '16' }}
        >
          {content}
        </Stage>,
      )
    }
    const light = shown.slice(0, at).filter((before) => !isDark(before)).length
    return around(
      block.id,
      <Section
        key={block.id}
        data-block={block.type}
        alt={light % 2 === 1}
        py={block.type === 'numbers' && !block.settings.heading ? { base: '8', md: '10' } : undefined}
      >
        {content}
      </Section>,
    )
  })
  return (
    <>
      {bands[0]}
      <HydrateLater>{bands.slice(1)}</HydrateLater>
    </>
  )
}
