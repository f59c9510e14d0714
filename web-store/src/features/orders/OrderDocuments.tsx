import type { UserOrder } from 'contract/orders/orders'
import { client, errorText } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { documentLabels } from '../../shared/orders/document-labels.ts'
import { Button } from '../../ui/Button.tsx'
import { IconChevronDown } from '../../ui/buying-icons.ts'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { MenuContent, MenuItem, MenuPositioner, MenuRoot, MenuTrigger } from '../../ui/menu.ts'
import { saveFile } from '../../ui/save-file.ts'
import { IconDownload, IconMail } from '../../ui/secondary-icons.ts'
import { toast } from '../../ui/toaster.ts'

type Named = NonNullable<UserOrder['documents']>[number]

/** Offers receipt or invoice of an order, and a note for each refund, as PDF or once more by email: in one menu. */
export function OrderDocuments({ documents }: { documents: Named[] }) {
  const [sale] = documents
  const download = useSubmission({
    mutationFn: ({ document_id }: Named) => client.documents.mine({ document_id }),
    onSuccess: (file) => saveFile(file.name, file),
    onError: (error, { kind }) => fail(t('{document} not downloaded', { document: documentLabels[kind] }), error),
  })
  const send = useSubmission({
    mutationFn: ({ document_id }: Named) => client.documents.sendMine({ params: { document_id } }),
    onSuccess: ({ email }) =>
      toast.success(t('Email on its way'), { description: t('Sent to {email}.', { email }), id: 'document' }),
    onError: (error) => fail(t('Email not sent'), error),
  })
  return (
    <MenuRoot positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <MenuTrigger asChild>
        <Button variant="ghost" size="sm" busy={download.isPending || send.isPending}>
          {t('Documents')}
          <Icon of={IconChevronDown} size={16} />
        </Button>
      </MenuTrigger>
      <MenuPositioner>
        <MenuContent>
          {documents.map((document) => (
            <MenuItem key={document.document_id} value={document.document_id} onClick={() => download.mutate(document)}>
              <Icon of={IconDownload} />
              <span>
                {documentLabels[document.kind]}
                <chakra.small display="block" color="fg.muted">
                  {t('{serial} as PDF', { serial: document.serial })}
                </chakra.small>
              </span>
            </MenuItem>
          ))}
          {sale && (
            <MenuItem value="email" onClick={() => send.mutate(sale)}>
              <Icon of={IconMail} />
              {t('Email me the {document}', { document: documentLabels[sale.kind].toLowerCase() })}
            </MenuItem>
          )}
        </MenuContent>
      </MenuPositioner>
    </MenuRoot>
  )
}

const fail = (title: string, error: unknown) =>
  toast.error(title, {
    description: errorText(error, t('Please check your connection and try again.')),
    id: 'document',
  })
