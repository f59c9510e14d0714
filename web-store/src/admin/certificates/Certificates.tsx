import { useQuery } from '@tanstack/react-query'
import type { AdminCertificate } from 'contract/certificates'
import { useState } from 'react'
import { z } from 'zod'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Card, Tag } from '../../ui/layout.tsx'
import { H3, TextLink, VisuallyHidden } from '../../ui/text.tsx'
import { Muted, Tools } from '../forms/form-parts.tsx'
import { consoleDrafts } from '../forms/use-action-form.ts'
import { adminApi } from '../host/admin-api.ts'
import { adminPaths } from '../host/admin-paths.ts'
import { useMe } from '../host/me.queries.ts'
import { usePlatform } from '../host/platform.tsx'
import { text } from '../kit/fields.tsx'
import { Form, SaveButton, useForm } from '../kit/form.tsx'
import { useAct } from '../kit/use-act.tsx'
import { totalOf } from '../lists/list-params.ts'

const SHOWN = 20
const FAILED = 'Change of a certificate not confirmed'

const Entry = chakra('li', {
  base: {
    display: 'grid',
    gap: '2',
    py: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    overflowWrap: 'anywhere',
    '&:first-of-type': { borderTopWidth: '0' },
  },
})

type Of = { course_id?: string; user_id?: string }

/** Lists the certificates of a course or a student, latest first; the owner revokes. Draws nothing without any. */
export function Certificates(of: Of) {
  const [limit, setLimit] = useState(SHOWN)
  const { data } = useQuery(adminApi.certificates.list.queryOptions({ input: { ...of, limit: String(limit) } }))
  const { data: me } = useMe()
  if (!data || data.total === 0) return null
  return (
    <Card as="section" aria-labelledby="certificates" px="5" py="4" mt={of.course_id !== undefined ? '5' : '0'}>
      <H3 id="certificates">{totalOf(data.total, 'certificate')}</H3>
      <chakra.ul listStyle="none" mt="1">
        {data.certificates.map((row) => (
          <Row
            key={row.certificate_id}
            row={row}
            ofCourse={of.course_id !== undefined}
            mayRevoke={me?.role === 'owner'}
          />
        ))}
      </chakra.ul>
      {data.total > data.certificates.length && limit < 1000 && (
        <Button size="sm" variant="outline" onClick={() => setLimit(Math.min(1000, limit * 5))}>
          Show more
        </Button>
      )}
    </Card>
  )
}

type RowProps = { row: AdminCertificate; ofCourse: boolean; mayRevoke: boolean }

function Row({ row, ofCourse, mayRevoke }: RowProps) {
  const { name, course_name, issued_at, status, revoked_reason, by_hand, code, user_id } = row
  const platform = usePlatform()
  const [isRequesting, setRequesting] = useState<boolean>()
  const [typed] = consoleDrafts.useDraft(nameOf(row))
  const requesting = isRequesting ?? typed !== undefined
  const restore = useAct(adminApi.certificates.revoke, { done: 'Certificate valid again', failed: FAILED })
  return (
    <Entry>
      <Tools gap="4px 12px">
        <b>{ofCourse ? <TextLink to={adminPaths.student(user_id)}>{name}</TextLink> : course_name}</b>
        <Muted as="span">
          {ofCourse ? '' : `${name}, `}
          {dateText(new Date(issued_at))}
        </Muted>
        {status === 'revoked' && <Tag>Revoked</Tag>}
        <chakra.span ms="auto" display="flex" flexWrap="wrap" gap="1">
          <Button size="sm" variant="ghost" onClick={() => platform.openStorePage(`/c/${code}`)}>
            Public page<VisuallyHidden> of {name}</VisuallyHidden>
          </Button>
          {mayRevoke && status === 'valid' && !requesting && (
            <Button size="sm" variant="ghost" colorPalette="danger" onClick={() => setRequesting(true)}>
              Revoke<VisuallyHidden> the certificate of {name}</VisuallyHidden>
            </Button>
          )}
          {mayRevoke && by_hand && (
            <Button
              size="sm"
              variant="outline"
              busy={restore.busy}
              onClick={() => restore.run({ ...of(row), body: { reason: '' } })}
            >
              Make valid again
            </Button>
          )}
        </chakra.span>
      </Tools>
      {revoked_reason && <Muted>The student reads: {revoked_reason}</Muted>}
      {requesting && <ReasonForm row={row} onClose={() => setRequesting(false)} />}
    </Entry>
  )
}

const nameOf = (row: AdminCertificate) => `certificate-revoked:${row.certificate_id}`
const of = (row: AdminCertificate) => ({ params: { certificate_id: String(row.certificate_id) } })

const Reason = z.object({ reason: z.string().trim().min(1, { error: 'Please enter the reason' }) })
const fields = {
  reason: text('Why is it revoked?', {
    help: 'The student reads this. The public page says only that it is revoked.',
    maxLength: 200,
    unmarked: true,
  }),
}

function ReasonForm({ row, onClose }: { row: AdminCertificate; onClose: () => void }) {
  const form = useForm(adminApi.certificates.revoke, fields, {
    draft: nameOf(row),
    of: of(row),
    schema: Reason,
    done: 'Certificate revoked',
    failed: FAILED,
    fallback: 'It was not saved. Please try again.',
    onDone: onClose,
  })
  return (
    <Form form={form} title="Revoke this certificate">
      <Tools justifyContent="end">
        <Button variant="outline" onClick={() => form.cancel(onClose)}>
          Cancel
        </Button>
        <SaveButton of={form} always colorPalette="danger" busyText="Revoking...">
          Revoke certificate
        </SaveButton>
      </Tools>
    </Form>
  )
}
