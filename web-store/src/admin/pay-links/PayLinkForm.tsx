import { useQuery } from '@tanstack/react-query'
import { PAY_LINK_DAYS, type PayLink, PayLinkInput, type PayLinkWay } from 'contract/pay-links'
import { useRef, useState } from 'react'
import { useBrand } from '../../content/brand.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card, Row } from '../../ui/layout.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { Help, Title } from '../forms/form-parts.tsx'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { courses, email, phone, rupees, segments, text } from '../kit/fields.tsx'
import { Form, useForm } from '../kit/form.tsx'
import { lastDayOf, PayLinkPreview } from './PayLinkPreview.tsx'
import { calledOf, messageOf, whatsappUrl } from './pay-link-form.ts'

const fields = {
  email: email('Email', { own: false }),
  phone: phone('WhatsApp', { optional: true, own: false }),
  name: text('Name', { optional: true, maxLength: 100, own: false }),
  course_ids: courses({ onlySold: true }),
  total: {
    ...rupees('Total (₹)', { unmarked: true, type: 'text' }),
    // An empty one is the list price.
    sent: (typed: string) => (typed.trim() === '' ? null : Number(typed)),
  },
  days: segments(
    'Valid for',
    PAY_LINK_DAYS.map((days) => [days, `${days} days`] as const),
    { numbers: true, begun: 14, titled: true },
  ),
  note: text('Note', { optional: true, maxLength: 300 }),
}

const Foot = chakra('div', {
  base: {
    display: 'flex',
    flexWrap: { base: 'wrap', md: 'nowrap' },
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: '3',
    mx: { base: '-4', md: '-6' },
    mb: { base: '-4', md: '-6' },
    px: { base: '4', md: '6' },
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    '& > div': { display: 'flex', flexWrap: 'wrap', gap: '2', w: { base: 'full', md: 'auto' }, flex: 'none' },
    '& > div > *': { flex: { base: '1 1 200px', md: 'none' } },
  },
})

/** The form of a pay link, with what the person gets beside it. `again` is a link that is made once more. */
export function PayLinkForm({ again }: { again: { id: string; values: object } | undefined }) {
  const { data: me } = useMe()
  const way = useRef<PayLinkWay>('email')
  const [made, setMade] = useState<PayLink>()
  const call = {
    key: () => adminApi.payLinks.key(),
    call: ({ body }: { body: PayLinkInput }) => adminClient.payLinks.add({ body: { ...body, way: way.current } }),
  }
  const form = useForm(call, fields, {
    draft: `pay-link:${again?.id ?? 'new'}`,
    begun: again?.values,
    schema: PayLinkInput,
    of: {},
    stored: () => ({}),
    done: (link) => (way.current === 'email' ? `The link is on its way to ${link.email}` : null),
    failed: 'Failed to create the pay link',
    onDone: setMade,
  })
  const { values } = form
  const ids = values.course_ids.map(({ course_id }) => course_id)
  const { data: price, error: unsold } = useQuery({
    ...adminApi.payLinks.price.queryOptions({ input: { course_ids: ids.join(',') } }),
    enabled: ids.length > 0,
    retry: false,
  })
  const list = ids.length > 0 ? price?.list_total : undefined
  const total = values.total.trim() === '' ? (list ?? 0) : Number(values.total) || 0
  const limit = price && `Support may go to ${rupeesText(price.support_total)}, ${price.support_percent}%.`
  const isOver = price !== undefined && me?.role === 'support' && total < price.support_total
  const by = (next: PayLinkWay) => ({
    type: 'submit' as const,
    busy: form.isPending && way.current === next,
    onClick: () => {
      way.current = next
    },
  })
  return (
    <Card
      overflow="hidden"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 348px' }}
      p="0"
    >
      <chakra.div p={{ base: '4', md: '6' }}>
        <Form
          form={form}
          title="New pay link"
          layout={[
            <Title key="title">New pay link</Title>,
            ['email', 'phone', 'name'],
            'course_ids',
            ['total', 'days'],
            'note',
          ]}
          more={{
            course_ids: { error: unsold ? 'One of these courses is not sold' : undefined },
            total: {
              placeholder: list === undefined ? '' : list.toFixed(2),
              help:
                list === undefined
                  ? 'Choose the courses first.'
                  : `List ${rupeesText(list)}.${limit ? ` ${limit}` : ''}`,
              error: isOver && 'Below what support may give',
            },
            days: { help: `Until ${dateText(lastDayOf(values.days))}. Then the list price is back.` },
          }}
        >
          {made && !form.isTyped && <Made link={made} />}
          <Foot>
            <Help>A new person gets an account when they pay.</Help>
            <div>
              <WaitingButton
                {...by('whatsapp')}
                waitsFor={values.phone.trim() === '' && 'Enter a WhatsApp number first'}
                variant="outline"
                busyText="Making..."
              >
                Create link
              </WaitingButton>
              <Button {...by('email')} busyText="Sending...">
                <Icon of={IconMail} size={20} />
                Send by email
              </Button>
            </div>
          </Foot>
        </Form>
      </chakra.div>
      <PayLinkPreview values={values} list={list} total={total} asksState={price?.asks_state ?? false} />
    </Card>
  )
}

/** The link that was just made, for whoever sends it by hand. */
function Made({ link }: { link: PayLink }) {
  const shop = useBrand().name
  return (
    <Row role="status" flexWrap="wrap" bg="success.subtle" color="success.fg" borderRadius="l2" px="3.5" py="2.5">
      <chakra.span flex="1 1 180px" minW="0" overflowWrap="anywhere">
        The link for {calledOf(link)} is ready.
      </chakra.span>
      {link.sent_by === 'whatsapp' && link.phone && (
        <Button asChild size="sm">
          <a href={whatsappUrl(link.phone, messageOf(link, shop))} target="_blank" rel="noreferrer">
            Open WhatsApp
          </a>
        </Button>
      )}
      <CopyButton text={link.url} of="the pay link" />
    </Row>
  )
}
