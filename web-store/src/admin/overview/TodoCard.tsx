import { useQuery } from '@tanstack/react-query'
import { LIVE_STEPS, type LiveStep } from 'contract/before-live'
import type { Todo, TodoLine } from 'contract/todo'
import { type Ref, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconCheck, IconX } from '../../ui/icons.ts'
import { Card, Row, Tag } from '../../ui/layout.tsx'
import { IconChevronDown } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { Muted, Title } from '../forms/form-parts.tsx'
import { adminApi } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { usePlatform } from '../host/platform.tsx'
import { useAct } from '../kit/use-act.tsx'
import type { TodoOf, WaitingWords } from '../lists/todo-words.ts'
import { tabsOf } from '../tabs/tabs.ts'
import { useBegin } from './DemoQuestion.tsx'
import { useTestMail } from './health.ts'
import { BEGIN, FOLDER, liveSteps, REMOVE_TESTS, STORE } from './live-steps.ts'
import { useRemoveTests } from './remove-tests.ts'
import { TEST_MAIL } from './todo.ts'

/** The number of lines above the fold. */
const FIRST = 3

const HEADING = 'todo'

type Shown = WaitingWords & { step: LiveStep | undefined; course?: string | null }
type Kind = TodoLine['kind']

const isStep = (kind: Kind): kind is LiveStep => LIVE_STEPS.some((step) => step === kind)

/** A folder’s words of what waits in it. */
export type TodoFile = { todo: TodoOf }
const waiting: TodoOf = Object.assign(
  {},
  ...Object.values(import.meta.glob<TodoFile>('../*/todo.ts', { eager: true })).map(({ todo }) => todo),
)

/** Nothing for what waits in a folder that is deleted. */
function shownOf(line: TodoLine): Shown | [] {
  const { kind } = line
  if (isStep(kind)) return { ...liveSteps[kind], tone: 'action', short: '', step: kind, course: line.words }
  const words = waiting[kind]?.(line)
  return words ? { ...words, step: undefined } : []
}

/** Names what is folded: `10 more: 7 questions, 3 steps before you go live`, or `3 more steps before you go live`. */
function foldedText(lines: readonly Shown[], dismissed: number): string {
  const others = lines.flatMap(({ short, step }) => (step ? [] : short))
  const steps = lines.filter(({ step }) => step).length
  const mixed = others.length > 0
  return [
    ...(mixed ? [`${lines.length} more: ${others.join(', ')}`] : []),
    ...(steps > 0 ? [`${countText(steps, mixed ? 'step' : 'more step')} before you go live`] : []),
    ...(dismissed > 0 ? [`${dismissed} dismissed`] : []),
  ].join(', ')
}

/** Reads the list of what to do; fresh with each visit. */
export const useTodo = () =>
  useQuery({ ...adminApi.overview.todo.queryOptions(), staleTime: 0, refetchOnWindowFocus: true })

type TodoCardProps = {
  todo: Todo
  /** Lets the owner choose the folder of the first course. */
  onFolder: () => void
}

