import { isTask } from 'contract/courses/lesson-input'
import type { LinkResult } from 'contract/courses/link-check'
import { type ReactNode, use, useEffect, useRef, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { Button } from '../../ui/Button.tsx'
import { bytesText } from '../../ui/bytes-text.ts'
import { chakra } from '../../ui/chakra.ts'
import { clockLength, countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconChevronDown, IconPlayerPlay } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { FieldProblem, Muted } from '../forms/form-parts.tsx'
import { IconUpload } from '../host/admin-icons.ts'
import { MoveButtons, RemoveButton } from '../lists/row-buttons.tsx'
import { videoText } from '../media/library/media-text.ts'
import { PendingFile } from '../media/library/PendingFile.tsx'
import { preparingText, usePreparing } from '../media/preparing-state.ts'
import { uploadKeyOf } from '../media/queue/upload-reference.ts'
import { LinkState } from './LinkState.tsx'
import { type ContentForm, typedSeconds } from './lesson-form.ts'
import { openingText } from './lesson-opening.ts'
import { KnownOfLessons } from './lesson-previews.ts'
import { TaskLink, TaskThumb, taskLabels, useTaskTexts } from './TaskLink.tsx'

const Line = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', lg: 'nowrap' },
    alignItems: 'center',
    columnGap: { base: '1.5', md: '2.5' },
    rowGap: '1',
    minH: '60px',
    px: '2',
    py: '1.5',
  },
})

const Place = chakra('span', {
  base: { minW: '6', textAlign: 'end', fontWeight: '600', color: 'fg.muted', fontVariantNumeric: 'tabular-nums' },
})

/** As tall as its text, which a phone has no room for in one line. */
const Title = chakra('textarea', {
  base: {
    display: 'block',
    w: 'full',
    minH: '34px',
    px: '2',
    py: '1',
    resize: 'none',
    fieldSizing: 'content',
    overflowWrap: 'anywhere',
    bg: 'transparent',
    borderWidth: '1px',
    borderColor: 'transparent',
    borderRadius: 'l1',
    fontWeight: '550',
    _hover: { borderColor: 'border.emphasized' },
    _focusVisible: { bg: 'bg.panel', borderColor: 'action.focusRing', outlineOffset: '-3px' },
    _invalid: { borderColor: 'danger.fg' },
    _placeholder: { color: 'fg.subtle' },
  },
})

const Preview = chakra('label', {
  base: {
    display: 'flex',
    alignItems: 'center',
    gap: '2',
    minH: '11',
    textStyle: 'sm',
    cursor: 'pointer',
    whiteSpace: 'nowrap',
    '& input': { w: '5', h: '5' },
  },
})

const inOneLine = (title: string) => title.replaceAll(/\s*\n\s*/g, ' ')

/** Begins a new line behind the title on narrow screens. */
const Rest = chakra('div', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: { base: '1.5', md: '2.5' },
    flex: { base: '1 1 100%', lg: 'none' },
    flexWrap: { base: 'wrap', md: 'nowrap' },
  },
})

export type LessonLineProps = {
  index: number
  /** The number of all lessons. */
  count: number
  /** Moves it by dragging or by keys. */
  handle: ReactNode
  open: boolean
  results: Map<string, LinkResult>
  onOpen: () => void
  onPreview: (preview: boolean) => void
  onMove: (to: number) => void
  onRemove: () => void
  onChoose: () => void
}

// On phones the handle moves a lesson; two more keys would take a line of their own.
const wide = { display: { base: 'none', md: 'inline-grid' } } as const

