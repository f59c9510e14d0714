import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { StudentLesson } from 'contract/learning'
import { useEffect, useId, useRef, useState } from 'react'
import { api } from '../../../api/client.ts'
import { plural, t } from '../../../language/text.ts'
import { usePlayerChoices } from '../../../stores/player-choices.ts'
import { chakra } from '../../../ui/chakra.ts'
import { Input, Label } from '../../../ui/Field.tsx'
import { Text } from '../../../ui/text.tsx'
import type { StageHandle } from '../lesson/stage-parts.tsx'
import { useSettled } from '../lesson/use-settled.ts'
import { SecondKey } from './SecondKey.tsx'
import { useCues, useCurrentLine } from './use-cues.ts'

/** A text in pieces, those at odd places being the words that were searched, whatever their case. */
export function piecesOf(text: string, words: string): string[] {
  if (words === '') return [text]
  const sought = new RegExp(`(${words.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+')})`, 'giu')
  return text.split(sought)
}

/** Returns true if `piecesOf` finds the words in the text. */
export const holds = (text: string, words: string): boolean => piecesOf(text, words).length > 1

const Lines = chakra('ol', {
  base: {
    position: 'relative',
    listStyle: 'none',
    // On narrow screens the page scrolls, below the picture.
    maxH: { lg: '320px' },
    overflowY: { lg: 'auto' },
    mt: '2',
    mx: '-2',
  },
})

const Line = chakra('li', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'start',
    p: '2',
    borderRadius: 'l2',
    lineHeight: '1.45',
    contentVisibility: 'auto',
    scrollMarginBottom: '4rem',
    '&[aria-current]': { bg: 'action.subtle', fontWeight: '550' },
  },
})

const Mark = chakra('mark', { base: { bg: 'buy.muted', color: 'fg', borderRadius: '3px', px: '0.5' } })

/** The server searches from so many letters on. */
const LEAST = 2

type Props = {
  courseId: string
  lesson: StudentLesson
  lessons: readonly StudentLesson[]
  stage: StageHandle | undefined
  /** Opens a lesson at a second. */
  onGo: (lessonId: string, second: number) => void
}

/** Shows the spoken lines of the lesson, the present one marked; each leads to its second. A search covers the course. */
export function Transcript({ courseId, lesson, lessons, stage, onGo }: Props) {
  const chosen = usePlayerChoices(({ captions }) => captions)
  const { language } = lesson.captions.find((one) => one.language === chosen) ?? lesson.captions[0] ?? {}
  const cues = useCues(stage?.video, language)
  const current = useCurrentLine(stage?.video, cues)
  const [typed, setTyped] = useState('')
  const id = useId()
  const words = useSettled(typed.trim())
  const searches = words.length >= LEAST
  const shown = cues.map((cue, at) => ({ ...cue, at })).filter(({ text }) => !searches || holds(text, words))
  const found = useQuery({
    ...api.transcript.search.queryOptions({ input: { courseId, q: words, language } }),
    enabled: searches,
    placeholderData: keepPreviousData,
  })
  const elsewhere = searches ? (found.data?.lines.filter((line) => line.lesson_id !== lesson.lesson_id) ?? []) : []
  const list = useFollowed(current, searches)

  return (
    <>
      <Label htmlFor={id}>{t('Search the transcript')}</Label>
      <Input
        id={id}
        type="search"
        mt="1.5"
        maxLength={100}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
      <Text role="status" textStyle="sm" color="fg.muted" mt="1.5" minH="1.4em">
        {searches &&
          plural(shown.length, { one: '{count} line in this lesson', other: '{count} lines in this lesson' })}
        {searches &&
          found.data &&
          (found.data.more
            ? t(', at least {count} in other lessons', { count: elsewhere.length })
            : t(', {count} in other lessons', { count: elsewhere.length }))}
        {searches && found.isError && t('. Other lessons could not be searched.')}
      </Text>
      <Lines ref={list} lang={language} aria-label={t('Transcript')}>
        {shown.map(({ at, from, text }) => (
          <Line key={at} aria-current={at === current ? 'true' : undefined}>
            <SecondKey second={from} onGo={() => onGo(lesson.lesson_id, from)} />
            <Marked text={text} words={searches ? words : ''} />
          </Line>
        ))}
      </Lines>
      {elsewhere.length > 0 && (
        <>
          <chakra.h3 textStyle="label" mt="3">
            {t('In other lessons')}
          </chakra.h3>
          <Lines aria-label={t('In other lessons')}>
            {elsewhere.map((line) => (
              <Line key={`${line.lesson_id} ${line.second} ${line.text}`}>
                <SecondKey second={line.second} onGo={() => onGo(line.lesson_id, line.second)} />
                <chakra.div minW="0">
                  <Marked lang={line.language} text={line.text} words={words} />
                  <Text textStyle="sm" color="fg.muted" overflowWrap="anywhere">
                    {lessons.find(({ lesson_id }) => lesson_id === line.lesson_id)?.title}
                  </Text>
                </chakra.div>
              </Line>
            ))}
          </Lines>
        </>
      )}
    </>
  )
}

function Marked({ text, words, lang }: { text: string; words: string; lang?: string }) {
  let at = 0
  return (
    <Text lang={lang} minW="0" overflowWrap="anywhere">
      {piecesOf(text, words).map((piece, index) => {
        at += piece.length
        return index % 2 === 1 ? <Mark key={at}>{piece}</Mark> : piece
      })}
    </Text>
  )
}

/**
 * Follows the present line: in a list with a scroller of its own it is centred, and the page does not move; elsewhere the page goes on once
 * the line leaves the screen, if the one before was on it. Not under the pointer, nor in a search.
 */
function useFollowed(current: number, searches: boolean) {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef<Element>(undefined)
  useEffect(() => {
    const box = list.current
    const line = current >= 0 && box?.querySelector<HTMLElement>('[aria-current]')
    if (!box || !line) return
    const last = before.current
    before.current = line
    if (searches || box.matches(':focus-within')) return
    if (box.scrollHeight > box.clientHeight) {
      if (!box.matches(':hover')) box.scrollTop = line.offsetTop - box.clientHeight / 2
    } else if (last && isSeen(last)) line.scrollIntoView({ block: 'nearest', behavior: 'instant' })
  }, [current, searches])
  return list
}

/** Returns true for a line that is on the screen, below what stays on top. */
function isSeen(line: Element): boolean {
  const { top, bottom } = line.getBoundingClientRect()
  return (
    top >= Number.parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) &&
    bottom <= window.innerHeight
  )
}