/** The one list of what needs attention: the three most urgent lines, and the others folded. */
export function TodoCard({ todo: { lines, dismissed, first, demo, test_orders }, onFolder }: TodoCardProps) {
  const [all, setAll] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  const rest = useId()
  const shown = lines.flatMap(shownOf)
  const settle = useSettle(() => heading.current?.focus())
  const begin = useBegin(demo)
  const tests = useRemoveTests(test_orders)
  const waits = shown.some(({ step }) => step === undefined)
  const folded = shown.slice(FIRST)
  const row = (line: Shown, index: number) => (
    <TodoRow
      key={line.step ?? line.title}
      line={line}
      filled={index === 0}
      busy={settle.busy}
      onDismiss={settle.dismiss}
      onSeen={settle.seen}
      onFolder={onFolder}
      onBegin={() => begin.run()}
      onRemoveTests={() => tests.run()}
    />
  )
  return (
    <Card asChild overflow="hidden">
      <section aria-labelledby={HEADING}>
        {lines.length === 0 && <NothingToDo heading={heading} />}
        {lines.length > 0 && (
          <Row px={{ base: '4', md: '5' }} pt="4" pb="3">
            <Title id={HEADING} ref={heading} tabIndex={-1} outline="none">
              What to do next
            </Title>
            <Tag fontVariantNumeric="tabular-nums">
              {first && !waits ? `${first.done} of ${first.of} done` : lines.length}
            </Tag>
          </Row>
        )}
        <Rows>{shown.slice(0, FIRST).map(row)}</Rows>
        {all && (
          <Rows id={rest}>
            {folded.map((line) => row(line, FIRST))}
            {dismissed.map((step) => (
              <li key={step}>
                <Mark>
                  <Icon of={liveSteps[step].icon} />
                </Mark>
                <chakra.p minW="0" color="fg.muted">
                  {liveSteps[step].title}
                </chakra.p>
                <Button
                  variant="outline"
                  size="sm"
                  aria-label={`Restore: ${liveSteps[step].title}`}
                  held={settle.busy}
                  onClick={() => settle.restore(step)}
                >
                  Restore
                </Button>
              </li>
            ))}
          </Rows>
        )}
        {(folded.length > 0 || dismissed.length > 0) && (
          <Fold type="button" aria-expanded={all} aria-controls={rest} onClick={() => setAll(!all)}>
            <b>{all ? 'Show fewer' : foldedText(folded, dismissed.length)}</b>
            <Icon of={IconChevronDown} size={16} />
          </Fold>
        )}
        {begin.dialog}
        {tests.dialog}
      </section>
    </Card>
  )
}

type TodoRowProps = {
  line: Shown
  filled: boolean
  busy: boolean
  onDismiss: (step: LiveStep) => void
  onSeen: (step: LiveStep) => void
  onFolder: () => void
  onBegin: () => void
  onRemoveTests: () => void
}

