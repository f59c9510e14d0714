import type { UserOrder } from 'contract/orders/orders'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { documentLabels } from '../../shared/orders/document-labels.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { IconDownload } from '../../ui/secondary-icons.ts'
import { VisuallyHidden } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'

type Named = NonNullable<UserOrder['documents']>[number]

/** Offers receipt or invoice of an order, and a note for each refund, as PDF or once more by email. */
export function OrderDocuments({ documents }: { documents: Named[] }) {
  const [sale] = documents
  return (
    <chakra.div display="flex" flexWrap="wrap" gap="1" px={{ base: '3px', md: '7px' }} pt="2">
      {documents.map((document) => (
        <Download key={document.document_id} document={document} />
      ))}
      {sale && <SendAgain document={sale} />}
    </chakra.div>
  )
}

function Download({ document }: { document: Named }) {
  const label = documentLabels[document.kind]
  const { mutate, isPending } = useSubmission({
    mutationFn: () => client.documents.mine({ document_id: document.document_id }),
    onSuccess: (file) => saveFile(file.name, file),
    onError: (error) =>
      toast.error(t('{document} not downloaded', { document: label }), {
        description: errorText(error, t('Please check your connection and try again.')),
        id: 'document',
      }),
  })
  return (
    <Button variant="ghost" size="sm" busy={isPending} busyText={label} onClick={() => mutate()}>
      <Icon of={IconDownload} size={16} />
      {label}
      <VisuallyHidden> {t('{serial} as PDF', { serial: document.serial })}</VisuallyHidden>
    </Button>
  )
}

function SendAgain({ document }: { document: Named }) {
  const label = documentLabels[document.kind].toLowerCase()
  const { mutate, isPending } = useSubmission({
    mutationFn: () => client.documents.sendMine({ params: { document_id: document.document_id } }),
    onSuccess: ({ email }) =>
      toast.success(t('Email on its way'), { description: t('Sent to {email}.', { email }), id: 'document' }),
    onError: (error) =>
      toast.error(t('Email not sent'), {
        description: errorText(error, t('Please check your connection and try again.')),
        id: 'document',
      }),
  })
  return (
    <Button variant="ghost" size="sm" busy={isPending} busyText={t('Sending...')} onClick={() => mutate()}>
      {t('Email me the {document}', { document: label })}
    </Button>
  )
}
