import { useQuery, useQueryClient } from '@tanstack/react-query'
import { PAY_LINK_DAYS, type PayLink, type PayLinkWay } from 'contract/pay-links'
import { useRef, useState } from 'react'
import { useBrand } from '../../content/brand.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { fieldErrors } from '../../shared/forms/use-action-form.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Field } from '../../ui/Field.tsx'
import { dateText, rupeesText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { Card } from '../../ui/layout.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'
import { CoursePicks } from '../forms/CoursePicks.tsx'
import { FieldProblem, Help } from '../forms/form-parts.tsx'
import { Segments } from '../forms/Segments.tsx'
import { useActionForm } from '../forms/use-action-form.ts'
import { WaitingButton } from '../forms/WaitingButton.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useMe } from '../host/me.queries.ts'
import { lastDayOf, PayLinkPreview } from './PayLinkPreview.tsx'
import {
  calledOf,
  messageOf,
  newPayLink,
  parsePayLink,
  type PayLinkForm as Typed,
  whatsappUrl,
} from './pay-link-form.ts'

const Three = chakra('div', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0,1fr)', md: 'repeat(3,minmax(0,1fr))' },
    gap: '4',
    alignItems: 'start',
  },
})

/** The form of a pay link, with what the person gets beside it. `again` is a link that is made once more. */
export function PayLinkForm({ again }: { again: { id: string; values: Typed } | undefined }) {
  const queries = useQueryClient()
  const shop = useBrand().name
  const { data: me } = useMe()
  const way = useRef<PayLinkWay>('email')
  const [made, setMade] = useState<PayLink>()
  const form = useActionForm({
    name: `pay-link:${again?.id ?? 'new'}`,
    begun: again?.values ?? newPayLink(),
    parse: parsePayLink,
    send: (body) => adminClient.payLinks.add({ body: { ...body, way: way.current } }),
    stored: newPayLink,
    failed: 'Failed to make the pay link',
    fallback: 'Please try again.',
    fieldsOf: (error) => fieldErrors(error, ['email', 'phone', 'course_ids', 'total']),
    onDone: (link) => {
      if (way.current === 'email') toast.success(`The link is on its way to ${link.email}`)
      setMade(link)
      return queries.invalidateQueries({ queryKey: adminApi.payLinks.list.key() })
    },
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
  const help = list === undefined ? 'Choose the courses first.' : `List ${rupeesText(list)}.${limit ? ` ${limit}` : ''}`
  const isOver = price !== undefined && me?.role === 'support' && total < price.support_total
  const send = (by: PayLinkWay) => () => {
    way.current = by
  }
  return (
    <Card
      overflow="hidden"
      display="grid"
      gridTemplateColumns={{ base: 'minmax(0,1fr)', xl: 'minmax(0,1fr) 348px' }}
      p="0"
    >
      <chakra.form
        method="post"
        noValidate
        display="grid"
        alignContent="start"
        onSubmit={form.submit}
        aria-label="New pay link"
      >
        <chakra.div display="grid" gap="4" p={{ base: '4', md: '6' }}>
          <chakra.h2 textStyle="h3" fontSize="1.125rem">
            New pay link
          </chakra.h2>
          <Three>
            <Field label="Email" type="email" required autoComplete="off" {...form.field('email')} />
            <Field label="WhatsApp" optional type="tel" inputMode="tel" autoComplete="off" {...form.field('phone')} />
            <Field label="Name" optional maxLength={100} autoComplete="off" {...form.field('name')} />
          </Three>
          <CoursePicks
            onlySold
            picked={values.course_ids}
            onChange={(course_ids) => form.put({ course_ids })}
            error={form.errorOf('course_ids') ?? (unsold ? 'One of these courses is not sold' : undefined)}
          />
          <Three>
            <Field
              label="Total (₹)"
              inputMode="decimal"
              placeholder={list === undefined ? '' : list.toFixed(2)}
              help={help}
              {...form.field('total')}
              error={form.errorOf('total') ?? (isOver ? 'Below what support may give' : undefined)}
            />
            <chakra.div gridColumn={{ md: 'span 2' }} display="grid" gap="1.5">
              <chakra.span textStyle="label">Valid for</chakra.span>
              <Segments
                label="Valid for"
                value={values.days}
                options={PAY_LINK_DAYS.map((days) => [String(days), `${days} days`] as const)}
                onChange={(days) => form.put({ days })}
              />
              <Help>Until {dateText(lastDayOf(values.days))}. Then the list price is back.</Help>
            </chakra.div>
          </Three>
          <Field label="Note" optional maxLength={300} {...form.field('note')} />
          {form.problem && <FieldProblem>{form.problem}</FieldProblem>}
          {made && !form.isTyped && <Made link={made} shop={shop} />}
        </chakra.div>
        <chakra.div
          display="flex"
          flexWrap={{ base: 'wrap', md: 'nowrap' }}
          alignItems="center"
          justifyContent="space-between"
          gap="3"
          px={{ base: '4', md: '6' }}
          py="3"
          borderTopWidth="1px"
          borderColor="border"
        >
          <Help>A new person gets an account when they pay.</Help>
          <chakra.div
            display="flex"
            flexWrap="wrap"
            gap="2"
            w={{ base: 'full', md: 'auto' }}
            flex="none"
            css={{ '& > *': { flex: { base: '1 1 200px', md: 'none' } } }}
          >
            <WaitingButton
              type="submit"
              variant="outline"
              waitsFor={values.phone.trim() === '' && 'Enter a WhatsApp number first'}
              busy={form.isPending && way.current === 'whatsapp'}
              busyText="Making..."
              onClick={send('whatsapp')}
            >
              Create link
            </WaitingButton>
            <Button
              type="submit"
              busy={form.isPending && way.current === 'email'}
              busyText="Sending..."
              onClick={send('email')}
            >
              <Icon of={IconMail} size={20} />
              Send by email
            </Button>
          </chakra.div>
        </chakra.div>
      </chakra.form>
      <PayLinkPreview values={values} list={list} total={total} asksState={price?.asks_state ?? false} />
    </Card>
  )
}

/** The link that was just made, for whoever sends it by hand. */
function Made({ link, shop }: { link: PayLink; shop: string }) {
  return (
    <chakra.div
      role="status"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="3"
      bg="success.subtle"
      color="success.fg"
      borderRadius="l2"
      px="3.5"
      py="2.5"
    >
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
    </chakra.div>
  )
}
