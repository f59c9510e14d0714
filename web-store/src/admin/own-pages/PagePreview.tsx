import { useQuery } from '@tanstack/react-query'
import type { Language } from 'contract/languages'
import type { PageFacts } from 'contract/pages/blocks'
import { plainCourse } from 'contract/plain-text'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { PageBlocks } from '../../shared/blocks/PageBlocks.tsx'
import { PreviewContext } from '../../shared/sales/preview.ts'
import { SalesBody } from '../../shared/sales/SalesPage.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Loading } from '../../ui/Loading.tsx'
import { Stack } from '../../ui/layout.tsx'
import { PreviewFrame } from '../courses/editor/PreviewFrame.tsx'
import { Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { adminApi } from '../host/admin-api.ts'
import type { FormBlock } from './block-fields.ts'
import { shownBlocks } from './page-form.ts'

const WIDTHS = { phone: 390, wide: 1280 } as const

const Outline = chakra('div', {
  base: { cursor: 'pointer', '&[data-open]': { outline: '3px solid #4C5CD9', outlineOffset: '-3px' } },
})

const Sections = chakra('div', {
  base: { cursor: 'pointer', '& [data-of][data-open] + *': { outline: '3px solid #4C5CD9', outlineOffset: '-3px' } },
})

/** Gives the page in the frame its own theme, apart from that of the console. */
function InTheme({ isDark, children }: { isDark: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const root = place.current?.ownerDocument.documentElement
    root?.classList.toggle('dark', isDark)
    root?.setAttribute('data-theme', isDark ? 'dark' : 'light')
  }, [isDark])
  return (
    <chakra.div ref={place} bg="bg" color="fg" minH="100dvh">
      {children}
    </chakra.div>
  )
}

/** Returns a course with these blocks on its page; undefined until it arrives, and for other pages. */
function useShownCourse(courseId: string, blocks: readonly FormBlock[], facts: PageFacts | undefined) {
  const { data } = useQuery({
    ...adminApi.courses.adminGet.queryOptions({ input: { id: courseId } }),
    enabled: courseId !== '',
  })
  if (!data) return undefined
  const visible = blocks.filter(({ hidden }) => !hidden)
  const page = {
    order: visible.map(({ id }) => id),
    sections: Object.fromEntries(visible.map(({ id, type, settings }) => [id, { type, settings }])),
    facts,
  }
  return { ...plainCourse(data), page }
}

const blockAt = (element: Element) => element.closest<HTMLElement>('[data-of]')?.dataset.of

/** Finds the section of a sales page around an element by the mark before it; the first one has none. */
function sectionAt(element: Element, first: string | undefined): string | undefined {
  for (let around: Element | null = element; around; around = around.parentElement)
    for (let before = around.previousElementSibling; before; before = before.previousElementSibling)
      if (before.hasAttribute('data-of')) return before.getAttribute('data-of') ?? undefined
  return first
}

type Props = {
  /** The course of a sales page; empty for other pages. */
  courseId: string
  blocks: readonly FormBlock[]
  facts: PageFacts | undefined
  openId: string
  onOpen: (id: string) => void
  isWide: boolean
  onWide: (isWide: boolean) => void
}

/** The page as visitors will see it, at two widths, in both themes and each language. */
export function PagePreview({ courseId, blocks, facts, openId, onOpen, isWide, onWide }: Props) {
  const [isDark, setDark] = useState(false)
  const [language, setLanguage] = useState<Language>('en')
  const place = useRef<HTMLDivElement>(null)
  const [room, setRoom] = useState(330)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const observer = new ResizeObserver(() => setRoom(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  const course = useShownCourse(courseId, blocks, facts)
  const width = isWide ? WIDTHS.wide : WIDTHS.phone
  const shown = shownBlocks(blocks, language)
  /** Nothing in the preview leads away from the form: a press opens the block. */
  const press = (event: MouseEvent) => {
    event.preventDefault()
    event.stopPropagation()
    const id = courseId ? sectionAt(event.target as Element, blocks[0]?.id) : blockAt(event.target as Element)
    if (id) onOpen(id)
  }
  return (
    <Stack
      as="section"
      data-preview
      aria-label="Preview"
      gridTemplateColumns="minmax(0,1fr)"
      position={{ xl: isWide ? 'static' : 'sticky' }}
      top={{ xl: '4' }}
    >
      <chakra.div display="flex" flexWrap="wrap" gap="2">
        <Segments
          label="Width of the preview"
          value={isWide ? 'wide' : 'phone'}
          onChange={(value) => onWide(value === 'wide')}
          options={[
            ['phone', 'Phone'],
            ['wide', 'Computer'],
          ]}
        />
        <Segments
          label="Theme of the preview"
          value={isDark ? 'dark' : 'light'}
          onChange={(value) => setDark(value === 'dark')}
          options={[
            ['light', 'Light'],
            ['dark', 'Dark'],
          ]}
        />
        <Segments
          label="Language of the preview"
          value={language}
          onChange={setLanguage}
          options={[
            ['en', 'En'],
            ['hi', 'हि'],
            ['mr', 'म'],
          ]}
        />
      </chakra.div>
      <chakra.div
        ref={place}
        borderWidth={isWide ? '1px' : '5px'}
        borderColor={isWide ? 'border' : '#14163F'}
        borderRadius={isWide ? 'l2' : '26px'}
        overflow="hidden"
        bg="bg.muted"
        w="full"
        maxW={isWide ? undefined : '400px'}
      >
        {facts ? (
          <PreviewFrame title="The page" width={width} shownWidth={Math.min(room, width)} height={isWide ? 620 : 600}>
            <InTheme isDark={isDark}>
              <div onClickCapture={press}>
                <PreviewContext value={true}>
                  {course && (
                    <Sections>
                      <SalesBody
                        course={course}
                        mark={(id) => <i hidden data-stage data-of={id} data-open={id === openId || undefined} />}
                      />
                    </Sections>
                  )}
                  {!courseId && (
                    <PageBlocks
                      blocks={shown}
                      facts={facts}
                      around={(id, block) => (
                        <Outline key={id} data-of={id} data-open={id === openId || undefined}>
                          {block}
                        </Outline>
                      )}
                    />
                  )}
                </PreviewContext>
              </div>
            </InTheme>
          </PreviewFrame>
        ) : (
          <Loading minH="300px" />
        )}
      </chakra.div>
      {shown.length === 0 && <Help>Add a block to see the page.</Help>}
    </Stack>
  )
}
