import { useQuery } from '@tanstack/react-query'
import type { Letter } from 'contract/letters'
import { Link } from 'react-router-dom'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { countText, dateTimeText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { later } from '../../ui/later.tsx'
import { Stack } from '../../ui/layout.tsx'
import { PageMessage } from '../../ui/PageMessage.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { TextLink } from '../../ui/text.tsx'
import { useCourseNames } from '../courses/use-course-names.ts'
import { Muted } from '../forms/form-parts.tsx'
import { IconPencil } from '../host/admin-icons.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useIsOwner } from '../host/me.queries.ts'
import type { Column } from '../lists/column.ts'
import { ListTab } from '../lists/ListTab.tsx'
import { StatusTag } from '../lists/StatusTag.tsx'
import { useListParams } from '../lists/use-list-params.ts'
import { coursesIn, ruleWords } from '../users/rules.ts'
import { channels } from './letter-form.ts'
import { letterListQuery, letterStatuses } from './letters.queries.ts'
import { SequenceCards } from './SequenceCards.tsx'

const LetterPace = later(() => import('./LetterPace.tsx'))
const Readiness = later(() => import('./Readiness.tsx'))
const WhatsappDialog = later(() => import('./WhatsappDialog.tsx'))

const figure = (count: number) => count.toLocaleString('en-IN')
/** A figure of a letter that somebody got; nothing before. */
const counted = (head: string, name: 'sent' | 'clicked' | 'unsubscribed'): Column<Letter> => ({
  head,
  label: head,
  numeric: true,
  cell: ({ begun, results }) => begun && figure(results[name]),
})

const columnsWith = (courseName: (id: string) => string): Column<Letter>[] => [
  {
    head: 'Name',
    lead: true,
    cell: ({ letter_id, name, channel, segment }) => (
      <chakra.div display="grid" overflowWrap="anywhere">
        <TextLink to={adminPaths.tab('letter', { id: letter_id })}>{name}</TextLink>
        <Muted as="span">
          {channels[channel]}, {audienceWords(segment.all, courseName)}
        </Muted>
      </chakra.div>
    ),
  },
  {
    head: 'State',
    cell: ({ status, at, results, begun }) => (
      <Stack justifyItems="start" gap="0.5">
        <StatusTag look={letterStatuses[status]} />
        <Muted as="span">
          {status === 'stopped' && begun
            ? `at ${figure(results.recipients - results.waiting)} of ${figure(results.recipients)}`
            : at && dateTimeText(at)}
        </Muted>
      </Stack>
    ),
  },
  counted('Sent', 'sent'),
  counted('Clicked', 'clicked'),
  {
    head: 'Bought in 7 days',
    numeric: true,
    label: 'Bought',
    cell: ({ begun, results: { orders, revenue } }) =>
      begun && (
        <>
          {rupeesText(revenue)}
          <Muted as="span" display="block">
            {countText(orders, 'order')}
          </Muted>
        </>
      ),
  },
  counted('Unsubscribed', 'unsubscribed'),
]

type Rules = Letter['segment']['all']

const audienceWords = (rules: Rules, courseName: (id: string) => string) =>
  rules.length === 0 ? 'everyone who agreed' : rules.map((rule) => ruleWords(rule, courseName).join(' ')).join(' and ')

/** Letters with their states and results. */
export default function LettersTab() {
  const list = useListParams([])
  const isOwner = useIsOwner()
  const isOpen = (dialog: 'pace' | 'whatsapp') => isOwner && list.get(dialog) !== ''
  const show = (dialog: 'pace' | 'whatsapp', open: boolean) =>
    list.set({ [dialog]: open ? '1' : '' }, { keepPage: true })
  const query = useQuery(letterListQuery({ limit: list.input.limit, offset: list.input.offset }))
  const letters = query.data?.letters
  const { nameOf } = useCourseNames(coursesIn((letters ?? []).flatMap(({ segment }) => segment.all)))
  const write = (
    <Button asChild>
      <Link to={adminPaths.tab('letter')}>
        <Icon of={IconPencil} />
        Write an email
      </Link>
    </Button>
  )
  return (
    <>
      <ListTab
        title="Emails"
        tools={
          isOwner && (
            <>
              <Button variant="outline" onClick={() => show('pace', true)}>
                Sending speed and bounces
              </Button>
              <Button variant="outline" onClick={() => show('whatsapp', true)}>
                WhatsApp
              </Button>
            </>
          )
        }
        main={query.data?.total !== 0 && write}
        above={isOwner && <Readiness />}
        caption="Emails"
        list={list}
        query={query}
        rows={letters}
        keyOf={({ letter_id }) => letter_id}
        show={columnsWith(nameOf)}
        failed="Failed to load emails"
        empty={
          <PageMessage icon={IconMail} title="Tell your students something new" action={write}>
            A new course, a price until Friday, a lesson they missed. It goes only to those who agreed.
          </PageMessage>
        }
      />
      <SequenceCards />
      {isOpen('pace') && <LetterPace onClose={() => show('pace', false)} />}
      {isOpen('whatsapp') && <WhatsappDialog onClose={() => show('whatsapp', false)} />}
    </>
  )
}
