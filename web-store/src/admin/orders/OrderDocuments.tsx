import type { DocumentName } from 'contract/documents'
import { useState } from 'react'
import type { z } from 'zod'
import { documentLabels } from '../../shared/orders/document-labels.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconMail } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { FieldProblem } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { useAct } from '../kit/use-act.tsx'
import { DownloadButton } from '../lists/DownloadButton.tsx'
import { Mono } from '../lists/table-parts.tsx'

type Named = Omit<z.output<typeof DocumentName>, 'issued_at'> & { issued_at: string }

const List = chakra('ul', {
  base: {
    '& li': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2', py: '1' },
    '& li > span': { flex: { base: '1 1 100%', md: '1 1 200px' }, minW: '0' },
    '& li > span + button': { ms: { base: '-13px', md: '0' } },
  },
})

/** Receipt, invoice and notes of an order: to keep as PDF, or to send to the buyer once more. */
export function OrderDocuments({ documents, sendable }: { documents: readonly Named[]; sendable: boolean }) {
  return (
    <List>
      {documents.map((document) => (
        <Paper key={document.document_id} document={document} sendable={sendable} />
      ))}
    </List>
  )
}

function Paper({
  document: { document_id, kind, serial, issued_at },
  sendable,
}: {
  document: Named
  sendable: boolean
}) {
  // The message is here: notices are hidden behind the drawer.
  const [failure, setFailure] = useState<string>()
  const label = documentLabels[kind]
  const send = useAct(adminApi.documents.send, {
    beside: true,
    done: null,
    failed: 'Email not sent',
  })
  const problem = failure ?? send.problem
  return (
    <li>
      <span>
        {label} <Mono>{serial}</Mono> of {dateText(new Date(issued_at))}
      </span>
      <DownloadButton
        variant="ghost"
        size="sm"
        read={() => adminClient.documents.get({ document_id })}
        failed={`${label} could not be downloaded`}
        onProblem={(why) => {
          send.reset()
          setFailure(why)
        }}
        busyText="PDF"
      >
        PDF<VisuallyHidden> of {serial}</VisuallyHidden>
      </DownloadButton>
      {sendable && (
        <Button
          variant="ghost"
          size="sm"
          busy={send.busy}
          busyText="Sending..."
          onClick={() => {
            setFailure(undefined)
            send.run({ params: { document_id } })
          }}
        >
          <Icon of={IconMail} size={16} />
          Send<VisuallyHidden> {serial} to the buyer</VisuallyHidden>
        </Button>
      )}
      <chakra.div flexBasis="full" role="status" textStyle="sm">
        {problem ? <FieldProblem>{problem}</FieldProblem> : send.data && <p>{send.data.message}.</p>}
      </chakra.div>
    </li>
  )
}
