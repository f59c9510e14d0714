import { useQuery } from '@tanstack/react-query'
import type { ReadFile } from 'contract/move-in/file'
import { MOVE_SOURCES, type MoveSource } from 'contract/move-sources'
import { type DragEvent, type FormEvent, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { IconX } from '../../ui/icons.ts'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { toast } from '../../ui/toaster.ts'
import { PASTED } from '../enrol/pasted.ts'
import { FieldProblem, Help, Muted } from '../forms/form-parts.tsx'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminApi } from '../host/admin-api.ts'
import { IconUpload } from '../host/admin-icons.ts'
import { type PickedFile, usePlatform } from '../host/platform.tsx'
import { useUnsaved } from '../host/unsaved.ts'
import { Loaded } from '../kit/loaded.tsx'
import { useAct } from '../kit/use-act.tsx'
import { MoveList } from './MoveList.tsx'
import { movesQuery, useGoToMove, useMoveRefresh } from './move-in.queries.ts'
import { useMoveFiles } from './use-move-files.ts'

/** Ways to begin: the platforms, and a list that is pasted. */
type From = MoveSource | 'paste'

/** The ways to begin, in their order. */
const FROM: readonly From[] = [
  ...(['graphy', 'teachable', 'thinkific', 'gumroad', 'learndash', 'classplus', 'kajabi', 'podia'] as const),
  ...(['moodle', 'shopify', 'woocommerce', 'razorpay', 'other', 'paste', 'skillhaat'] as const),
]

const fromName = (from: From): string => (from === 'paste' ? 'Paste a list' : MOVE_SOURCES[from])

const isFrom = (text: string | null): text is From => FROM.some((from) => from === text)

const ANY_EXPORT = 'Export your learners as Excel or CSV. You choose their columns next.'

/** Names the export of each platform, as far as its own pages do. */
const exportHelp: Record<From, string> = {
  graphy: ANY_EXPORT,
  classplus: ANY_EXPORT,
  podia: ANY_EXPORT,
  teachable:
    'Export Users for your students and Transactions for past orders. Teachable still lists refunded students.',
  thinkific: 'Export the progress of a group for your students, and Orders for past orders.',
  gumroad: 'Export your sales as CSV. Above 2,000 rows, Gumroad emails the file to you.',
  learndash: 'Use “Export User Course Data” in the reports of LearnDash. It has the progress of each student.',
  kajabi: 'Export Subscriptions or Contacts as CSV.',
  moodle: 'Export the users or the completion report of a course as CSV.',
  shopify: 'Export Orders as CSV. Customers has people without their courses.',
  woocommerce: 'Export Customers. Orders of Analytics have no email addresses, those of an export plugin do.',
  razorpay: 'Download the report of payments or of a Payment Page as CSV or XLSX.',
  other: 'XLSX, CSV or TSV in any language, with an email or a phone in each row.',
  paste: 'One person a line, as you have them: name, email, phone in any order.',
  skillhaat:
    'Unpack the ZIP that “Move out” made there. Choose enrolments.csv for students, and orders.csv for past orders.',
}

const Drop = chakra('section', {
  base: {
    display: 'grid',
    justifyItems: 'center',
    gap: '1.5',
    px: '5',
    py: '7',
    textAlign: 'center',
    bg: 'bg.panel',
    border: '1.5px dashed',
    borderColor: 'border.emphasized',
    borderRadius: 'l3',
    '&[data-over]': { borderColor: 'action.solid', bg: 'action.subtle' },
    '& > svg': { color: 'action.fg' },
  },
})

