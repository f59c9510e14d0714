import { indianDay } from 'contract/indian-time'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { useSubmission } from '../../api/use-submission.ts'
import { t } from '../../language/text.ts'
import { ownDataPage } from '../../shared/own-data-page.ts'
import { PrivacyLinks } from '../../shared/privacy-links.ts'
import { Button } from '../../ui/Button.tsx'
import { chakra } from '../../ui/chakra.ts'
import { Icon } from '../../ui/Icon.tsx'
import { IconShieldCheck } from '../../ui/icons.ts'
import { Card, Row, Stack } from '../../ui/layout.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { H3, Text } from '../../ui/text.tsx'
import { toast } from '../../ui/toaster.ts'
import { DeleteAccount } from './DeleteAccount.tsx'
import { problemOf } from './use-profile.ts'

/** All that the shop knows of the student, as a file; and the way out. */
export function OwnData() {
  const [deleting, setDeleting] = useState(false)
  const download = useSubmission({
    mutationFn: async (_form: 'page' | 'json') => client.account.ownData(),
    onSuccess: (data, form) => {
      const name = `my-data-${indianDay(new Date(data.made_at))}`
      if (form === 'page') saveFile(`${name}.html`, new Blob([ownDataPage(data)], { type: 'text/html' }))
      else saveFile(`${name}.json`, new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }))
    },
    onError: (error) => toast.error(t('Your data was not downloaded'), { description: problemOf(error) }),
  })
  return (
    <Card padded asChild>
      <section aria-labelledby="own-data">
        <Stack gap="4">
          <Row gap="2.5" color="action.fg">
            <Icon of={IconShieldCheck} />
            <H3 as="h2" id="own-data" color="fg">
              {t('Your data')}
            </H3>
          </Row>
          <Text>
            {t(
              'Download everything we keep about you: profile, orders, courses, progress, coins and messages. It is a page that any phone or computer opens.',
            )}
          </Text>
          <Row gap="2.5" flexDirection={{ base: 'column', md: 'row' }} alignItems={{ base: 'start', md: 'center' }}>
            <Button
              variant="outline"
              px="18px"
              busy={download.isPending}
              busyText={t('Preparing...')}
              onClick={() => download.mutate('page')}
            >
              {t('Download my data')}
            </Button>
            <Button variant="ghost" px="18px" ms={{ base: '-19px', md: '0' }} onClick={() => download.mutate('json')}>
              {t('For programs (JSON)')}
            </Button>
            <Button
              variant="ghost"
              px="18px"
              colorPalette="danger"
              ms={{ base: '-19px', md: '0' }}
              onClick={() => setDeleting(true)}
            >
              {t('Delete my account')}
            </Button>
          </Row>
        </Stack>
        {PrivacyLinks.filled && (
          <chakra.div mt="3">
            <PrivacyLinks />
          </chakra.div>
        )}
        {deleting && <DeleteAccount onClose={() => setDeleting(false)} />}
      </section>
    </Card>
  )
}