/** A lesson in one line: its place, picture, title, length and size, and what is done most often. */
export function LessonLine(props: LessonLineProps) {
  const { index, count, handle, open, results, onOpen, onPreview, onMove, onRemove, onChoose } = props
  const { register, formState, watch, setValue, getValues } = useFormContext<ContentForm>()
  const lesson = watch(`content.${index}`)
  const known = use(KnownOfLessons)
  const facts = known.facts.get(lesson?.watch_link ?? '')
  const link = lesson?.watch_link.trim() ?? ''
  const task = isTask(lesson?.kind)
  const kind = lesson?.kind === 'media' ? undefined : lesson?.kind
  const live = kind === 'live'
  const lessonId = lesson?.lesson_id ?? ''
  const texts = useTaskTexts(lessonId)
  const video = known.videos[link]
  // The third part of its address is its id.
  const preparing = usePreparing(link.split('/')[2] ?? '')
  const pending = uploadKeyOf(link) !== undefined
  const problem = formState.errors.content?.[index]?.title?.message
  const seconds = facts?.file_seconds ?? typedSeconds(lesson?.length ?? '')
  const files = lesson?.files?.length ?? 0
  const shown = [
    kind ? (texts[kind] ?? (live && 'Live, no date yet')) : link === '' && 'No file yet',
    seconds && clockLength(seconds),
    facts?.file_bytes && bytesText(facts.file_bytes),
    files > 0 && countText(files, 'file'),
    openingText(lesson ?? {}),
    video && (preparing && !preparing.problem ? preparingText(preparing) : videoText(video)),
    !task && texts.quiz,
    !task && texts.assignment,
  ].filter(Boolean)
  const giveBack = () => {
    const id = getValues(`content.${index}.lesson_id`)
    const before = formState.defaultValues?.content?.find((stored) => stored?.lesson_id && stored.lesson_id === id)
    // The stored file returns when the new one is removed.
    setValue(`content.${index}.watch_link`, before?.watch_link ?? '', { shouldDirty: true })
  }
  const name = `lesson ${index + 1}`
  return (
    <Line>
      {handle}
      <Place aria-hidden>{index + 1}</Place>
      {kind && (task || link === '') ? <TaskThumb kind={kind} /> : <LessonThumb link={pending ? '' : link} />}
      <chakra.div flex={{ base: '1 1 150px', lg: '1 1 200px' }} minW="0">
        <Title
          aria-label={`Lesson ${index + 1}, title`}
          aria-invalid={problem ? true : undefined}
          placeholder={`Title of the ${kind ? taskLabels[kind].toLowerCase() : 'lesson'}`}
          rows={1}
          maxLength={300}
          // A title is one line, however many it is shown on.
          data-one-line
          {...register(`content.${index}.title`, { setValueAs: inOneLine })}
        />
        {problem && <FieldProblem>{problem}</FieldProblem>}
        {pending ? (
          <PendingFile reference={link} onRemove={giveBack} />
        ) : (
          <Muted px="2" fontVariantNumeric="tabular-nums">
            {shown.join(', ')}
          </Muted>
        )}
        {!open && (
          <chakra.div px="2">
            <LinkState result={results.get(link)} />
            <LinkState result={results.get(lesson?.download_link.trim() ?? '')} />
          </chakra.div>
        )}
      </chakra.div>
      <Rest>
        {kind ? (
          <TaskLink kind={kind} lessonId={lessonId} name={name} />
        ) : (
          <Preview>
            <input
              type="checkbox"
              checked={lesson?.preview ?? false}
              aria-label={`Lesson ${index + 1}, free preview`}
              onChange={(event) => onPreview(event.currentTarget.checked)}
            />
            Free preview
          </Preview>
        )}
        {!pending && !task && (
          <Button variant={link || live ? 'outline' : undefined} size="sm" minW={{ md: '124px' }} onClick={onChoose}>
            <Icon of={IconUpload} size={16} />
            {link ? 'Replace file' : live ? 'Add recording' : 'Choose file'}
            <VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
        )}
        <chakra.div display="flex">
          <MoveButtons name={name} index={index} count={count} onMove={onMove} {...wide} />
          <RemoveButton name={name} onRemove={onRemove} />
          <IconButton
            compact
            color="fg.muted"
            aria-label={`More of ${name}`}
            aria-expanded={open}
            onClick={onOpen}
            css={open ? { '& svg': { transform: 'rotate(180deg)' } } : {}}
          >
            <Icon of={IconChevronDown} />
          </IconButton>
        </chakra.div>
      </Rest>
    </Line>
  )
}

const Box = chakra('div', {
  base: {
    display: 'grid',
    placeItems: 'center',
    w: '64px',
    h: '40px',
    flexShrink: '0',
    borderRadius: 'l1',
    overflow: 'hidden',
    bg: 'bg.muted',
    color: 'fg.subtle',
    '& video': { w: 'full', h: 'full', objectFit: 'cover' },
    '&[data-empty]': { border: '1.5px dashed', borderColor: 'border.emphasized', bg: 'transparent' },
  },
})

/** Draws the first picture of a lesson's own video; it loads once the row is in view, so that a long list loads few. */
function LessonThumb({ link }: { link: string }) {
  const shown = use(KnownOfLessons).previews[link]
  const box = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    if (!box.current) return
    const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '200px',
    })
    watcher.observe(box.current)
    return () => watcher.disconnect()
  }, [])
  return (
    <Box ref={box} aria-hidden data-empty={link ? undefined : ''}>
      {shown && seen ? (
        <video src={`${shown}#t=0.1`} preload="metadata" muted tabIndex={-1} />
      ) : (
        <Icon of={IconPlayerPlay} size={16} />
      )}
    </Box>
  )
}