/** Takes the files of a platform or a pasted list, and lists the moves so far. */
export function Files() {
  const [search, setSearch] = useSearchParams()
  const query = useQuery(movesQuery())
  const go = useGoToMove()
  const requested = search.get('from')
  const from = isFrom(requested) ? requested : 'other'
  const show = (read: ReadFile) => go(read.move_id)
  return (
    <Stack gap="4">
      <Field
        as="select"
        label="Where do your students come from?"
        maxW="24rem"
        value={from}
        help={exportHelp[from]}
        onChange={({ target }) => {
          search.set('from', target.value)
          setSearch(search, { replace: true })
        }}
      >
        {FROM.map((one) => (
          <option key={one} value={one}>
            {fromName(one)}
          </option>
        ))}
      </Field>
      {from === 'paste' ? <PastedList onRead={show} /> : <FileDrop key={from} from={from} onRead={show} />}
      <Loaded query={query} failed="Failed to load moves">
        {({ moves }) => <MoveList moves={moves} />}
      </Loaded>
    </Stack>
  )
}

function FileDrop({ from, onRead }: { from: Exclude<From, 'paste'>; onRead: (read: ReadFile) => void }) {
  const platform = usePlatform()
  const [over, setOver] = useState(false)
  // Several files wait in the list below, for each has its own columns.
  const files = useMoveFiles(from === 'other' ? undefined : from, (read) => {
    const [only] = read
    if (read.length === 1 && only) onRead(only)
  })
  const add = (picking: Promise<PickedFile[]>) =>
    files.add(picking).catch(() => toast.error('These files could not be read. Please try again.'))
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    void add(platform.takeDropped(event.dataTransfer, { kind: 'any' }))
  }
  return (
    <>
      <Drop
        aria-label="Add exports"
        data-move-drop
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon of={IconUpload} size={28} />
        <chakra.p fontWeight="600">Drop the export here</chakra.p>
        <chakra.p textStyle="sm" color="fg.subtle">
          XLSX, CSV or TSV, up to 20 MB and 1,00,000 rows. Several files wait in a queue.
        </chakra.p>
        <Button mt="2" variant="outline" onClick={() => void add(platform.pickFiles({ kind: 'any', multiple: true }))}>
          Choose files
        </Button>
      </Drop>
      {files.entries.length > 0 && (
        <Card asChild px="4">
          <ul aria-label="Files" aria-live="polite">
            {files.entries.map(({ key, name, problem }) => (
              <Row as="li" key={key} minH="14" py="2">
                <chakra.div flex="1" minW="0">
                  <chakra.p fontWeight="550" overflowWrap="anywhere">
                    {name}
                  </chakra.p>
                  {problem ? <FieldProblem>{problem}</FieldProblem> : <Muted>Reading...</Muted>}
                </chakra.div>
                {problem && (
                  <IconButton aria-label={`Dismiss ${name}`} onClick={() => files.dismiss(key)}>
                    <Icon of={IconX} />
                  </IconButton>
                )}
              </Row>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function PastedList({ onRead }: { onRead: (read: ReadFile) => void }) {
  const [text = '', setText] = consoleDrafts.useDraft<string>(PASTED)
  const [isRequested, setRequested] = useState(false)
  const refresh = useMoveRefresh()
  const start = useAct(adminApi.moveIn.start, {
    done: null,
    failed: 'The list could not be read',
    beside: true,
    onDone: async (read) => {
      setText(undefined)
      await refresh()
      onRead(read)
    },
  })
  const isEmpty = text.trim() === ''
  useUnsaved(PASTED, !isEmpty)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setRequested(true)
    // A UTF-16 list that was pasted as bytes has a NUL in each letter.
    if (!isEmpty) start.run({ text: text.replaceAll('\0', '') })
  }
  return (
    <Card padded asChild>
      <chakra.form method="post" noValidate display="grid" gap="4" onSubmit={submit}>
        <Field
          as="textarea"
          label="People"
          minH="14rem"
          placeholder={'1. Asha Devi – asha@example.com – +91 98765 43210\n2. Ravi Kumar <ravi@example.com>'}
          value={text}
          onChange={({ target }) => setText(target.value || undefined)}
          error={isRequested && isEmpty ? 'Paste at least one email or phone' : start.problem}
        />
        <Button type="submit" justifySelf="start" busy={start.busy} busyText="Reading...">
          Match the list
        </Button>
        <Help>Nothing is made or sent yet.</Help>
      </chakra.form>
    </Card>
  )
}
