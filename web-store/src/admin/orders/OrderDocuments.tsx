import type { DocumentName } from 'contract/documents'
import type { z } from 'zod'
import { errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { documentLabels } from '../../shared/orders/document-labels.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { dateText } from '../../ui/format.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconDownload, IconMail } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { FieldProblem } from '../forms/form-parts.tsx'
import { adminApi, adminClient } from '../host/admin-api.ts'
import { usePlatform } from '../host/platform.tsx'
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

function Paper({ document, sendable }: { document: Named; sendable: boolean }) {
  const platform = usePlatform()
  const { document_id, kind, serial, issued_at } = document
  const label = documentLabels[kind]
  const download = useSubmission({
    mutationFn: async () => {
      const file = await adminClient.documents.get({ document_id })
      await platform.saveFile(file.name, file)
    },
  })
  const send = useSubmission(adminApi.documents.send.mutationOptions())
  // The message is here: notices are hidden behind the drawer.
  const problem = download.error
    ? `${label} could not be downloaded. ${errorText(download.error, 'Please try again.')}`
    : send.error && `Email not sent. ${errorText(send.error, 'Please try again.')}`
  return (
    <li>
      <span>
        {label} <Mono>{serial}</Mono> of {dateText(new Date(issued_at))}
      </span>
      <Button
        variant="ghost"
        size="sm"
        busy={download.isPending}
        busyText="PDF"
        onClick={() => {
          send.reset()
          download.mutate()
        }}
      >
        <Icon of={IconDownload} size={16} />
        PDF<VisuallyHidden> of {serial}</VisuallyHidden>
      </Button>
      {sendable && (
        <Button
          variant="ghost"
          size="sm"
          busy={send.isPending}
          busyText="Sending..."
          onClick={() => {
            download.reset()
            send.mutate({ params: { document_id } })
          }}
        >
          <Icon of={IconMail} size={16} />
          Send<VisuallyHidden> {serial} to the buyer</VisuallyHidden>
        </Button>
      )}
      <chakra.div flexBasis="full" role="status" textStyle="sm">
        {send.data && !problem && <p>{send.data.message}.</p>}
        {problem && <FieldProblem>{problem}</FieldProblem>}
      </chakra.div>
    </li>
  )
}