function TodoRow({ line, filled, busy, onDismiss, onSeen, onFolder, onBegin, onRemoveTests }: TodoRowProps) {
  const { icon, title, detail, action, to, tone, step, course, other } = line
  const platform = usePlatform()
  const { data: me } = useMe()
  const mail = useTestMail()
  const open = () => {
    platform.openStorePage(course ? paths.course(course) : paths.courses)
    if (step === 'look') onSeen(step)
  }
  const press = { [STORE]: open, [FOLDER]: onFolder, [BEGIN]: onBegin, [REMOVE_TESTS]: onRemoveTests }[to]
  const look = { variant: filled ? 'solid' : 'outline', size: 'sm' } as const
  const tab = new URLSearchParams(to.split(/[?#]/)[1]).get('tab')
  // A role that cannot go there learns of it all the same.
  const isOpen = tab === null || tabsOf(me?.role).some(({ id }) => id === tab)
  return (
    <li>
      <Mark colorPalette={tone} coloured>
        <Icon of={icon} />
      </Mark>
      <chakra.div minW="0">
        <chakra.p fontWeight="550">{title}</chakra.p>
        <Muted overflowWrap="anywhere">
          {detail} {other && <TextLink to={other.to}>{other.label}</TextLink>}
        </Muted>
      </chakra.div>
      {step && (
        <IconButton
          compact
          data-dismiss
          color="fg.muted"
          aria-label={step === 'policies' ? 'Mark policies as read' : `Dismiss: ${title}`}
          disabled={busy}
          onClick={() => onDismiss(step)}
        >
          <Icon of={IconX} size={16} />
        </IconButton>
      )}
      {press && (
        <Button {...look} onClick={press}>
          {action}
        </Button>
      )}
      {to === TEST_MAIL && (
        <Button {...look} busy={mail.sending} busyText="Sending..." onClick={mail.send}>
          {action}
        </Button>
      )}
      {!press && to !== TEST_MAIL && isOpen && (
        <Button {...look} asChild>
          <Link to={to}>{action}</Link>
        </Button>
      )}
    </li>
  )
}

function NothingToDo({ heading }: { heading: Ref<HTMLHeadingElement> }) {
  return (
    <Row gap="4" p={{ base: '5', md: '7' }}>
      <Mark coloured colorPalette="success" css={{ '--mark': '44px' }}>
        <Icon of={IconCheck} size={24} />
      </Mark>
      <div>
        <chakra.h2 id={HEADING} ref={heading} tabIndex={-1} fontWeight="550" fontSize="1rem" outline="none">
          Nothing to do
        </chakra.h2>
        <Muted>New orders, questions and problems appear here.</Muted>
      </div>
    </Row>
  )
}

/** Takes a setup step off the list, or puts it back. */
const settling = (settled: boolean) => ({
  of: (step: LiveStep) => ({ step, settled }),
  done: ({ message }: { message: string }, step: LiveStep) => [message, liveSteps[step].title] as const,
  failed: 'Failed to update the list',
})

/** The press of a line that goes leaves the focus at `onDone`. */
function useSettle(onDone: () => void) {
  const call = adminApi.beforeLive.settle
  const ways = { also: [adminApi.overview.todo.queryKey()], onDone }
  const back = settling(false)
  const undo = { ...back, call, done: (answer: unknown, step: LiveStep) => back.done(answer as never, step) }
  const dismiss = useAct(call, { ...settling(true), ...ways, undo })
  const seen = useAct(call, { ...settling(true), also: ways.also, done: null })
  const restore = useAct(call, { ...back, ...ways })
  return { dismiss: dismiss.run, seen: seen.run, restore: restore.run, busy: dismiss.busy || restore.busy }
}

/** The round behind an icon. */
const Mark = chakra('span', {
  base: {
    flex: 'none',
    display: 'grid',
    placeItems: 'center',
    w: 'var(--mark, 36px)',
    h: 'var(--mark, 36px)',
    borderRadius: 'full',
    bg: 'bg.muted',
    color: 'fg.muted',
  },
  variants: { coloured: { true: { bg: 'colorPalette.subtle', color: 'colorPalette.fg' } } },
})

/** Lines that ask for something: a mark, what needs attention, and the way there. On phones the way is below the words. */
const Rows = chakra('ul', {
  base: {
    listStyleType: 'none',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { base: '36px minmax(0,1fr) auto', md: '36px minmax(0,1fr) auto auto' },
      alignItems: 'center',
      columnGap: '3.5',
      rowGap: '2.5',
      minH: '60px',
      px: { base: '4', md: '5' },
      py: '2.5',
      borderTopWidth: '1px',
      borderColor: 'border',
      lineHeight: '1.35',
    },
    // With a mouse it shows where the pointer or the focus is: beside every way it would be the louder one.
    '@media (hover: hover)': {
      '& [data-dismiss]': { opacity: '0' },
      '& > li:is(:hover, :focus-within) [data-dismiss]': { opacity: '1' },
    },
    '& > li > :is(a, button:last-child)': {
      gridColumn: { base: '2', md: '4' },
      justifySelf: { base: 'start', md: 'end' },
    },
  },
})

const Fold = chakra('button', {
  base: {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '2.5',
    w: 'full',
    minH: '48px',
    px: { base: '4', md: '5' },
    py: '2',
    bg: 'bg.subtle',
    borderTopWidth: '1px',
    borderColor: 'border',
    color: 'fg.muted',
    fontSize: '.9375rem',
    lineHeight: '1.4',
    textAlign: 'start',
    cursor: 'pointer',
    '& b': { color: 'fg', fontWeight: '550' },
    '&[aria-expanded=true] svg': { transform: 'rotate(180deg)' },
    _hover: { bg: 'bg.muted' },
    _focusVisible: { outlineOffset: '-3px' },
  },
})
